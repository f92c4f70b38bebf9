import type { JsonObject, JsonValue } from "../json.ts";
import type { Model, SamplingParams } from "../model.ts";
import type { RowRule } from "../rows/row-rule.ts";
import type { Instant } from "../time.ts";
import type { Profile } from "./profile.ts";
import type { JobState } from "./state.ts";

/** The client's request in our terms, without `inputs`: the store holds the rows. */
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
  /** The column of the rows' IDs, in a dataset or file. */
  readonly idColumn?: string;
  readonly name?: string;
  readonly description?: string;
};

/** The source of the inputs. */
export type InputSource =
  | { readonly kind: "array"; readonly digest: string }
  | { readonly kind: "dataset"; readonly datasetId: string }
  | { readonly kind: "url"; readonly url: string };

/**
 * The client's submission and everything that the job depends on, so that editing a scenario
 * doesn't affect past jobs.
 */
export type SubmittedFact = {
  readonly type: "submitted";
  readonly at: Instant;
  readonly jobId: string;
  /** The sandbox's seed, for everything drawn for this job. */
  readonly seed: number;
  /** Key of the job's own draws (durations); independent of other submissions. */
  readonly key: string;
  readonly submission: Submission;
  /** Name of the scenario in effect at submission. */
  readonly scenario: string;
  readonly model: Model;
  readonly profile: Profile;
  /** Number of job slots in the sandbox at submission; undefined if unlimited. */
  readonly capacity?: number;
  /** Rules for the job's rows; undefined if every row is normal. */
  readonly rowRules?: readonly RowRule[];
  readonly assumptions: Assumptions;
  /** Whether the spec has `unknown`, the state before `queued` (assumption `job-states`). */
  readonly hasUnknownState: boolean;
};

/** Values in effect, by assumption ID. */
export type Assumptions = Readonly<Record<string, JsonValue>>;

/**
 * The outcome of reading the inputs. Dated with the submission's instant, no matter when the bytes
 * arrive.
 */
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

/** What is known about a job's rows before it runs. */
export type ReadyInputs = {
  readonly kind: "ready";
  readonly numRows: number;
  /** Total for all rows as the model sees them. */
  readonly inputTokens: number;
  /** An estimate for schedules and dry runs; a row's actual cost is counted from its output. */
  readonly estimatedOutputTokens: number;
};

/** A client's cancel request. */
export type CancelRequestedFact = { readonly type: "cancelRequested"; readonly at: Instant };

/** The test forced the job into a state. */
export type ForcedFact = {
  readonly type: "forced";
  readonly at: Instant;
  readonly state: JobState;
  readonly reason?: string;
};

export type Fact = SubmittedFact | InputsFact | CancelRequestedFact | ForcedFact;

/** Everything stored about a job, in the order in which it happened. */
export type Facts = readonly [SubmittedFact, ...Fact[]];
