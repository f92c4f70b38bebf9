import type { ParquetWorkers } from "../codec/parquet/worker/parquet-workers.ts";
import type { ServerUrls } from "../control/host.ts";
import type { JsonObject } from "../core/json.ts";
import type { Schemas } from "../generate/schemas/schemas.ts";
import type { RequestCounts } from "../http/request-counts.ts";
import type { Settings } from "../options/settings.ts";
import type { OpenedScenario } from "./open-scenario.ts";
import type { ScenarioThread } from "./scenario-registry.ts";
import type { Staging } from "./staging.ts";
import type { VitalsMeter } from "./vitals.ts";

/** The parts of a server that don't depend on its state. */
export type ServerParts = {
  readonly settings: Settings;
  readonly document: JsonObject;
  /** Empty, or a path that starts with a slash and doesn't end with one. */
  readonly basePath: string;
  readonly staging: Staging;
  readonly staged: OpenedScenario;
  readonly version: string;
  readonly ownTitle?: string | undefined;
  readonly schemas: Schemas;
  readonly parquet: ParquetWorkers;
  readonly scenarioThread: ScenarioThread;
  readonly vitals: VitalsMeter;
  readonly requests: RequestCounts;
  /** The server's URLs; empty strings until the server is listening. */
  readonly urls: () => ServerUrls;
};
