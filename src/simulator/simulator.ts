import { ParquetWorkers } from "../codec/parquet/worker/parquet-workers.ts";
import type { SandboxOptions } from "../control/arguments.ts";
import type { Control, ControlClock, SandboxHandle } from "../control/control.ts";
import { createControl } from "../control/create-control.ts";
import type { ControlHost, ServerUrls } from "../control/host.ts";
import { perform } from "../control/perform.ts";
import { sandboxSlug } from "../control/shared/sandbox-slug.ts";
import type { Exchange } from "../core/exchange.ts";
import { atOnce } from "../core/steps.ts";
import type { ExpectedFinding } from "../findings/expected-finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report.ts";
import { ControlService } from "../http/control/control-service.ts";
import { previewResponses } from "../http/preview.ts";
import type { PlainOptions, SimulatorOptions } from "../options/options.ts";
import { type Settings, settle } from "../options/settings.ts";
import { createSchemas, type Schemas } from "../schema/schemas.ts";
import { basePathOf } from "../spec/base-path.ts";
import type { SavedSandboxes } from "../state/saved/saved-sandboxes.ts";
import { scenarioTextOf, stageGiven } from "./given-scenario.ts";
import { judgeOf } from "./judge.ts";
import { lintNotice } from "./lint-notice.ts";
import { openBook } from "./open-book.ts";
import { openDocument } from "./open-document.ts";
import { OpenSandboxes, sha256 } from "./open-sandboxes.ts";
import { vocabularyOf } from "./open-scenario.ts";
import { openStore, savedTogether } from "./open-store.ts";
import { packageFile } from "./package-file.ts";
import { packageVersion } from "./package-version.ts";
import { reloadOnChange } from "./reload-scenario.ts";
import type { ReportBook } from "./report-book.ts";
import { resumeReadingsIn } from "./resume-readings-in.ts";
import { ScenarioShelf } from "./scenario-shelf.ts";
import { ScenarioThread } from "./scenario-thread.ts";
import { noticeBug, type Served, type ServerParts, serve } from "./serve.ts";
import { servicesOf } from "./services.ts";
import { Staging } from "./staging.ts";
import { VitalsMeter } from "./vitals.ts";

