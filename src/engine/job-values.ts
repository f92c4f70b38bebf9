import type { Estimate } from "../core/job/estimate.ts";
import type { SampleRules } from "../core/use-case-needs.ts";
import { jobIdOf } from "./job-id.ts";
import type { JobRecord } from "./job-record.ts";

/** The values in a job record, with their meanings. */
export const JOB_VALUES: Readonly<
  Record<keyof JobRecord | `costEstimate.${keyof Estimate}`, string>
> = {
  jobId: "ID of the job.",
  name: "Name of the job, or null.",
  description: "Description of the job, or null.",
  state: "The job's state, under its name in `x-states`.",
  modelId: "ID of the model.",
  jobPriority: "Job priority, 0 or 1.",
  numRows: "Number of rows.",
  rowsCompleted: "Number of rows completed so far.",
  inputTokens: "Input tokens of the completed rows.",
  outputTokens: "Output tokens of the completed rows.",
  costUsd: "The price of the completed rows, in US dollars.",
  costEstimate: "The estimate for a dry run that has succeeded; otherwise null.",
  "costEstimate.inputTokens": "Input tokens of all rows.",
  "costEstimate.outputTokens": "Estimated output tokens of all rows.",
  "costEstimate.costUsd": "The price of these tokens, in US dollars.",
  dryRun: "Whether the job is a dry run.",
  createdAt: "When the job was created, in ISO 8601.",
  addedAt: "When the job entered the queue, in ISO 8601, or null.",
  startedAt: "When the job started, in ISO 8601, or null.",
  completedAt: "When the job reached a terminal state, in ISO 8601, or null.",
  failureReason: "Why the job failed, as one sentence, or null.",
};

/** The same values with a prefix: `job.` gives `job.jobId`. */
export function valuesUnder(
  prefix: string,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([path, meaning]) => [prefix + path, meaning]));
}

/** An example estimate. */
export const SAMPLE_ESTIMATE: Estimate = { inputTokens: 12, outputTokens: 120, costUsd: 0.000006 };

const AT = 1_893_456_000_000;
const HEX = "0123456789abcdef".repeat(4);

/** An example job ID in the format in effect. */
export function jobIdIn({ assumptions }: SampleRules): string {
  return jobIdOf(HEX, assumptions);
}

/** A queued job, a failed job, and a dry run that has succeeded: together they have every value in every form. */
export function sampleJobs(rules: SampleRules): JobRecord[] {
  const queued: JobRecord = {
    jobId: jobIdIn(rules),
    name: null,
    description: null,
    state: "queued",
    modelId: rules.modelId,
    jobPriority: 0,
    numRows: 2,
    rowsCompleted: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    costEstimate: null,
    dryRun: false,
    createdAt: AT,
    addedAt: null,
    startedAt: null,
    completedAt: null,
    failureReason: null,
  };
  const ended = { name: "n", description: "d", addedAt: AT, startedAt: AT, completedAt: AT };
  return [
    queued,
    { ...queued, ...ended, state: "failed", failureReason: "Row 0 has too many tokens." },
    { ...queued, ...ended, state: "succeeded", dryRun: true, costEstimate: SAMPLE_ESTIMATE },
  ];
}
