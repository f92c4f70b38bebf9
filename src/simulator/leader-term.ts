import type { ParquetWorkers } from "../codec/parquet/worker/parquet-workers.ts";
import type { Probes } from "../control/control-path.ts";
import type { ControlHost, ServerUrls } from "../control/host.ts";
import type { JsonObject } from "../core/json.ts";
import type { Services } from "../engine/call-context.ts";
import { resumeReadings } from "../engine/read-late.ts";
import { SandboxOutbox } from "../engine/webhooks/outbox.ts";
import type { Schemas } from "../generate/schemas/schemas.ts";
import { ControlService } from "../http/control/control-service.ts";
import type { RequestCounts } from "../http/request-counts.ts";
import type { Settings } from "../options/settings.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { SandboxStore } from "../stores/stores.ts";
import { judgeOf, openReports } from "./open-reports.ts";
import { OpenSandboxes, sha256 } from "./open-sandboxes.ts";
import { vocabularyOf } from "./open-scenario.ts";
import { packageFile } from "./package-file.ts";
import { reloadOnChange } from "./reload-scenario.ts";
import type { ReportRegistry } from "./report-registry.ts";
import { ScenarioRegistry } from "./scenario-registry.ts";
import type { ScenarioThread } from "./scenario-thread.ts";
import { noticeBug, type StatefulParts } from "./serve.ts";
import { servicesOf } from "./services.ts";
import type { StagedScenario, Staging } from "./staging.ts";
import type { VitalsMeter } from "./vitals.ts";

/** The parts of a server that don't depend on its state. */
export type ServerParts = {
  readonly settings: Settings;
  readonly document: JsonObject;
  readonly basePath: string;
  readonly staging: Staging;
  readonly staged: StagedScenario;
  readonly version: string;
  /** Title of the own key's sandbox. */
  readonly ownTitle?: string | undefined;
  readonly schemas: Schemas;
  readonly parquet: ParquetWorkers;
  readonly scenarioThread: ScenarioThread;
  readonly vitals: VitalsMeter;
  readonly requests: RequestCounts;
  /** The server's URLs, once it listens. */
  readonly urls: () => ServerUrls;
};

/** The time during which a process has the state: all of its life or, if processes share a database, while it leads. */
export type LeaderTerm = {
  readonly host: ControlHost;
  readonly open: OpenSandboxes;
  readonly reports: ReportRegistry;
  readonly parts: StatefulParts;
  readonly saved: SandboxStore | undefined;
  /** Ends what waits for changes, other than requests. */
  readonly stop: () => void;
  /** Ends every sandbox. Resolves once nothing is judged in the background. */
  readonly end: () => Promise<void>;
};

/** Continues the stored sandboxes, if any, and opens the others. */
export async function openTerm(
  server: ServerParts,
  saved: SandboxStore | undefined,
  probes: Probes,
): Promise<LeaderTerm> {
  const { settings, staging, staged, version, basePath, requests, ownTitle } = server;
  const open = await OpenSandboxes.open({ settings, staging, staged, saved, ownTitle });
  const { sandboxes } = open;
  const reports = await openReports({ open, saved, settings, staging, version, basePath });
  const services = servicesOf({ ...server, sandboxes });
  const host = hostOf(server, { open, reports, saved, services, probes });
  const control = controlService(host, settings);
  open.onLoaded = (sandbox) => {
    resumeReadingsIn(sandbox, { services, staging });
    addOutbox(sandbox, staging);
  };
  open.onOpen = (sandbox) => addOutbox(sandbox, staging);
  for (const sandbox of sandboxes.all()) addOutbox(sandbox, staging);
  open.loader.start();
  // So that the first request doesn't wait for it.
  staging.specOf(staged.scenario);
  const stopWatching = watchFile(settings, staging, open);
  return {
    host,
    open,
    reports,
    saved,
    parts: { settings, basePath, sandboxes, staging, services, control, requests, version },
    stop: () => {
      stopWatching();
      control.close();
    },
    end: () => endAll(reports, open),
  };
}

/** Makes a sandbox's deliveries from now on; a stored one's, once it has been read. */
function addOutbox(sandbox: Sandbox, staging: Staging): void {
  if (sandbox.loading !== undefined) return;
  const spec = (): Spec => staging.specOf(sandbox.scenario);
  sandbox.outbox ??= new SandboxOutbox({
    sandbox,
    rules: spec,
    // Most servers never send anything.
    send: async (outgoing, signal) => {
      const { sendWebhook } = await import("../http/webhooks/send.ts");
      return sendWebhook(spec(), outgoing, signal);
    },
  });
}

async function endAll(
  reports: ReportRegistry,
  { sandboxes, loader }: OpenSandboxes,
): Promise<void> {
  const judged = reports.close();
  const read = loader.close();
  for (const sandbox of sandboxes.all()) sandbox.end();
  await Promise.all([judged, read]);
}

type HostParts = Pick<LeaderTerm, "open" | "reports" | "saved"> &
  Pick<StatefulParts, "services"> & { readonly probes: Probes };

function hostOf(
  server: ServerParts,
  { open, reports, saved, services, probes }: HostParts,
): ControlHost {
  const { document, staging, scenarioThread, version, vitals, urls } = server;
  return {
    sandboxes: open.sandboxes,
    specOf: ({ scenario }) => staging.specOf(scenario),
    scenarios: new ScenarioRegistry(document, staging, scenarioThread),
    vocabulary: () => vocabularyOf(document),
    newRecipe: (change) => open.newRecipe(change),
    digest: sha256,
    version,
    judge: judgeOf(reports, open),
    responsesAt: async (sandbox, job, at) => {
      const { previewResponses } = await import("../http/preview.ts");
      const spec = staging.specOf(sandbox.scenario);
      return previewResponses({ sandbox, spec, services }, job, at);
    },
    vitals: () => vitals.read(),
    probes,
    storeProblem: () => saved?.problem,
    loaded: () => open.loader.loaded(),
    saved: (sandbox) => saved?.savedWith(sandbox.log),
    urls,
  };
}

function controlService(host: ControlHost, settings: Settings): ControlService {
  const { control: isOn, controlToken: token, onExchange } = settings;
  const { maxBodyBytes, requestTimeoutMs } = settings;
  const limits = { maxBodyBytes, requestTimeoutMs };
  const onBug = (error: unknown): void => noticeBug(settings, error);
  const viewerFolder = packageFile("dist", "viewer");
  return new ControlService({ host, onExchange, isOn, token, limits, viewerFolder, onBug });
}

function watchFile(settings: Settings, staging: Staging, open: OpenSandboxes): () => void {
  if (!settings.watch) return () => {};
  const { scenario: file, onNotice } = settings;
  return reloadOnChange({
    file,
    staging,
    onNotice,
    current: () => open.staged,
    replace: (next) => open.replaceScenario(next),
  });
}

/** Reads the inputs that an earlier process had not read completely in a sandbox. */
function resumeReadingsIn(
  sandbox: Sandbox,
  { services, staging }: { readonly services: Services; readonly staging: Staging },
): void {
  const rules = staging.specOf(sandbox.scenario);
  const create = rules.operations.find(({ use }) => use === "createJob");
  resumeReadings({ sandbox, rules, services }, create?.wireName ?? String);
}