/** A running simulator. */
export type Simulator = {
  /** Where clients send requests: the interface document's {base_url}. */
  readonly baseUrl: string;
  /** Where clients cancel jobs: {deployment_url}. The same origin unless `deploymentPort` was given. */
  readonly deploymentUrl: string;
  /** URL of the control API; undefined if it is off. */
  readonly controlUrl: string | undefined;
  /** An accepted key: the first of `apiKeys`, or the default one. */
  readonly apiKey: string;
  /** Name or file of the scenario. */
  readonly scenario: string;
  /** The scenario's description in one line; may be empty. */
  readonly description: string;
  /** Seed of the rows and IDs. */
  readonly seed: number;
  /** Version of batch-sim. */
  readonly version: string;
  /** The clock of `apiKey`'s sandbox: the same as `control.clock`. */
  readonly clock: ControlClock;
  /** In-process control over `apiKey`'s sandbox; also available if the control API is off. */
  readonly control: Control;
  /** Creates a sandbox with its own key, isolated from all others; disposing of it deletes it. */
  readonly sandbox: (options?: SandboxOptions) => Promise<SandboxHandle>;
  /** The recorded exchanges of `apiKey`'s clients, oldest first. */
  readonly exchanges: () => readonly Exchange[];
  /** What the clients of every sandbox have done wrong so far, and what they used; with `strict`, an `info` counts as a warning. */
  readonly report: (judging?: Judging) => Report;
  /** Declares that a test provokes a finding on purpose; an expected finding that doesn't occur is itself a finding. */
  readonly expectFinding: (expected: ExpectedFinding) => void;
  /** Declares that the client reported an error about one job, or about anything that has happened with `apiKey` so far. */
  readonly expectClientError: (about?: { readonly jobId?: string }) => void;
  /** Stops the simulator and frees its ports; open requests are cut off after `drainMs`. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/**
 * Starts a simulator. It accepts requests once the promise resolves.
 *
 * @example
 * await using sim = await startSimulator({ scenario: "slow-job", clock: "poll" });
 * const client = new MyClient({ baseUrl: sim.baseUrl, apiKey: sim.apiKey });
 *
 * @throws {SimulatorError} for invalid options, an invalid scenario, or an unavailable port
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const text = scenarioTextOf(options?.scenario);
  const settings = settle(
    (text === undefined ? options : { ...options, scenario: undefined }) as PlainOptions,
  );
  const [document, version] = await Promise.all([
    openDocument(settings.overlays),
    packageVersion(),
  ]);
  const basePath = (settings.basePath ?? basePathOf(document) ?? "").replace(/\/$/, "");
  const staging = new Staging(document);
  const staged = await stageGiven(staging, text, settings.scenario);
  for (const finding of staged.findings) settings.onNotice(lintNotice(finding));
  const saved = await openStore(settings, staging, staged);
  const open = await OpenSandboxes.open({ settings, staging, staged, saved });
  const book = await openBook({ open, saved, settings, staging, version, basePath });
  const started: { urls?: ServerUrls } = {};
  const scenarioThread = new ScenarioThread(document);
  const vitals = new VitalsMeter();
  const host: ControlHost = {
    sandboxes: open.sandboxes,
    specOf: ({ scenario }) => staging.specOf(scenario),
    scenarios: new ScenarioShelf(document, staging, scenarioThread),
    vocabulary: () => vocabularyOf(document),
    newRecipe: (change) => open.newRecipe(change),
    digest: sha256,
    version,
    judge: judgeOf(book, open),
    responsesAt: (sandbox, job, at) =>
      previewResponses({ sandbox, spec: staging.specOf(sandbox.scenario), services }, job, at),
    vitals: () => vitals.read(),
    storeProblem: () => saved?.problem,
    saved: (sandbox) => savedTogether(saved, sandbox),
    urls: () => started.urls ?? { baseUrl: "", deploymentUrl: "", controlUrl: "" },
  };
  const schemas = createSchemas({
    workerFile: packageFile("dist", "schema-worker.cjs"),
    maxSteps: settings.maxSchemaSteps,
  });
  const parquet = new ParquetWorkers(packageFile("dist", "parquet-worker.cjs"));
  const control = controlService(host, settings);
  const workers = { schemas, parquet, scenarioThread };
  const common = { settings, staging, sandboxes: open.sandboxes, version };
  const services = servicesOf({ ...common, ...workers, urls: host.urls });
  const parts = { ...common, basePath, services, control };
  resumeReadingsIn(open.sandboxes, { services, staging });
  const served = await serveOrStop(parts, async () => {
    vitals.close();
    await saved?.close();
  });
  started.urls = served;
  const stopWatching = watchFile(settings, staging, open);
  return simulatorOf({
    ...{ ...parts, ...workers, saved, host, open },
    ...{ book, served, vitals, stopWatching },
  });
}

/** Serves, or stops everything else if that fails. */
async function serveOrStop(parts: ServerParts, stop: () => Promise<void>): Promise<Served> {
  return serve(parts).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
}

function controlService(host: ControlHost, settings: Settings): ControlService | undefined {
  if (!settings.control) return undefined;
  const { controlToken, maxBodyBytes, requestTimeoutMs } = settings;
  const limits = { maxBodyBytes, requestTimeoutMs };
  const onBug = (error: unknown): void => noticeBug(settings, error);
  const viewerFolder = packageFile("dist", "viewer");
  return new ControlService({ host, token: controlToken, limits, viewerFolder, onBug });
}

function watchFile(settings: Settings, staging: Staging, open: OpenSandboxes): () => void {
  if (!settings.watch) return () => {};
  const { scenario: file, onNotice } = settings;
  return reloadOnChange({
    ...{ file, staging, onNotice },
    current: () => open.staged,
    replace: (next) => open.replaceScenario(next),
  });
}

type Started = {
  readonly control: ControlService | undefined;
  readonly host: ControlHost;
  readonly open: OpenSandboxes;
  readonly book: ReportBook;
  readonly served: Served;
  readonly schemas: Schemas;
  readonly parquet: ParquetWorkers;
  readonly scenarioThread: ScenarioThread;
  readonly settings: Settings;
  readonly vitals: VitalsMeter;
  readonly saved: SavedSandboxes | undefined;
  readonly stopWatching: () => void;
};

function simulatorOf({
  host,
  open,
  control: service,
  book,
  served,
  schemas,
  parquet,
  scenarioThread,
  settings,
  vitals,
  saved,
  stopWatching,
}: Started): Simulator {
  const { ownKey, own, staged } = open;
  const control = createControl(
    (key) => (name, args) => perform(host, { key }, { name, args }),
    ownKey,
  );
  const close = async (): Promise<void> => {
    stopWatching();
    service?.close();
    await served.drain(settings.drainMs);
    const judged = book.close();
    for (const sandbox of open.sandboxes.all()) sandbox.end();
    await Promise.all([served.close(), judged]);
    await Promise.all([schemas.close(), parquet.close(), scenarioThread.close()]);
    await saved?.close();
    vitals.close();
  };
  return {
    baseUrl: served.baseUrl,
    deploymentUrl: served.deploymentUrl,
    controlUrl: settings.control ? served.controlUrl : undefined,
    apiKey: ownKey,
    scenario: staged.scenario.name,
    description: staged.scenario.description,
    seed: own.seed,
    version: host.version,
    clock: control.clock,
    control,
    sandbox: control.sandbox,
    exchanges: () => open.own.journal.exchanges(),
    report: (judging = {}) => atOnce(book.report(open.sandboxes.all(), judging)),
    expectFinding: ({ sandbox, ...expected }) =>
      host.judge.expectFinding({
        ...expected,
        ...(sandbox === undefined ? {} : { sandbox: sandboxSlug(sandbox, sha256) }),
      }),
    expectClientError: (about = {}) => host.judge.expectClientError(open.own, about.jobId),
    close,
    [Symbol.asyncDispose]: close,
  };
}
