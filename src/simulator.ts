import { createHash } from "node:crypto";
import { ClockControl } from "./clock-control.ts";
import type { Exchange } from "./core/exchange.ts";
import { placeDatasets } from "./engine/place-datasets.ts";
import type { PackedRows } from "./input/packed-rows.ts";
import { lintNotice } from "./lint-notice.ts";
import { packageVersion } from "./load-scenario.ts";
import { openDocument } from "./open-document.ts";
import { type Settings, type SimulatorOptions, settle } from "./options.ts";
import { changedDatasets, type ReloadParts, reloadOnChange } from "./reload-scenario.ts";
import { serve } from "./serve.ts";
import { type StagedScenario, Staging } from "./staging.ts";
import { Clock } from "./state/clock.ts";
import { Sandbox } from "./state/sandbox.ts";
import { Sandboxes } from "./state/sandboxes.ts";

/** The key that a simulator is used with where none is given. */
export const DEFAULT_API_KEY = "sim-key";

/** The seed where neither the options nor the scenario give one. */
const DEFAULT_SEED = 1;

/** A simulator that answers requests. */
export type Simulator = {
  /** Where clients send requests: the interface document's {base_url}. */
  readonly baseUrl: string;
  /** Where clients cancel jobs: {deployment_url}. The same origin unless `deploymentPort` was given. */
  readonly deploymentUrl: string;
  /** A key that is accepted: the first of `apiKeys`. */
  readonly apiKey: string;
  readonly scenario: string;
  /** What happens in the scenario, in one line; empty where its author said nothing. */
  readonly description: string;
  readonly seed: number;
  readonly version: string;
  /** The clock of `apiKey`'s sandbox. */
  readonly clock: ClockControl;
  /** What clients did with `apiKey`, oldest first. */
  readonly exchanges: () => readonly Exchange[];
  /** Ends the simulator and frees its ports; what is under way is cut off. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/**
 * Starts a simulator; when the promise resolves, it answers requests.
 *
 * @example
 * await using sim = await startSimulator({ scenario: "slow-job", clock: "poll" });
 * const client = new MyClient({ baseUrl: sim.baseUrl, apiKey: sim.apiKey });
 *
 * @throws {SimulatorError} for options, a scenario or a port that can't be used
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = settle(options);
  const [document, version] = await Promise.all([
    openDocument(settings.overlays),
    packageVersion(),
  ]);
  const staging = new Staging(document);
  let staged = await staging.stage(settings.scenario);
  for (const finding of staged.findings) settings.onNotice(lintNotice(finding));
  const sandboxes = new Sandboxes<PackedRows>(
    (key) => openSandbox({ key, staged, settings }),
    settings.apiKeys,
  );
  const served = await serve({ settings, sandboxes, staging, version, digest: sha256 });
  const stopWatching = watchFile(settings, staging, {
    current: () => staged,
    replace: (next) => {
      replaceScenario(sandboxes, staged, next);
      staged = next;
    },
  });
  const apiKey = settings.apiKeys[0] ?? DEFAULT_API_KEY;
  const own = sandboxes.forKey(apiKey) ?? sandboxes.default;
  const close = async (): Promise<void> => {
    stopWatching();
    for (const sandbox of sandboxes.all()) sandbox.clock.close();
    await served.close();
  };
  return {
    baseUrl: served.baseUrl,
    deploymentUrl: served.deploymentUrl,
    apiKey,
    scenario: staged.scenario.name,
    description: staged.scenario.description,
    seed: own.seed,
    version,
    clock: new ClockControl(own),
    exchanges: () => own.journal.exchanges(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function watchFile(
  settings: Settings,
  staging: Staging,
  parts: Pick<ReloadParts, "current" | "replace">,
): () => void {
  if (!settings.watch) return () => {};
  const { scenario: file, onNotice } = settings;
  return reloadOnChange({ file, staging, onNotice, ...parts });
}

/** Only sandboxes that play the server's scenario change it; jobs that are there go on as they were. */
function replaceScenario(
  sandboxes: Sandboxes<PackedRows>,
  before: StagedScenario,
  next: StagedScenario,
): void {
  const datasets = changedDatasets(next, before);
  for (const sandbox of sandboxes.all()) {
    if (sandbox.scenario !== before.scenario) continue;
    sandbox.play(next.scenario);
    placeDatasets(sandbox, datasets);
  }
}

type SandboxParts = {
  readonly key: string | undefined;
  readonly staged: StagedScenario;
  readonly settings: Settings;
};

/** The name is made from the key, and every id from the name: whoever doesn't have the key can't guess them. */
function openSandbox({ key, staged, settings }: SandboxParts): Sandbox<PackedRows> {
  const { scenario, datasets } = staged;
  const name =
    key === undefined ? "default" : sha256(JSON.stringify(["sandbox", key])).slice(0, 16);
  const spec = settings.clock ?? scenario.clock ?? { mode: "real" };
  const clock = new Clock(spec, (at) => {
    settings.onNotice(
      `Sandbox ${name} waits for ${new Date(at).toISOString()}: advance its clock, which is \`manual\`.`,
    );
  });
  const seed = settings.seed ?? scenario.seed ?? DEFAULT_SEED;
  const sandbox = new Sandbox<PackedRows>({ name, scenario, seed, clock });
  placeDatasets(sandbox, datasets);
  return sandbox;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
