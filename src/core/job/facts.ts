import type { Assumptions } from "../assumption.ts";
import type { Integer, JsonObject } from "../json.ts";
import type { Model, SamplingParams } from "../model.ts";
import type { RecordPlaces } from "../rows/input-places.ts";
import type { RowRule } from "../rows/row-rule.ts";
import type { Instant } from "../time.ts";
import type { Profile } from "./profile.ts";
import type { JobState } from "./state.ts";

/** The client's request, with the simulator's field names. The inputs are stored separately. */
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
  /** The locations of the parts of an input that is not a string. */
  readonly places?: RecordPlaces;
  readonly columnName?: string;
  /** The column that holds the rows' IDs, in a dataset or file. */
  readonly idColumn?: string;
  readonly name?: string;
  readonly description?: string;
  /** Fields of the request that the job's views repeat, by their names on the wire. */
  readonly kept?: JsonObject;
  /** Milliseconds from creation until an unfinished job expires, if the client set this time. */
  readonly windowMs?: number;
  /** How long the job's output files are kept, in milliseconds, if the client set this time. */
  readonly outputLifeMs?: number;
};

export type InputSource =
  | { readonly kind: "array"; readonly digest: string }
  | { readonly kind: "dataset"; readonly datasetId: string }
  | { readonly kind: "file"; readonly fileId: string }
  | { readonly kind: "url"; readonly url: string };

/**
 * The submission, and a copy of all settings that the job depends on. Because of the copy, editing
 * a scenario doesn't change past jobs.
 */
export type SubmittedFact = {
  readonly type: "submitted";
  readonly at: Instant;
  readonly jobId: string;
  /** The sandbox's seed, for all random values of this job. */
  readonly seed: Integer;
  /** Key of the random stream for the job's durations. It doesn't depend on other submissions. */
  readonly key: string;
  readonly submission: Submission;
  /** Name of the scenario in effect at submission. */
  readonly scenario: string;
  readonly model: Model;
  readonly profile: Profile;
  /** Number of job slots in the sandbox at submission; undefined if unlimited. */
  readonly capacity?: Integer;
  /** Rules for the job's rows; undefined if every row is normal. */
  readonly rowRules?: readonly RowRule[];
  readonly assumptions: Assumptions;
  /** Whether the spec has `unknown`, the state before `queued` (assumption `job-states`). */
  readonly hasUnknownState: boolean;
};

/** The outcome of reading the inputs. `at` is always the time of the job's submission. */
export type InputsFact = {
  readonly type: "inputs";
  readonly at: Instant;
  readonly outcome: InputsOutcome;
};

/** Facts about the rows, or why the inputs can't be used. */
export type InputsOutcome = ReadyInputs | RefusedInputs;

/** Inputs that make the job fail. */
export type RefusedInputs = {
  readonly kind: "refused";
  readonly reason: string;
  /** Number of rows, if they could be counted. */
  readonly numRows?: Integer;
  /** The API error, if an assumption makes the service reject the create request with one. */
  readonly code?: "unknown-model" | "unknown-dataset" | "bad-url-input" | "row-too-long";
  /** The problems with the input file, if the inputs are in a file. */
  readonly problems?: readonly InputProblem[];
};

/** A problem with a job's inputs, in the service's words. */
export type InputProblem = {
  readonly code: string;
  readonly message: string;
  /** Number of the line, from 1; null for a problem with the whole file. */
  readonly line: Integer | null;
  /** Dotted path of the invalid field in the line, such as `body.model`, or null. */
  readonly param: string | null;
};

/** Facts about a job's rows that are known before it runs. */
export type ReadyInputs = {
  readonly kind: "ready";
  readonly numRows: Integer;
  /** Total number of tokens in all rows as the model sees them. */
  readonly inputTokens: number;
  /** An estimate for schedules and dry runs; the actual number is counted from the outputs. */
  readonly estimatedOutputTokens: number;
  /** Indexes of the records that fail when they run, in ascending order; undefined if none do. */
  readonly failedRows?: readonly Integer[];
  /** The model that every row names; undefined if rows differ or weren't compared. */
  readonly rowModel?: string;
  /**
   * Digest of the inputs, regardless of their order. If there are too many inputs to compare, it is
   * the digest of their file, if they have one. Undefined for inputs that aren't records.
   */
  readonly digest?: string;
};

/** A client's cancel request. */
export type CancelRequestedFact = { readonly type: "cancelRequested"; readonly at: Instant };

/** A state into which the test forced the job. */
export type ForcedFact = {
  readonly type: "forced";
  readonly at: Instant;
  readonly state: JobState;
  readonly reason?: string;
};

/** A client's deletion of the job: to clients, the job no longer exists. */
export type DeletedFact = { readonly type: "deleted"; readonly at: Instant };

/** A stored record of something that happened to a job. Facts never change. */
export type Fact = SubmittedFact | InputsFact | CancelRequestedFact | ForcedFact | DeletedFact;

/** Everything that has happened to a job, in order. */
export type Facts = readonly [SubmittedFact, ...Fact[]];
