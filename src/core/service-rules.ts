import type { Assumptions } from "./assumption.ts";
import type { FileRules } from "./file-rules.ts";
import type { JobState } from "./job/state.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { Model, ReasoningShape } from "./model.ts";
import type { FileRequest, ResultsFile } from "./rows/file-layout.ts";
import type { RecordPlaces } from "./rows/input-places.ts";
import type { LineLayout } from "./rows/line.ts";
import type { WebhookEvents } from "./webhooks/endpoint.ts";

export type LiveUrls = {
  /** Includes the base path. */
  readonly baseUrl: string;
  readonly deploymentUrl: string;
};

/** Returns the first problem with a row, as one sentence; undefined if the row is valid. */
export type RowProblem = (value: JsonValue) => string | undefined;

/** The parts of the spec that the engine follows. */
export type ServiceRules = {
  /** The spec as an OpenAPI document, with the URLs of a running server. */
  readonly documentAt: (urls: LiveUrls) => JsonObject;
  /** Path of the operation bound to a use case; undefined if there is none. */
  readonly pathOf: (use: string) => string | undefined;
  /** Describes the results file for a request to the operation bound to a use case. */
  readonly resultsFile: (use: string, request: FileRequest) => ResultsFile;
  /** Returns the layout of rows in an ended job's views, as the create operation defines it. */
  readonly rowLines: (request: Pick<FileRequest, "endedAt" | "kept">) => LineLayout;
  /** Returns the URL of a request to the operation bound to a use case. */
  readonly urlOf: (
    use: string,
    fields: Readonly<Record<string, unknown>>,
    urls: LiveUrls,
  ) => string;
  readonly assumptions: Assumptions;
  readonly models: readonly [Model, ...Model[]];
  readonly quotas: readonly JsonObject[];
  readonly reasoning: ReasoningShape;
  /** Whether the service has a state. Jobs start in `unknown` if the service has that state. */
  readonly hasState: (state: JobState) => boolean;
  /** Compiles the check for a row's content; undefined if there is none. */
  readonly rowProblem: (() => Promise<RowProblem>) | undefined;
  /** Compiles the check for a line's form; undefined if there is none. */
  readonly lineProblem: (() => Promise<RowProblem>) | undefined;
  /** The locations of the parts of inputs that are not strings. */
  readonly places: RecordPlaces | undefined;
  /** Names of the request fields that a job's views repeat. */
  readonly keep: readonly string[];
  readonly files: FileRules | undefined;
  readonly webhooks: { readonly events: WebhookEvents } | undefined;
  /** Name on the wire of the field that states an uploaded file's purpose. */
  readonly purposeField: string;
  readonly wireState: (state: JobState) => string;
};
