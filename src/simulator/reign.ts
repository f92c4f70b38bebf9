import type { ParquetWorkers } from "../codec/parquet/worker/parquet-workers.ts";
import type { ControlHost, ServerUrls } from "../control/host.ts";
import type { JsonObject } from "../core/json.ts";
import type { Schemas } from "../generate/schemas/schemas.ts";
import { ControlService } from "../http/control/control-service.ts";
import { previewResponses } from "../http/preview.ts";
import type { Settings } from "../options/settings.ts";
import type { SavedSandboxes } from "../state/saved/saved-sandboxes.ts";
import { judgeOf } from "./judge.ts";
import { openBook } from "./open-book.ts";
import { OpenSandboxes, sha256 } from "./open-sandboxes.ts";
import { vocabularyOf } from "./open-scenario.ts";
import { savedTogether } from "./open-store.ts";
import { packageFile } from "./package-file.ts";
import { reloadOnChange } from "./reload-scenario.ts";
import type { ReportBook } from "./report-book.ts";
import { resumeReadingsIn } from "./resume-readings-in.ts";
import { ScenarioShelf } from "./scenario-shelf.ts";
import type { ScenarioThread } from "./scenario-thread.ts";
import { noticeBug, type ServerParts } from "./serve.ts";
import { servicesOf } from "./services.ts";
import type { StagedScenario, Staging } from "./staging.ts";
import type { VitalsMeter } from "./vitals.ts";

/** The parts of a server that don't depend on its state. */
export type Ground = {
  readonly settings: Settings;
  readonly document: JsonObject;
  readonly basePath: string;
  readonly staging: Staging;
  readonly staged: StagedScenario;
  readonly version: string;
  readonly schemas: Schemas;
  readonly parquet: ParquetWorkers;
  readonly scenarioThread: ScenarioThread;
  readonly vitals: VitalsMeter;
  /** The server's URLs, once it listens. */
  readonly urls: () => ServerUrls;
};

/** The time during which a process has the state: all of its life or, if processes share a database, while it leads. */
export type Reign = {
  readonly host: ControlHost;
  readonly open: OpenSandboxes;
  readonly book: ReportBook;
  readonly parts: ServerParts;
  readonly saved: SavedSandboxes | undefined;
  /** Ends what waits for changes, other than requests. */
  readonly stop: () => void;
  /** Ends every sandbox. Resolves once nothing is judged in the background. */
  readonly end: () => Promise<void>;
};

/** Continues the stored sandboxes, if any, and opens the others. */
export async function openReign(ground: Ground, saved: SavedSandboxes | undefined): Promise<Reign> {
  const { settings, staging, staged, version, basePath } = ground;
  const open = await OpenSandboxes.open({ settings, staging, staged, saved });
  const { sandboxes } = open;
  const book = await openBook({ open, saved, settings, staging, version, basePath });
  const services = servicesOf({ ...ground, sandboxes });
  const host = hostOf(ground, { open, book, saved, services });
  const control = controlService(host, settings);
  open.onLoaded = (sandbox) => resumeReadingsIn(sandbox, { services, staging });
  open.loader.start();
  // So that the first request doesn't wait for it.
  staging.specOf(staged.scenario);
  const stopWatching = watchFile(settings, staging, open);
  return {
    host,
    open,
    book,
    saved,
    parts: { settings, basePath, sandboxes, staging, services, control, version },
    stop: () => {
      stopWatching();
      control.close();
    },
    end: () => endAll(book, open),
  };
}

async function endAll(book: ReportBook, { sandboxes, loader }: OpenSandboxes): Promise<void> {
  const judged = book.close();
  const read = loader.close();
  for (const sandbox of sandboxes.all()) sandbox.end();
  await Promise.all([judged, read]);
}

type HostParts = Pick<Reign, "open" | "book" | "saved"> & Pick<ServerParts, "services">;

function hostOf(ground: Ground, { open, book, saved, services }: HostParts): ControlHost {
  const { document, staging, scenarioThread, version, vitals, urls } = ground;
  return {
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
    loaded: () => open.loader.loaded(),
    saved: (sandbox) => savedTogether(saved, sandbox),
    urls,
  };
}

function controlService(host: ControlHost, settings: Settings): ControlService {
  const { control: isOn, controlToken, maxBodyBytes, requestTimeoutMs } = settings;
  const limits = { maxBodyBytes, requestTimeoutMs };
  const onBug = (error: unknown): void => noticeBug(settings, error);
  const viewerFolder = packageFile("dist", "viewer");
  return new ControlService({ host, isOn, token: controlToken, limits, viewerFolder, onBug });
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
