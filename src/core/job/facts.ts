import type { JsonObject, JsonValue } from "../json.ts";
import type { Model, SamplingParams } from "../model.ts";
import type { RowRule } from "../rows/row-rule.ts";
import type { Instant } from "../time.ts";
import type { Profile } from "./profile.ts";
import type { JobState } from "./state.ts";

/** What the client asked for, in our words. `inputs` is not here: the rows live in the store. */
export type Submission = {
  readonly source: InputSource;
  readonly modelId: string;
  readonly systemPrompt?: string;
  readonly jsonSchema?: JsonObject;
  readonly samplingParams: SamplingParams;
  readonly jobPriority: 0 | 1;
  readonly dryRun: boolean;
  readonly randomSeedPerInput: boolean;
  readonly truncateRows: boolean;
  /** JSON Pointers to the text of an input that is not a string; its JSON is the text if none leads to a string. */
  readonly rowText?: readonly string[];
  readonly columnName?: string;
  readonly name?: string;
  readonly description?: string;
};

/** Where the inputs come from. */
export type InputSource =
  | { readonly kind: "array"; readonly digest: string }
  | { readonly kind: "dataset"; readonly datasetId: string }
  | { readonly kind: "url"; readonly url: string };

/** The client's submission and all that the job depends on: editing a scenario never rewrites history. */
export type SubmittedFact = {
  readonly type: "submitted";
  readonly at: Instant;
  readonly jobId: string;
  /** Seed of everything drawn for this job: the sandbox's. */
  readonly seed: number;
  /** Key of the job's own draws (durations); independent of other submissions. */
  readonly key: string;
  readonly submission: Submission;
  readonly model: Model;
  readonly profile: Profile;
  /** Job slots of the sandbox when the job was submitted; undefined: as many as there are jobs. */
  readonly capacity?: number;
  /** What becomes of the job's rows; undefined: of each the usual. */
  readonly rowRules?: readonly RowRule[];
  readonly assumptions: Assumptions;
  /** Whether the specification in force names `unknown`, the state before `queued` (assumption `job-states`). */
  readonly hasUnknownState: boolean;
};

/** Values in force, by assumption id. */
export type Assumptions = Readonly<Record<string, JsonValue>>;

/** What reading the inputs gave. Stamped with the submission's instant, whenever the bytes came. */
export type InputsFact = {
  readonly type: "inputs";
  readonly at: Instant;
  readonly outcome: InputsOutcome;
};

/** The rows, or why they can't be used. */
export type InputsOutcome = ReadyInputs | RefusedInputs;

/** Inputs that make the job fail. */
export type RefusedInputs = {
  readonly kind: "refused";
  readonly reason: string;
  /** Number of rows, if they could be counted. */
  readonly numRows?: number;
};

/** What is known of the rows of a job before it runs. */
export type ReadyInputs = {
  readonly kind: "ready";
  readonly numRows: number;
  /** Of all rows as the model sees them. */
  readonly inputTokens: number;
  /** The estimate that schedules and dry runs work with; what a row really costs is counted from its output. */
  readonly estimatedOutputTokens: number;
};

/** A cancel request of a client. */
export type CancelRequestedFact = { readonly type: "cancelRequested"; readonly at: Instant };

/** The test put the job into a state. */
export type ForcedFact = {
  readonly type: "forced";
  readonly at: Instant;
  readonly state: JobState;
  readonly reason?: string;
};

export type Fact = SubmittedFact | InputsFact | CancelRequestedFact | ForcedFact;

/** All that is stored about a job, in the order in which it happened. */
export type Facts = readonly [SubmittedFact, ...Fact[]];
