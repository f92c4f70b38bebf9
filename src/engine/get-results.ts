import { ApiError } from "../core/errors.ts";
import type { JobView } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { Answer, Call, Results } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import { JOB_FIELDS, jobOf } from "./job-lookup.ts";
import { endedRows } from "./records/ended-rows.ts";
import { viewJob } from "./view-job.ts";

/** The fields of a request for results. */
export const RESULTS_FIELDS = {
  ...JOB_FIELDS,
  format: {
    type: "string",
    isRequired: true,
    meaning: "The format of the file: a key of the operation's `response`.",
  },
  includeInputs: { type: "boolean", meaning: "Whether to include the inputs." },
  includeCumulativeLogprobs: {
    type: "boolean",
    meaning: "Whether to include the cumulative log probabilities.",
  },
} as const;

/** Their values. */
export type ResultsFields = FieldValues<typeof RESULTS_FIELDS>;

/** The required ones, and others. */
export type WantedResults = Pick<ResultsFields, "jobId" | "format"> & Partial<ResultsFields>;

/** A job's results (part 4.2), if it completed successfully. */
export async function getResults(context: CallContext, call: Call<ResultsFields>): Promise<Answer> {
  return { kind: "results", results: (await readyResults(context, call.fields)).results };
}

/** A job's results, and when they became available; throws an ApiError if they are not available. */
export async function readyResults(
  context: CallContext,
  fields: WantedResults,
): Promise<{ readonly results: Results; readonly since: Instant }> {
  const job = jobOf(context, { fields });
  const view = await viewJob(context, job);
  const [{ submission, model }] = job.facts;
  rejectUnavailable(context, view, submission.dryRun);
  const { format, includeInputs, includeCumulativeLogprobs } = fields;
  const since = view.completedAt ?? view.createdAt;
  const results = {
    jobId: job.jobId,
    endedAt: since,
    kept: submission.kept ?? {},
    format,
    includeInputs: includeInputs === true,
    includeCumulativeLogprobs: includeCumulativeLogprobs === true,
    idColumn: job.rows?.ids === undefined ? null : (submission.idColumn ?? null),
    hasConfidence: model.confidence === true && model.embeddingDimensions === undefined,
    ...endedRows(view, context),
  };
  return { results, since };
}

function rejectUnavailable(context: CallContext, view: JobView, isDryRun: boolean): void {
  const { jobId, state, results } = view;
  const stateName = context.rules.wireState(state);
  if (results.kind === "ready") return;
  if (results.kind === "expired") {
    throw new ApiError("results-expired", `The results of job \`${jobId}\` have expired.`);
  }
  if (isDryRun) {
    throw new ApiError(
      "results-of-unsuccessful",
      `Job \`${jobId}\` was a dry run: it has a cost estimate and no results.`,
    );
  }
  if (results.kind === "never") {
    throw new ApiError(
      "results-of-unsuccessful",
      `Job \`${jobId}\` is ${stateName}: only a job that completed successfully has results.`,
    );
  }
  const reason =
    state === "succeeded"
      ? `is ${stateName}, and its results are being prepared`
      : `is ${stateName}`;
  throw new ApiError("results-not-ready", `Job \`${jobId}\` ${reason}: its results are not ready.`);
}
