import { ParquetWorkers } from "../codec/parquet/worker/parquet-workers.ts";
import { createControl } from "../control/control.ts";
import type { ServerUrls } from "../control/host.ts";
import { sandboxSlug } from "../control/shared/sandbox-report.ts";
import { DEFAULT_API_KEY } from "../core/api-key.ts";
import { formatClockSpec } from "../core/clock-spec.ts";
import { defined } from "../core/defined.ts";
import { storeError } from "../core/errors.ts";
import { isJsonObject } from "../core/json.ts";
import { once } from "../core/once-per.ts";
import { atOnce } from "../core/steps.ts";
import { isPostgresUrl } from "../core/urls.ts";
import { createSchemas } from "../generate/schemas/schemas.ts";
import { RequestCounts } from "../http/request-counts.ts";
import { EXPECTED_FINDING } from "../options/command-table.ts";
import { objectOf } from "../options/form.ts";
import { FLAG, namedKey, textForm } from "../options/forms.ts";
import type { PlainOptions, SimulatorOptions } from "../options/options.ts";
import { checked, settle } from "../options/settings.ts";
import { SIMULATOR_TABLE } from "../options/simulator-table.ts";
import { basePathOf } from "../spec/servers.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { openFile } from "../stores/stores.ts";
import { type LeaderTerm, openTerm } from "./leader-term.ts";
import { openDocument, overlaysOf } from "./open-document.ts";
import { openProbes, type ProbedProcess, type StateProvider } from "./open-probes.ts";
import { lintNotice } from "./open-scenario.ts";
import { packageFile, packageVersion } from "./package-file.ts";
import { seedOf, sha256 } from "./recipes.ts";
import { openScenarioThread } from "./scenario-registry.ts";
import { type Served, serve } from "./serve.ts";
import type { ServerParts } from "./server-parts.ts";
import type { Simulator } from "./simulator.ts";
import { Staging } from "./staging.ts";
import { VitalsMeter } from "./vitals.ts";

/**
 * Starts a simulator. It accepts requests once the promise resolves.
 *
 * @example
 * await using sim = await startSimulator({ scenario: "slow-job", clock: "poll" });
 * const client = new MyClient({ baseUrl: sim.baseUrl, apiKey: sim.apiKey });
 *
 * @throws {SimulatorError} for invalid options, an invalid scenario, an unavailable port, or a
 *   store that can't be read
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { simulator, loaded } = await openSimulator(options);
  await loaded().catch(afterward(simulator.close));
  return simulator;
}

/** A running simulator that may still be reading its store. */
export type OpenSimulator = {
  readonly simulator: Simulator;
  /**
   * Resolves when everything stored has been read. Until then, synchronous functions that need the
   * state throw a SimulatorError.
   */
  readonly loaded: () => Promise<void>;
  readonly spec: () => Spec;
  /** The clock in the syntax of the option, such as `60x`. */
  readonly clock: () => Promise<string>;
};

/** Starts a simulator. A request waits only until its own sandbox has been read from the store. */
export async function openSimulator(
  options: SimulatorOptions = {},
  ownTitle?: string,
): Promise<OpenSimulator> {
  const text = scenarioTextOf(options?.scenario);
  const settings = settle(
    (text === undefined ? options : { ...options, scenario: undefined }) as PlainOptions,
  );
  const [document, version] = await Promise.all([
    openDocument(overlaysOf(settings)),
    packageVersion(),
  ]);
  const basePath = (settings.basePath ?? basePathOf(document) ?? "").replace(/\/$/, "");
  const staging = new Staging(document);
  if (settings.over !== undefined) await staging.playOver(settings.over);
  const staged = await (text === undefined
    ? staging.stage(settings.scenario)
    : staging.stageText(text));
  for (const finding of staged.findings) settings.onNotice(lintNotice(finding));
  const started: { urls?: ServerUrls } = {};
  const urls = (): ServerUrls => started.urls ?? { baseUrl: "", deploymentUrl: "", controlUrl: "" };
  const server: ServerParts = {
    ...{ settings, document, basePath, staging, staged, version, urls, ownTitle },
    schemas: createSchemas({
      workerFile: packageFile("dist", "schema-worker.cjs"),
      maxSteps: settings.maxSchemaSteps,
    }),
    parquet: new ParquetWorkers(packageFile("dist", "parquet-worker.cjs")),
    scenarioThread: openScenarioThread(document),
    vitals: new VitalsMeter(),
    requests: new RequestCounts(),
  };
  const provider = await openProvider(server).catch(afterward(() => endAll(server)));
  const served = await serve(server, provider).catch(afterward(() => endAll(server, provider)));
  started.urls = served;
  await provider.start(served.listenings).catch(afterward(() => endAll(server, provider, served)));
  const simulator = simulatorOf(server, provider, served);
  return {
    simulator,
    loaded: async () => provider.current()?.host.loaded(),
    spec: () => staging.specOf(staged.scenario),
    // Without a store, doesn't use the control API: loading its verbs delays the first response.
    clock: async () =>
      settings.store === SIMULATOR_TABLE.store.fallback
        ? formatClockSpec(provider.term().open.own.clock.spec)
        : (await simulator.clock.read()).clock,
  };
}

