import { createHash } from "node:crypto";
import { ClockControl } from "./clock-control.ts";
import type { Exchange } from "./core/exchange.ts";
import type { JsonObject } from "./core/json.ts";
import type { Scenario } from "./core/scenario.ts";
import type { PackedRows } from "./input/packed-rows.ts";
import { needsMatcher, openScenario, packageVersion, requireOpenValues } from "./load-scenario.ts";
import { openDocument } from "./open-document.ts";
import { type Settings, type SimulatorOptions, settle } from "./options.ts";
import { serve } from "./serve.ts";
import { createSpecs } from "./spec/spec.ts";
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
  const scenario = await openScenario(settings.scenario, document);
  const matches = await matcherFor(scenario, document);
  const specs = createSpecs(document);
  const spec = specs(scenario.assumptions, scenario.models);
  const seed = settings.seed ?? scenario.seed ?? DEFAULT_SEED;
  const sandboxes = new Sandboxes<PackedRows>(
    (key) => openSandbox({ key, scenario, seed, settings }),
    settings.apiKeys,
  );
  const served = await serve({ settings, sandboxes, spec, matches, version, digest: sha256 });
  const apiKey = settings.apiKeys[0] ?? DEFAULT_API_KEY;
  const own = sandboxes.forKey(apiKey) ?? sandboxes.default;
  const close = async (): Promise<void> => {
    for (const sandbox of sandboxes.all()) sandbox.clock.close();
    await served.close();
  };
  return {
    baseUrl: served.baseUrl,
    deploymentUrl: served.deploymentUrl,
    apiKey,
    scenario: scenario.name,
    description: scenario.description,
    seed,
    version,
    clock: new ClockControl(own),
    exchanges: () => own.journal.exchanges(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function matcherFor(scenario: Scenario, document: JsonObject) {
  if (!needsMatcher(scenario, document)) return () => true;
  const { createSchemaMatcher } = await import("./generate/schema-matcher.ts");
  const matches = await createSchemaMatcher();
  requireOpenValues(scenario, document, matches);
  return matches;
}

type SandboxParts = {
  readonly key: string | undefined;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly settings: Settings;
};

/** The name is made from the key, and every id from the name: whoever doesn't have the key can't guess them. */
function openSandbox({ key, scenario, seed, settings }: SandboxParts): Sandbox<PackedRows> {
  const name =
    key === undefined ? "default" : sha256(JSON.stringify(["sandbox", key])).slice(0, 16);
  const spec = settings.clock ?? scenario.clock ?? { mode: "real" };
  const clock = new Clock(spec, (at) => {
    settings.onNotice(
      `Sandbox ${name} waits for ${new Date(at).toISOString()}: advance its clock, which is \`manual\`.`,
    );
  });
  return new Sandbox({ name, scenario, seed, clock });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
