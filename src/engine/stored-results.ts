import { encodeResults } from "../codec/encode-results.ts";
import { type FileMeasure, measureFile } from "../codec/measure-file.ts";
import { ApiError } from "../core/errors.ts";
import type { ResultsFile } from "../core/rows/file-layout.ts";
import type { Call, Results, StoredFile } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import { type ResultsFields, readyResults } from "./get-results.ts";
import { JobCache } from "./job-cache.ts";
import { unknownJobMessage } from "./job-lookup.ts";

/** Maximum number of measured files to keep for a job: four formats, with and without each optional column. */
const MAX_FILES = 16;

/**
 * The files of each job by their description. Encoding a file takes as long as downloading it, and a download needs its length
 * first.
 */
const measures = new JobCache<Map<string, Promise<FileMeasure | undefined>>>(1000);

/** A job's results as a stored file. */
export type StoredResults = {
  readonly results: Results;
  readonly stored: StoredFile;
  readonly file: ResultsFile;
};

/** A job's results, measured by encoding them once. Throws an ApiError if they are not available. */
export async function storedResults(
  context: CallContext,
  call: Call<ResultsFields>,
): Promise<StoredResults> {
  const { results, since } = await readyResults(context, call);
  const file = context.rules.resultsFile("getResultsFile", results);
  const measure = await measured(context, results, file);
  // The sandbox was reset or deleted in the meantime.
  if (measure === undefined) throw new ApiError("unknown-job", unknownJobMessage(results.jobId));
  return { results, stored: { ...measure, modifiedAt: since }, file };
}

function measured(
  { sandbox }: CallContext,
  { jobId, rows }: Results,
  file: ResultsFile,
): Promise<FileMeasure | undefined> {
  const files = measures.of(sandbox, jobId, () => new Map());
  const key = JSON.stringify(file);
  const known = files.get(key);
  if (known !== undefined) return known;
  const measure = measureFile(encodeResults(rows, file), sandbox.ended);
  files.set(key, measure);
  measure.catch(() => files.delete(key));
  const [oldest] = files.keys();
  if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
  return measure;
}
