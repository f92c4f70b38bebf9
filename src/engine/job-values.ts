import { durationMsOf } from "../core/assumption.ts";
import type { Estimate } from "../core/job/estimate.ts";
import type { InputProblem } from "../core/job/facts.ts";
import type { EndCounts } from "../core/rows/end-counts.ts";
import type { SampleRules } from "../core/use-case-needs.ts";
import { jobIdOf } from "./job-id.ts";
import type { JobRecord } from "./job-record.ts";

export const JOB_VALUES: Readonly<
  Record<
    | keyof JobRecord
    | `costEstimate.${keyof Estimate}`
    | `counts.${keyof EndCounts}`
    | `problems[].${keyof InputProblem}`,
    string
  >
> = {
  jobId: "ID of the job.",
  name: "Name of the job, or null.",
  description: "Description of the job, or null.",
  state: "The job's state, under its name in `x-states`.",
  modelId: "ID of the model.",
  rowModel: "The model that every row names, or null if the rows are not compared.",
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
  runningAt: "When the job began to run, in ISO 8601, or null.",
  finalizingAt: "When the job entered `finalizing`, in ISO 8601, or null.",
  completedAt: "When the job reached a terminal state, in ISO 8601, or null.",
  failureReason: "Why the job failed, as one sentence, or null.",
  cancelRequestedAt: "When the client first requested to cancel the job, in ISO 8601, or null.",
  expiresAt: "When the job expires unless it ends before, in ISO 8601, or null.",
  succeededAt: "When the job succeeded, in ISO 8601, or null.",
  failedAt: "When the job failed, in ISO 8601, or null.",
  canceledAt: "When the job was canceled, in ISO 8601, or null.",
  expiredAt: "When the job expired, in ISO 8601, or null.",
  problems: "Why the job failed, as a list, or null.",
  "problems[].code": "The service's code for the problem.",
  "problems[].message": "One sentence.",
  "problems[].line": "The line of the input file, from 1, or null.",
  "problems[].param": "The part of the line that is wrong, or null.",
  inputFileId: "ID of the file with the inputs, or null.",
  lines: "The rows of a job that has ended, as `lines` describes them, or null; see `withLines`.",
  outputFileId: "ID of the file with the rows that succeeded, or null.",
  errorFileId: "ID of the file with all other rows, or null.",
  kept: "The fields of the request that `keep` names.",
  hasResults: "Whether the results can be downloaded now.",
  counts: "How many of the rows have ended so far, and how.",
  "counts.succeeded": "Rows that ran without an error.",
  "counts.errored": "Rows that failed.",
  "counts.canceled": "Rows that were canceled before they ran.",
  "counts.expired": "Rows that expired before they ran.",
  "counts.unfinished": "Rows that may still run.",
};

/** Values with a prefix: `job.` gives `job.jobId`. */
export function valuesUnder(
  prefix: string,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([path, meaning]) => [prefix + path, meaning]));
}

export const SAMPLE_ESTIMATE: Estimate = { inputTokens: 12, outputTokens: 120, costUsd: 0.000006 };

const NOTHING = Object.fromEntries(
  Object.keys(JOB_VALUES).flatMap((path) => (path.includes(".") ? [] : [[path, null]])),
);

const AT = 1_893_456_000_000;
const HEX = "0123456789abcdef".repeat(4);

export function jobIdIn({ assumptions }: SampleRules): string {
  return jobIdOf(HEX, assumptions);
}

/** A queued job, a failed job, and a dry run that has succeeded: together they have every value in every form. */
export function sampleJobs(rules: SampleRules): JobRecord[] {
  const queued = {
    ...NOTHING,
    jobId: jobIdIn(rules),
    state: "queued",
    modelId: rules.modelId,
    jobPriority: 0,
    numRows: 2,
    rowsCompleted: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    dryRun: false,
    createdAt: AT,
    expiresAt: durationMsOf(rules.assumptions, "completion-window") === undefined ? null : AT,
    hasResults: false,
    kept: rules.kept ?? {},
    counts: { succeeded: 0, errored: 0, canceled: 0, expired: 0, unfinished: 2 },
  } as JobRecord;
  const at = { addedAt: AT, startedAt: AT, runningAt: AT, finalizingAt: AT, completedAt: AT };
  const ended = { name: "n", description: "d", ...at };
  return [
    queued,
    {
      ...{ ...queued, ...ended, state: "failed", failedAt: AT },
      failureReason: "Row 0 has too many tokens.",
      problems: [{ code: "invalid", message: "Row 0 is invalid.", line: 1, param: null }],
    },
    {
      ...{ ...queued, ...ended, state: "succeeded", succeededAt: AT, dryRun: true },
      costEstimate: SAMPLE_ESTIMATE,
      rowModel: rules.modelId,
      outputFileId: "file-1",
      inputFileId: "file-2",
      lines: [{}],
    },
  ];
}
