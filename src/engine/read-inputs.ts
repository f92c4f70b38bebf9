import { limitError } from "../codec/row-limits.ts";
import { Work } from "../codec/work.ts";
import { counted } from "../core/counted.ts";
import { defined } from "../core/defined.ts";
import { ApiError } from "../core/errors.ts";
import type { RefusedInputs, Submission } from "../core/job/facts.ts";
import { areRecords } from "../core/rows/input-places.ts";
import { promptReader } from "../core/rows/record-reader.ts";
import { tokensOfBytes } from "../generate/tokens.ts";
import { PackedRows } from "../input/packed-rows.ts";
import type { InputsRead, ReadRowsOptions } from "../input/read-rows.ts";
import { RowFile } from "../input/row-file.ts";
import { filesOf } from "../state/dataset.ts";
import type { DatasetFile } from "../state/sandbox-state.ts";
import type { RowContext } from "./call-context.ts";
import { fileInputs } from "./files/file-inputs.ts";
import { keepFile } from "./files/uploaded-file.ts";
import { SLICE_MS } from "./in-slices.ts";
import { promptTokens, rowTokenLimit, typicalTokens } from "./measure.ts";
import { recordsRead } from "./records/measure-records.ts";
import { type InputsReading, type ReadInputs, unknownModelProblem } from "./submission.ts";
import { unknownDatasetMessage } from "./view-job.ts";

/** Number of records to read before other work may run. */
const SLICE_ROWS = 16;

/** Reads inputs. Keeps their files until the sandbox ends. Rejects if it ends in the meantime. */
export async function readInputs(reading: InputsReading): Promise<ReadInputs> {
  const rowFile = new RowFile();
  try {
    const inputs = await readInto(rowFile, reading);
    const { rows } = inputs;
    if (rows instanceof PackedRows)
      for (const file of [rows, rows.ids].flatMap((each) => [...(each?.files ?? [])]))
        keepFile(file, reading.context.sandbox);
    return inputs;
  } finally {
    await rowFile.release();
  }
}

async function readInto(rowFile: RowFile, reading: InputsReading): Promise<ReadInputs> {
  const { context, call, submission, model, isKnownModel } = reading;
  if (!isKnownModel) {
    const { message } = unknownModelProblem(context, call, model.id);
    return refused(message, "unknown-model", call.rows?.length);
  }
  const { source } = submission;
  switch (source.kind) {
    case "array":
      return measured(reading, call.rows ?? PackedRows.concat([]));
    case "url":
      return found(reading, await fetchRows(context, rowsOptions(reading, rowFile), source.url));
    case "file":
      return fileInputs(reading, source.fileId);
    case "dataset": {
      const { state } = context.sandbox;
      const dataset = state.datasets.get(source.datasetId);
      if (dataset === undefined)
        return refused(unknownDatasetMessage(source.datasetId), "unknown-dataset");
      const files = filesOf(state, dataset);
      return found(reading, await datasetRows(rowsOptions(reading, rowFile), files));
    }
  }
}

async function found(reading: InputsReading, inputs: InputsRead): Promise<ReadInputs> {
  if (inputs.kind === "ready") return measured(reading, inputs.rows);
  const { source } = reading.submission;
  if (inputs.kind === "tooLarge" && source.kind === "dataset")
    throw new ApiError("body-too-large", inputs.reason);
  // If a dataset has no column of inputs, the job always fails: no assumption covers this.
  return refused(inputs.reason, source.kind === "url" ? "bad-url-input" : undefined);
}

function refused(reason: string, code?: RefusedInputs["code"], numRows?: number): ReadInputs {
  return { outcome: defined({ kind: "refused", reason, numRows, code }) };
}

/** Counts tokens, and refuses rows that are longer than the limit (interface document, part 8). */
async function measured(reading: InputsReading, rows: PackedRows): Promise<ReadInputs> {
  const { context, call, submission, model } = reading;
  if (areRecords(submission.places)) return recordsRead(reading, rows);
  const work = new Work(context.sandbox.name);
  const limit = rowTokenLimit(submission, model);
  const prompt = promptTokens(submission);
  const isLimited =
    !submission.truncateRows && context.rules.assumptions["row-too-long"] !== "empty-output";
  let inputTokens = 0;
  let index = 0;
  for (const byteLengths of textLengths(rows, submission)) {
    if (index > 0) await work.pauseAfter(SLICE_MS);
    for (const byteLength of byteLengths) {
      const tokens = tokensOfBytes(byteLength);
      if (tokens > limit && isLimited) {
        const message = `Row ${index} has ${counted(tokens, "token")}, but the model \`${model.id}\` accepts at most ${limit} in addition to the system prompt. Shorten the row, or set \`${call.wireName("truncateRows")}\`.`;
        return refused(message, "row-too-long", rows.length);
      }
      inputTokens += prompt + Math.min(tokens, limit);
      index++;
    }
  }
  const { length: numRows } = rows;
  const estimatedOutputTokens = numRows * typicalTokens(model, submission.samplingParams);
  return { outcome: { kind: "ready", numRows, inputTokens, estimatedOutputTokens }, rows };
}

/** Yields the lengths of rows' texts, in bytes. Reads only rows that are not strings. */
function* textLengths(rows: PackedRows, { places = { prompt: [] } }: Submission) {
  if (rows.areStrings) return yield* rows.byteLengths();
  const promptOf = promptReader(places);
  for (const batch of rows.batches(0, SLICE_ROWS))
    yield batch.map((input) => Buffer.byteLength(promptOf(input).prompt));
}

function rowsOptions({ context, submission }: InputsReading, rowFile: RowFile): ReadRowsOptions {
  const { sandbox, rules, services } = context;
  const { columnName, idColumn } = submission;
  const isOnlyColumn = rules.assumptions["dataset-column"] === "only-column";
  const rule = isOnlyColumn ? "only-column" : "inputs-or-first-text";
  return defined({ columnName, idColumn, rule, rowFile, reading: services.readingFor(sandbox) });
}

async function fetchRows(
  { sandbox, services }: RowContext,
  options: ReadRowsOptions,
  url: string,
): Promise<InputsRead> {
  const { readUrlInputs } = await import("../input/url/read-url-inputs.ts");
  return readUrlInputs(await services.ownUrl(url), {
    ...options,
    maxBytes: services.maxDownloadBytes,
    timeoutMs: services.fetchTimeoutMs,
    signal: sandbox.ended,
  });
}

/** Reads a dataset's files in upload order. The limits apply to each file and to all together. */
async function datasetRows(
  options: ReadRowsOptions,
  files: readonly DatasetFile[],
): Promise<InputsRead> {
  const { readRows } = await import("../input/read-rows.ts");
  const { inAnyOrder } = await import("../input/spool.ts");
  let rows = PackedRows.concat([]);
  for (const file of files) {
    const named = { ...file, file: await inAnyOrder(file.bytes), fileName: `\`${file.fileName}\`` };
    const inputs = await readRows(named, options);
    if (inputs.kind !== "ready") return inputs;
    rows = PackedRows.concat([rows, inputs.rows]);
    const error = limitError(rows, options.reading.limits);
    if (error !== undefined) {
      const reason = `Failed to read dataset \`${file.datasetId}\`: ${error.message}.`;
      return { kind: "tooLarge", reason };
    }
  }
  return { kind: "ready", rows };
}
