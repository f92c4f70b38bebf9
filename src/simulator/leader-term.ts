import type { Express } from "express";
import type { ControlSchemas, Probes } from "../control/control-path.ts";
import type { ClientJudge, ControlHost } from "../control/host.ts";
import { MADE_KEY_PREFIX } from "../core/api-key.ts";
import { counted } from "../core/counted.ts";
import { originOfUrl } from "../core/urls.ts";
import type { Services } from "../engine/call-context.ts";
import { inSlices } from "../engine/in-slices.ts";
import { resumeReadings } from "../engine/read-late.ts";
import { SandboxOutbox } from "../engine/webhooks/outbox.ts";
import { type ControlService, controlService } from "../http/control/control-service.ts";
import type { Address } from "../http/request/route.ts";
import type { Settings } from "../options/settings.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import { type Database, openStoreIn, type SandboxStore } from "../stores/stores.ts";
import { OpenSandboxes } from "./open-sandboxes.ts";
import { packageFile, readBuilt } from "./package-file.ts";
import { sha256 } from "./recipes.ts";
import { reloadOnChange } from "./reload-scenario.ts";
import { ReportRegistry } from "./report-registry.ts";
import { scenarioReader } from "./scenario-registry.ts";
import { vocabularyOf } from "./scenario-vocabulary.ts";
import { appAt, noticeBug } from "./serve.ts";
import type { ServerParts } from "./server-parts.ts";
import type { Staging } from "./staging.ts";

/** The parts of a server that depend on its state. Among replicas, only the leader has them. */
export type LeaderTerm = {
  /** Stops watching the scenario's file, and ends event streams. */
  readonly stop: () => void;
  /** Ends every sandbox. Resolves once no sandbox is being judged in the background. */
  readonly end: () => Promise<void>;
  readonly host: ControlHost;
  readonly open: OpenSandboxes;
  readonly reports: ReportRegistry;
  readonly appAt: (address: Address) => Express;
  readonly saved: SandboxStore | undefined;
};

/**
 * Reads the state from a database; without one, nothing is stored. Closes the database if reading
 * fails, so that a later attempt can open it.
 */
export async function openTerm(
  server: ServerParts,
  database: Database | undefined,
  probes: Probes,
): Promise<LeaderTerm> {
  const { settings, staging, staged } = server;
  const options = staging.storeOptions(staged.scenario, settings.onNotice);
  let saved: SandboxStore | undefined;
  try {
    saved = database && (await openStoreIn(database, options));
    return await termOf(server, saved, probes);
  } catch (error) {
    await (saved ?? database)?.close();
    throw error;
  }
}

async function termOf(
  server: ServerParts,
  saved: SandboxStore | undefined,
  probes: Probes,
): Promise<LeaderTerm> {
  const { settings, staging, staged } = server;
  const reports = new ReportRegistry(server, saved);
  await reports.load();
  const services = servicesOf(server, () => open.sandboxes);
  const onReady = (sandbox: Sandbox): void => {
    if (sandbox.state.jobs.size > 0) {
      const rules = staging.specOf(sandbox.state.scenario);
      const create = rules.operations.find(({ use }) => use === "createJob");
      resumeReadings({ sandbox, rules, services }, create?.wireName ?? String);
    }
    addOutbox(sandbox, staging);
  };
  const open = await OpenSandboxes.open(server, { saved, reports, onReady });
  const { sandboxes } = open;
  const host = hostOf(server, services, { open, reports, saved, probes });
  const control = controlOf(host, settings);
  // Compiles the spec early, so that the first request doesn't wait for it.
  staging.specOf(staged.scenario);
  const { scenario: file, onNotice } = settings;
  const stopWatching = settings.watch
    ? reloadOnChange(file, { staging, sandboxes: open, onNotice })
    : undefined;
  // The loader starts last, because the database is closed if any step before this fails.
  open.loader.start();
  return {
    host,
    open,
    reports,
    saved,
    appAt: (address) => appAt(server, { sandboxes, services, control }, address),
    stop: () => {
      stopWatching?.();
      control.close();
    },
    end: async () => {
      const judged = reports.close();
      const read = open.loader.close();
      for (const sandbox of sandboxes.all()) sandbox.end();
      await Promise.all([judged, read]);
    },
  };
}

function addOutbox(sandbox: Sandbox, staging: Staging): void {
  const spec = (): Spec => staging.specOf(sandbox.state.scenario);
  sandbox.outbox = new SandboxOutbox({
    sandbox,
    rules: spec,
    // The sender is loaded late, because most servers send no webhooks.
    send: async (outgoing, signal) => {
      const { sendWebhook } = await import("../http/webhooks/send.ts");
      return sendWebhook(spec(), outgoing, signal);
    },
  });
}

