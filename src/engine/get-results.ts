import type { FileMeasure } from "../codec/measure-file.ts";
import { ApiError } from "../core/errors.ts";
import type { JobView } from "../core/job/view.ts";
import type { ResultsFile } from "../core/rows/file-layout.ts";
import type { Answer, CallContext, Results } from "./call-context.ts";
import type { CallOf, FieldsOf } from "./fields.ts";
import { jobCache, RecentValues } from "./job-cache.ts";
import { endedRows } from "./records/ended-rows.ts";
import { jobOf, unknownJobMessage, viewJob } from "./view-job.ts";

type ResultsFields = FieldsOf<"getResults">;

type WantedResults = Pick<ResultsFields, "jobId" | "format"> & Partial<ResultsFields>;

/** A job's results (part 4.2). Throws an ApiError if they are not available. */
export async function getResults(
  context: CallContext,
  call: CallOf<"getResults">,
): Promise<Answer> {
  return { kind: "results", results: await readyResults(context, call.fields) };
}

async function readyResults(context: CallContext, fields: WantedResults): Promise<Results> {
  const job = jobOf(context, fields);
  const view = await viewJob(context, job);
  const [{ submission, model }] = job.facts;
  rejectUnavailable(context, view, submission.dryRun);
  const { format, includeInputs, includeCumulativeLogprobs } = fields;
  return {
    jobId: job.jobId,
    endedAt: view.completedAt ?? view.createdAt,
    kept: submission.kept ?? {},
    format,
    includeInputs: includeInputs === true,
    includeCumulativeLogprobs: includeCumulativeLogprobs === true,
    idColumn: job.rows?.ids === undefined ? null : (submission.idColumn ?? null),
    hasConfidence: model.confidence === true && model.embeddingDimensions === undefined,
    ...endedRows(view, context),
  };
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
      ? ", but its results are still being prepared"
      : ", so its results are not ready";
  throw new ApiError("results-not-ready", `Job \`${jobId}\` is ${stateName}${reason}.`);
}

/** Files to keep for a job: four formats, with and without each optional column. */
const MAX_FILES = 16;

/** By the files' descriptions. Measuring a file takes as long as downloading it. */
const measures = jobCache<RecentValues<Promise<FileMeasure | undefined>>>(1000);

type StoredResults = Results & Required<Pick<Results, "stored">>;

/** The file that an operation describes, measured by encoding it. Throws like `getResults`. */
export async function measuredResults(
  context: CallContext,
  fields: WantedResults,
  use: string,
): Promise<{ readonly results: StoredResults; readonly file: ResultsFile }> {
  const results = await readyResults(context, fields);
  const file = context.rules.resultsFile(use, results);
  const measure = await measured(context, results, file);
  // The sandbox was reset or deleted in the meantime.
  if (measure === undefined) throw new ApiError("unknown-job", unknownJobMessage(results.jobId));
  return { results: { ...results, stored: { ...measure, modifiedAt: results.endedAt } }, file };
}

function measured(
  { sandbox }: CallContext,
  { jobId, rows }: Results,
  file: ResultsFile,
): Promise<FileMeasure | undefined> {
  const files = measures(sandbox, jobId, () => new RecentValues(MAX_FILES));
  const key = JSON.stringify(file);
  const measure = files.of(key, async () => {
    const { encodeResults } = await import("../codec/codecs.ts");
    const { measureFile } = await import("../codec/measure-file.ts");
    return measureFile(encodeResults(rows, file), sandbox.ended);
  });
  measure.catch(() => files.delete(key));
  return measure;
}
