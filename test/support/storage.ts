import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { type Simulator, SimulatorError, startSimulator } from "../../src/index.ts";
import type { PlainOptions } from "../../src/options/options.ts";
import { startReplicas } from "./replicas.ts";

/** The storage of a simulator under test. */
type Storage = {
  readonly options: Pick<PlainOptions, "store">;
  readonly start: (options: PlainOptions) => Promise<Simulator>;
  /** Ends a simulator, and returns what was not the same after a restart with the same options. */
  readonly end: (sim: Simulator, options: PlainOptions) => Promise<readonly string[]>;
};

/** A minute instead of less than a second: on a busy machine, a database is not unavailable. */
export const PATIENCE = "timeout=60000&wait=60000";

const MEMORY: Storage = {
  options: {},
  start: startSimulator,
  end: async (sim) => {
    await sim.close();
    return [];
  },
};

/**
 * Memory or, for `npm run test:store`, a store from which every simulator has to continue after its end: a file or, if
 * `BATCH_SIM_TEST_POSTGRES` is the URL of a database, a schema there, which several simulators share.
 */
export async function openStorage(): Promise<Storage> {
  const { BATCH_SIM_TEST_STORE: isStored, BATCH_SIM_TEST_POSTGRES: postgres } = process.env;
  if (isStored === undefined) return MEMORY;
  if (postgres !== undefined) {
    const schema = `test_${randomUUID().replaceAll("-", "")}`;
    const store = `${postgres}?schema=${schema}&${PATIENCE}`;
    return continued(startReplicas, store, async () => {});
  }
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  return continued(startSimulator, join(folder, "sim.db"), () => rm(folder, { recursive: true }));
}

/** A store for one simulator, which is restarted at its end, unless its test has closed it. */
function continued(start: Storage["start"], store: string, remove: () => Promise<void>): Storage {
  let isClosed = false;
  return {
    options: { store },
    start: async (options) => {
      const sim = await start(options);
      const close = async (): Promise<void> => {
        isClosed = true;
        await sim.close();
      };
      return { ...sim, close, [Symbol.asyncDispose]: close };
    },
    end: async (sim, options) => {
      const problems = isClosed ? [] : await restart(sim, options);
      await remove();
      return problems;
    },
  };
}

/** Ends a simulator, and compares it with another one that continues from its store. */
const restart: Storage["end"] = async (sim, { port: _, deploymentPort, ...options }) => {
  const before = await pictureOf(sim, options).finally(() => sim.close());
  const notices: string[] = [];
  const onNotice = (notice: string): void => void notices.push(notice);
  const ports = deploymentPort === undefined ? {} : { deploymentPort: 0 };
  const again = await startSimulator({ ...options, ...ports, onNotice }).catch(onlyOverlay);
  if (again === undefined) return [];
  const after = await pictureOf(again, options).finally(() => again.close());
  return differences(before, after);
};

/** Some tests delete the overlay before the simulator ends. */
function onlyOverlay(error: unknown): undefined {
  if (error instanceof SimulatorError && error.code === "SIM_OVERLAY") return undefined;
  throw error;
}

/** Everything about all sandboxes that doesn't change with the wall clock. */
type Picture = {
  readonly names?: readonly string[];
  readonly titles?: readonly (string | undefined)[];
  readonly snapshots: readonly Snapshot[];
  /** By sandbox; only of those whose clock doesn't follow the wall clock. */
  readonly views?: Readonly<Record<string, readonly unknown[]>>;
  readonly report?: unknown;
};

/** Views of a sandbox that show more than its snapshot. */
const VIEWS = [
  "sandbox",
  "jobs",
  "timelines",
  "faults",
  "deliveries",
  "assumptions",
  "report",
  "trace",
];

type Snapshot = {
  readonly clock: { readonly clock: string };
  readonly journal: readonly { readonly id: number }[];
};

async function pictureOf(
  sim: Simulator,
  { controlToken = "", control }: PlainOptions,
): Promise<Picture> {
  const { controlUrl } = sim;
  if (control === false || controlUrl === undefined)
    return { snapshots: [withoutWallClock(await sim.control.snapshot())] };
  const get = async (path: string, sandbox?: string): Promise<unknown> => {
    const named = sandbox === undefined ? {} : { "x-sim-sandbox": sandbox };
    const headers = { "x-sim-control-token": controlToken, ...named };
    const response = await fetch(controlUrl + path, { headers });
    const body = await response.json();
    if (!response.ok)
      throw new Error(`Expected ${path} of ${sandbox}, got ${JSON.stringify(body)}`);
    return body;
  };
  const sandboxes = (await get("/sandboxes")) as readonly {
    readonly name: string;
    readonly title?: string;
  }[];
  const names = sandboxes.map(({ name }) => name).sort();
  const titles = names.map((own) => sandboxes.find(({ name }) => name === own)?.title);
  const timeless: Snapshot[] = [];
  // One after another, because reports list sandboxes in the order of their last use.
  const views: Record<string, readonly unknown[]> = {};
  for (const name of names)
    timeless.push(withoutWallClock((await get("/snapshot", name)) as Snapshot));
  for (const [index, name] of names.entries()) {
    if (!timeless[index] || !isVirtual(timeless[index].clock)) continue;
    const shown: unknown[] = [];
    for (const view of VIEWS) shown.push(lasting(await get(`/${view}`, name)));
    views[name] = shown;
  }
  const isTimeless = timeless.every(({ clock }) => isVirtual(clock));
  return {
    names,
    titles,
    views,
    snapshots: timeless,
    ...(isTimeless && { report: lasting(sim.report()) }),
  };
}

function withoutWallClock(snapshot: Snapshot): Snapshot {
  const { clock, ...others } = snapshot;
  const timeless = isVirtual(clock) ? { ...clock, waiting: 0 } : { clock: clock.clock };
  return { ...others, clock: timeless };
}

/** After a restart, long inputs are only on disk, and no request is open. */
function lasting(view: unknown): unknown {
  return JSON.parse(JSON.stringify(view), (key, value) =>
    key === "byteLength" || key === "openRequests" ? undefined : value,
  );
}

function isVirtual({ clock }: Snapshot["clock"]): boolean {
  return /^(manual|poll)/.test(clock);
}

function differences(before: Picture, after: Picture): readonly string[] {
  const late = after.snapshots.flatMap(({ journal }, index) => {
    const known = new Set(before.snapshots[index]?.journal.map(({ id }) => id));
    return journal.filter(({ id }) => !known.has(id));
  });
  try {
    expect(withoutLate(after, late)).toEqual(withoutLate(before, late));
    return [];
  } catch (error) {
    return [`Not the same after a restart: ${error}`];
  }
}

/** An exchange whose client has disconnected may be recorded only while the simulator closes. In that case, the report has it, too. */
function withoutLate(picture: Picture, late: readonly object[]): Picture {
  if (late.length === 0) return picture;
  const { report: _, views: __, snapshots, ...others } = picture;
  const journals = snapshots.map(({ journal, ...snapshot }) => ({
    ...snapshot,
    journal: journal.filter((exchange) => !late.includes(exchange)),
  }));
  return { ...others, snapshots: journals };
}
