import type { FileMeasure } from "../codec/measure-file.ts";
import { cacheOf } from "../core/cache-of.ts";
import { ApiError } from "../core/errors.ts";
import type { JobView } from "../core/job/view.ts";
import { instantAfter } from "../core/time.ts";
import type { CallContext, Results } from "./call-context.ts";
import type { Act, FieldsOf } from "./fields.ts";
import { jobCache } from "./job-cache.ts";
import { endedRows } from "./records/ended-rows.ts";
import { jobOf, unknownJobMessage, viewJob } from "./view-job.ts";

type ResultsFields = FieldsOf<"getResults">;

type WantedResults = Pick<ResultsFields, "jobId" | "format"> & Partial<ResultsFields>;

/** Returns a job's results (interface document, part 4.2). Throws an ApiError if unavailable. */
export const getResults: Act<"getResults"> = async (context, call) => {
  return { kind: "results", results: await readyResults(context, call.fields) };
};

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

function rejectUnavailable({ rules }: CallContext, view: JobView, isDryRun: boolean): void {
  const { jobId, state, results } = view;
  if (results.kind === "ready") return;
  if (results.kind === "expired")
    throw new ApiError("results-expired", `The results of job \`${jobId}\` have expired.`);
  const job = `Job \`${jobId}\``;
  const inState = `${job} is ${rules.wireState(state)}`;
  if (isDryRun || results.kind === "never") {
    const message = isDryRun
      ? `${job} was a dry run, so it has a cost estimate but no results.`
      : `${inState}; only a job that completed successfully has results.`;
    throw new ApiError("results-of-unsuccessful", message);
  }
  const isLate = state === "succeeded";
  const reason = isLate
    ? "but its results are still being prepared"
    : "so its results are not ready";
  throw new ApiError("results-not-ready", `${inState}, ${reason}.`);
}

/** Maximum number of measured files per job: four formats, each with two optional columns. */
const MAX_FILES = 16;

type Measuring = { measure?: Promise<FileMeasure | undefined> };

/** Each job's measured files, cached because measuring takes as long as downloading. */
const filesOfJob = jobCache<ReturnType<typeof cacheOf<Measuring>>>(1000);

/** Measures the file that an operation describes, by encoding it. Throws like `getResults`. */
export async function measuredResults(context: CallContext, fields: WantedResults, use: string) {
  const { sandbox, rules } = context;
  const results = await readyResults(context, fields);
  const file = rules.resultsFile(use, results);
  const files = filesOfJob(sandbox, results.jobId, () => cacheOf(MAX_FILES));
  const known = files(JSON.stringify(file), () => ({}));
  known.measure ??= (async () => {
    const { encodeResults } = await import("../codec/codecs.ts");
    const { measureFile } = await import("../codec/measure-file.ts");
    return measureFile(encodeResults(results.rows, file), sandbox.ended);
  })();
  known.measure.catch(() => delete known.measure);
  const measure = await known.measure;
  // `measure` is undefined if the sandbox was reset or deleted in the meantime.
  if (measure === undefined) throw new ApiError("unknown-job", unknownJobMessage(results.jobId));
  return { results: { ...results, stored: { ...measure, modifiedAt: results.endedAt } }, file };
}

const DEFAULT_LIFE_SECONDS = 3600;

/** Returns pre-signed URLs for a results file, and facts about the file, such as its size. */
export const getResultsUrl: Act<"getResultsUrl"> = async (context, call) => {
  const { results, file } = await measuredResults(context, call.fields, "getResultsFile");
  const { expiresInSeconds = DEFAULT_LIFE_SECONDS } = call.fields;
  const expiresAt = instantAfter(context.now, expiresInSeconds * 1000);
  const urlFor = (method: string): string => {
    const signed = { ...results, method, expiresAt: new Date(expiresAt).toISOString() };
    return context.rules.urlOf("getResultsFile", signFields(context, signed), call.server());
  };
  const view = {
    jobId: results.jobId,
    url: urlFor("GET"),
    headUrl: urlFor("HEAD"),
    expiresAt,
    fileName: file.fileName ?? results.jobId,
    contentType: file.contentType,
    byteLength: results.stored.byteLength,
    numRows: results.numRows,
  };
  return { kind: "view", view };
};

export const getResultsFile: Act<"getResultsFile"> = async (context, call) => {
  checkSignature(context, call.fields, call.method);
  const { results } = await measuredResults(context, call.fields, "getResultsFile");
  return { kind: "results", results };
};

type SignedFields = FieldsOf<"getResultsFile">;

/** The fields of a file request without the sandbox and the signature, which the server adds. */
type SignedRequest = Omit<SignedFields, "sandbox" | "signature"> & { readonly method: string };

/** The fields of a pre-signed URL; the signature is valid for one HTTP method. */
function signFields(context: CallContext, request: SignedRequest): SignedFields {
  const { jobId, format, method, expiresAt } = request;
  const { includeInputs = false, includeCumulativeLogprobs = false } = request;
  const { recipe, name: sandbox } = context.sandbox;
  // Only someone with the key or the URL can reproduce the signature.
  const secret = [recipe.key ?? sandbox, method, sandbox, jobId, format, includeInputs];
  const text = JSON.stringify([...secret, includeCumulativeLogprobs, expiresAt]);
  const signed = { jobId, format, includeInputs, includeCumulativeLogprobs, sandbox, expiresAt };
  return { ...signed, signature: context.services.digest(text) };
}

function checkSignature(context: CallContext, fields: SignedFields, method: string): void {
  const { expiresAt } = fields;
  const right = signFields(context, { ...fields, method });
  if (fields.sandbox !== right.sandbox || fields.signature !== right.signature)
    throw new ApiError(
      "signed-url-invalid",
      `The URL's signature is not valid for this URL and the method ${method}.`,
    );
  if (context.now < Date.parse(expiresAt)) return;
  throw new ApiError("signed-url-expired", `The URL expired at ${expiresAt}.`);
}