function hostOf(
  server: ServerParts,
  services: Services,
  parts: Pick<LeaderTerm, "open" | "reports" | "saved"> & Pick<ControlHost, "probes">,
): ControlHost {
  const { open, reports, saved, probes } = parts;
  const { document, staging, scenarioThread, version, vitals, urls } = server;
  return {
    sandboxes: open.sandboxes,
    specOf: ({ state }) => staging.specOf(state.scenario),
    scenarios: scenarioReader(document, staging, scenarioThread),
    schemas: () => readBuilt<ControlSchemas>("control-schemas"),
    vocabulary: () => vocabularyOf(document),
    newRecipe: (change) => open.newRecipe(change),
    digest: sha256,
    version,
    judge: judgeOf(reports, open.sandboxes),
    responsesAt: async (sandbox, job, at) => {
      const { previewResponses } = await import("../http/preview.ts");
      const spec = staging.specOf(sandbox.state.scenario);
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

function controlOf(host: ControlHost, settings: Settings): ControlService {
  const { maxBodyBytes, requestTimeoutMs } = settings;
  return controlService({
    host,
    onExchange: settings.onExchange,
    isOn: settings.control,
    token: settings.controlToken,
    limits: { maxBodyBytes, requestTimeoutMs },
    viewerFolder: packageFile("dist", "viewer"),
    onBug: (error) => noticeBug(settings, error),
  });
}

function servicesOf(server: ServerParts, sandboxes: () => Sandboxes): Services {
  const { settings, staging, schemas, parquet, version, urls } = server;
  const { maxDownloadBytes, fetchTimeoutMs, maxRows, maxDecodedBytes, output } = settings;
  return {
    server: () => {
      const { controlUrl } = urls();
      return { version, ...urls(), controlUrl: settings.control ? controlUrl : undefined };
    },
    ownUrl: (url) => ownUrl(url, sandboxes(), urls().controlUrl),
    digest: sha256,
    matches: staging.matches,
    schemas,
    requireRoom: (sandbox) => sandboxes().requireRoom(sandbox),
    notice: settings.onNotice,
    readingFor: ({ name }) => ({
      key: name,
      limits: { maxRows, maxDecodedBytes },
      openParquet: (file, limits) => parquet.open(file, limits, name),
    }),
    maxDownloadBytes,
    fetchTimeoutMs,
    ...(output === undefined ? {} : { output }),
  };
}

async function ownUrl(url: string, sandboxes: Sandboxes, controlUrl: string): Promise<string> {
  const asked = URL.canParse(url) ? new URL(url) : undefined;
  if (asked === undefined) return url;
  const { signedFileAt } = await import("../http/control/signed-file.ts");
  if ((await signedFileAt(asked, sandboxes)) === undefined) return url;
  return originOfUrl(controlUrl) + asked.pathname + asked.search;
}

function judgeOf(reports: ReportRegistry, sandboxes: Sandboxes): ClientJudge {
  return {
    report: (judging) => inSlices(reports.report(sandboxes.all(), judging)),
    reportOn: async (sandbox, judging) => {
      const report = await inSlices(reports.reportOn(sandbox, judging), sandbox.name);
      if (report.summary.exchanges > 0) return report;
      const strays = strayRequests(sandboxes.all(), sandbox);
      return strays === undefined ? report : { ...report, strays };
    },
    expectFinding: (expected) => reports.expect(expected),
  };
}

const MAX_NAMED = 3;

/**
 * Describes requests since a sandbox's creation that could be from any test, because their key
 * isn't accepted, or belongs to a sandbox that no test created. Undefined if there are none.
 */
function strayRequests(sandboxes: readonly Sandbox[], { clock }: Sandbox): string | undefined {
  const strays = sandboxes
    .filter(({ recipe }) => recipe.key?.startsWith(MADE_KEY_PREFIX) !== true)
    .flatMap(({ traces }) => traces.all())
    .filter(({ wallAt }) => wallAt >= clock.wallStart);
  if (strays.length === 0) return undefined;
  const places = new Set(
    strays.map(({ method, url, status }) => `${method} ${url.replace(/\?.*$/s, "")} (${status})`),
  );
  const named = [...places].slice(0, MAX_NAMED).join(", ");
  const more = places.size > MAX_NAMED ? ", …" : "";
  const requests = counted(strays.length, "request");
  return `The server received ${requests} with an unknown key or without a key, from this test or another one: ${named}${more}. The client must send the sandbox's own API key (with the pytest plugin, \`BATCH_SIM_API_KEY\`).`;
}
