import type { FileMeasure } from "../codec/measure-file.ts";
import { ApiError } from "../core/errors.ts";
import type { ResultsFile } from "../core/rows/file-layout.ts";
import type { RowSource } from "../core/rows/row.ts";
import type { Call, Results, StoredFile } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import { type ResultsFields, readyResults, type WantedResults } from "./get-results.ts";
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
  { fields }: Call<ResultsFields>,
): Promise<StoredResults> {
  return measuredResults(context, fields, "getResultsFile");
}

/** The file that the operation bound to a use case describes. Throws an ApiError if it is not available. */
export async function measuredResults(
  context: CallContext,
  fields: WantedResults,
  use: string,
): Promise<StoredResults> {
  const { results, since } = await readyResults(context, fields);
  const file = context.rules.resultsFile(use, results);
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
  const measure = encodedMeasure(rows, file, sandbox.ended);
  files.set(key, measure);
  measure.catch(() => files.delete(key));
  const [oldest] = files.keys();
  if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
  return measure;
}

async function encodedMeasure(
  rows: RowSource,
  file: ResultsFile,
  stop: AbortSignal,
): Promise<FileMeasure | undefined> {
  const { encodeResults } = await import("../codec/codecs.ts");
  const { measureFile } = await import("../codec/measure-file.ts");
  return measureFile(encodeResults(rows, file), stop);
}