async function endAll(
  { schemas, parquet, scenarioThread, vitals }: ServerParts,
  provider?: StateProvider,
  served?: Served,
): Promise<void> {
  provider?.stop();
  await Promise.all([provider?.end(), served?.close()]);
  await Promise.all([schemas.close(), parquet.close(), scenarioThread.close()]);
  vitals.close();
  await provider?.close();
}

function afterward(clean: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await clean();
    throw error;
  };
}

const JUDGING = objectOf({ strict: FLAG });
const ABOUT_JOB = objectOf({ jobId: textForm("ID") });

function simulatorOf(server: ServerParts, provider: StateProvider, served: Served): Simulator {
  const { settings, staged, version } = server;
  const { apiKeys, drainMs } = settings;
  const ownKey = apiKeys.map(namedKey)[0]?.key ?? DEFAULT_API_KEY;
  const control = createControl(provider.reach, ownKey);
  const end = async (): Promise<void> => {
    provider.stop();
    await served.drain(drainMs);
    await endAll(server, provider, served);
  };
  // With `await using`, the end of the scope may close the simulator a second time.
  const close = once(end);
  const read = (): LeaderTerm => {
    const term = provider.term();
    if (term.open.loader.isDone) return term;
    throw storeError(
      "Failed to read the state of this process: the process is still loading its state from the store. Use `control`, which waits for the state.",
    );
  };
  const own = (): Sandbox => read().open.own;
  return {
    baseUrl: served.baseUrl,
    deploymentUrl: served.deploymentUrl,
    controlUrl: settings.control ? served.controlUrl : undefined,
    apiKey: ownKey,
    scenario: staged.scenario.name,
    description: staged.scenario.description,
    seed: provider.current()?.open.own.seed ?? seedOf(settings, staged.scenario),
    version,
    clock: control.clock,
    control,
    sandbox: control.sandbox,
    exchanges: () => own().journal.all(),
    report: (judging = {}) => {
      const { reports, open } = read();
      return atOnce(reports.report(open.sandboxes.all(), checked(JUDGING, judging)));
    },
    expectFinding: (given) => {
      const { id, sandbox: title } = checked(EXPECTED_FINDING, given);
      const sandbox = title && sandboxSlug(title, sha256);
      provider.term().host.judge.expectFinding(defined({ id, sandbox, title }));
    },
    expectClientError: (about = {}) => own().noteClientError(checked(ABOUT_JOB, about).jobId),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The text of a scenario given as text or an object; undefined for a name or a path. */
function scenarioTextOf(scenario: SimulatorOptions["scenario"]): string | undefined {
  if (typeof scenario === "string") return /\n|^\s*\{|:\s/.test(scenario) ? scenario : undefined;
  return isJsonObject(scenario) ? JSON.stringify(scenario, null, 2) : undefined;
}

async function openProvider(server: ServerParts): Promise<StateProvider> {
  if (isPostgresUrl(server.settings.store)) {
    const { openReplica } = await import("./replica.ts");
    return openReplica(server);
  }
  return ownProvider(server);
}

async function ownProvider(server: ServerParts): Promise<StateProvider> {
  const { store } = server.settings;
  const database = store === SIMULATOR_TABLE.store.fallback ? undefined : await openFile(store);
  const process: ProbedProcess = {
    status: () => ({ role: "single" }),
    current: () => term,
    problemElsewhere: async () => undefined,
    takeovers: () => 0,
  };
  const term: LeaderTerm = await openTerm(server, database, openProbes(server, process));
  return {
    ...process,
    term: () => term,
    handlerAt: (address) => term.appAt(address),
    // The verbs and their grammars are loaded on the first call.
    reach: (key) => (name, args) =>
      import("../control/perform.ts").then(({ perform }) =>
        perform(term.host, { key }, { name, args }),
      ),
    start: async () => {},
    stop: term.stop,
    end: term.end,
    close: async () => term.saved?.close(),
  };
}
