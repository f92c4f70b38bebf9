import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { type Simulator, SimulatorError, startSimulator } from "../../src/index.ts";
import type { PlainOptions } from "../../src/options/options.ts";

/** Where a simulator under test keeps everything. */
type Storage = {
  readonly options: Pick<PlainOptions, "store">;
  /** Ends a simulator, and returns what was not the same after a restart with the same options. */
  readonly end: (sim: Simulator, options: PlainOptions) => Promise<readonly string[]>;
};

const MEMORY: Storage = {
  options: {},
  end: async (sim) => {
    await sim.close();
    return [];
  },
};

/** Memory or, for `npm run test:store`, a file from which every simulator has to continue after its end. */
export async function openStorage(): Promise<Storage> {
  if (process.env["BATCH_SIM_TEST_STORE"] === undefined) return MEMORY;
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const end: Storage["end"] = async (sim, { port: _, deploymentPort, ...options }) => {
    const before = await pictureOf(sim, options);
    await sim.close();
    const notices: string[] = [];
    const onNotice = (notice: string): void => void notices.push(notice);
    const ports = deploymentPort === undefined ? {} : { deploymentPort: 0 };
    const again = await startSimulator({ ...options, ...ports, onNotice }).catch(onlyOverlay);
    if (again === undefined) return [];
    const after = await pictureOf(again, options);
    await again.close();
    await rm(folder, { recursive: true });
    return differences(before, after);
  };
  return { options: { store: join(folder, "sim.db") }, end };
}

/** Some tests delete the overlay before the simulator ends. */
function onlyOverlay(error: unknown): undefined {
  if (error instanceof SimulatorError && error.code === "SIM_OVERLAY") return undefined;
  throw error;
}

type Picture = Readonly<Record<string, unknown>>;

/** Everything about all sandboxes that doesn't change with the wall clock. */
async function pictureOf(
  sim: Simulator,
  { controlToken = "", control }: PlainOptions,
): Promise<Picture> {
  const { controlUrl } = sim;
  if (control === false || controlUrl === undefined)
    return { own: withoutWallClock(await sim.control.snapshot()) };
  const get = async (path: string, sandbox?: string): Promise<unknown> => {
    const named = sandbox === undefined ? {} : { "x-sim-sandbox": sandbox };
    const headers = { "x-sim-control-token": controlToken, ...named };
    const response = await fetch(controlUrl + path, { headers });
    return response.json();
  };
  const sandboxes = (await get("/sandboxes")) as readonly { readonly name: string }[];
  const names = sandboxes.map(({ name }) => name).sort();
  const snapshots = await Promise.all(names.map((name) => get("/snapshot", name)));
  const timeless = snapshots.map((snapshot) => withoutWallClock(snapshot as Snapshot));
  const isTimeless = timeless.every(({ clock }) => typeof clock !== "string");
  return { names, snapshots: timeless, ...(isTimeless && { report: sim.report() }) };
}

function differences(before: Picture, after: Picture): readonly string[] {
  try {
    expect(after).toEqual(before);
    return [];
  } catch (error) {
    return [`Not the same after a restart: ${error}`];
  }
}

type Snapshot = { readonly clock: { readonly clock: string } };

function withoutWallClock(snapshot: Snapshot): { readonly clock: unknown } {
  const { clock, ...others } = snapshot;
  const isVirtual = /^(manual|poll)/.test(clock.clock);
  return { ...others, clock: isVirtual ? { ...clock, waiting: 0 } : clock.clock };
}
