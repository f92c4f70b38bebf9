import type { CancelRequestedFact, Facts, ForcedFact } from "../core/job/facts.ts";
import type { TimelineOutline } from "../core/job/phase.ts";
import type { JobState } from "../core/job/state.ts";
import type { JobView } from "../core/job/view.ts";
import type { Integer, JsonValue } from "../core/json.ts";
import type { Instant } from "../core/time.ts";

/** A job at one instant, as a test sees it. */
export type JobReport = JobView & {
  /** ID of the requested model or, if the client requested none, of the default model. */
  readonly modelId: string;
  /** The job's priority. Among jobs waiting for capacity, those with priority 0 start first. */
  readonly jobPriority: 0 | 1;
  /** Whether the job only estimates its costs. */
  readonly dryRun: boolean;
  /** Time of the job's next scheduled change; undefined if there is none. */
  readonly nextChangeAt?: Instant;
};

/** A job with all of its facts and its timeline. */
export type JobDetail = JobReport & {
  /** Facts about the job, such as its submission, cancel requests, and forced states. */
  readonly facts: Facts;
  /** Past and future states. A cancel request or a forced state can change future states. */
  readonly timeline: readonly { readonly state: JobState; readonly from: Instant }[];
};

/** A job's past and future states; cancellations and forced states can change the future ones. */
export type JobTimeline = TimelineOutline & {
  /** ID of the requested model or, if the client requested none, of the default model. */
  readonly modelId: string;
  /** Name of the scenario in effect when the job was submitted. */
  readonly scenario: string;
  /** Cancel requests and forced states, oldest first. */
  readonly interference: readonly (CancelRequestedFact | ForcedFact)[];
};

/** The responses that clients would get about a job at an instant, given what is known now. */
export type JobPreview = {
  /** The previewed instant on the sandbox's clock. */
  readonly at: Instant;
  /** The current instant on the sandbox's clock. */
  readonly now: Instant;
  /** The job at the instant `at`; undefined before its submission. */
  readonly job?: JobReport;
  /** The service's responses about the job, without faults. */
  readonly responses: readonly PreviewedResponse[];
};

/** The responses about a job that change at the instant `from`. */
export type RecordedPreview = {
  readonly from: Instant;
  /** The new responses, without faults. Other operations' responses are unchanged. */
  readonly responses: readonly PreviewedResponse[];
};

/** A response that the service would send. */
export type PreviewedResponse = {
  readonly operationId: string;
  readonly method: string;
  /** The request's path. */
  readonly path: string;
  readonly status: Integer;
  /** The JSON body; undefined for results and files. */
  readonly body?: JsonValue;
  /** Number of rows in the results, or of lines in the file. */
  readonly numRows?: Integer;
  /** The fault rule that would fire on this call; undefined if none, or if `at` is in the past. */
  readonly fault?: PreviewedFault;
};

/** A fault that would fire on a call. */
export type PreviewedFault = {
  /** Name of the rule. */
  readonly rule: string;
  readonly kind: string;
  /** The status that the fault sends; undefined if it changes the response in another way. */
  readonly status?: Integer;
};
