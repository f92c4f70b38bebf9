import { limitError } from "../codec/row-limits.ts";
import { ApiError } from "../core/errors.ts";
import { areRecords } from "../core/rows/input-places.ts";
import type { ColumnChoice } from "../input/choose-column.ts";
import { PackedRows } from "../input/packed-rows.ts";
import type { InputsRead } from "../input/read-rows.ts";
import { RowFile } from "../input/row-file.ts";
import { filesOf } from "../state/dataset.ts";
import type { DatasetFile } from "../state/sandbox-state.ts";
import { fileInputs } from "./files/file-inputs.ts";
import { keepFile } from "./files/uploaded-file.ts";
import { longRowMessage, measure } from "./measure.ts";
import { recordsRead } from "./records/read-records.ts";
import {
  type InputsProblem,
  type ReadInputs,
  type ReadingCall,
  type ReadingContext,
  type ReadingDraft,
  unknownModelMessage,
} from "./submission.ts";
import { unknownDatasetMessage } from "./view-job.ts";

/**
 * Reads and measures a submission's inputs; those on disk stay there until the sandbox is over. Rejects if the sandbox ends in
 * the meantime.
 */
export async function readInputs(
  context: ReadingContext,
  call: ReadingCall,
  draft: ReadingDraft,
): Promise<ReadInputs> {
  const rowFile = new RowFile();
  try {
    const inputs = await readInto(rowFile, context, { call, draft });
    const { rows } = inputs;
    if (rows instanceof PackedRows)
      for (const file of [rows, rows.ids].flatMap((each) => [...(each?.files ?? [])]))
        keepFile(file, context.sandbox);
    return inputs;
  } finally {
    await rowFile.release();
  }
}

type Reading = { readonly call: ReadingCall; readonly draft: ReadingDraft };

async function readInto(
  rowFile: RowFile,
  context: ReadingContext,
  { call, draft }: Reading,
): Promise<ReadInputs> {
  if (!draft.isKnownModel) {
    const reason = unknownModelMessage(context, call, draft.model.id);
    return refused(reason, "unknown-model", call.rows?.length);
  }
  const { source } = draft.submission;
  switch (source.kind) {
    case "array":
      return measured(context, call, draft, call.rows ?? PackedRows.concat([]));
    case "url":
      return found(
        context,
        call,
        draft,
        await fetchRows(rowFile, context, { draft, url: source.url }),
      );
    case "file":
      return fileInputs(context, call, { draft, fileId: source.fileId });
    case "dataset": {
      const { state } = context.sandbox;
      const dataset = state.datasets.get(source.datasetId);
      if (dataset === undefined)
        return refused(unknownDatasetMessage(source.datasetId), "unknown-dataset");
      const files = filesOf(state, dataset);
      return found(context, call, draft, await datasetRows(rowFile, context, { draft, files }));
    }
  }
}

async function found(
  context: ReadingContext,
  call: ReadingCall,
  draft: ReadingDraft,
  inputs: InputsRead,
): Promise<ReadInputs> {
  if (inputs.kind === "ready") return measured(context, call, draft, inputs.rows);
  const { source } = draft.submission;
  if (inputs.kind === "tooLarge" && source.kind === "dataset")
    throw new ApiError("body-too-large", inputs.reason);
  // If a dataset has no column of inputs, the job always fails: no assumption covers this.
  return refused(inputs.reason, source.kind === "url" ? "bad-url-input" : undefined);
}

function refused(reason: string, problem: InputsProblem | undefined, numRows?: number): ReadInputs {
  const count = numRows === undefined ? {} : { numRows };
  const outcome = { kind: "refused", reason, ...count } as const;
  return { outcome, ...(problem === undefined ? {} : { problem }) };
}

async function measured(
  context: ReadingContext,
  call: ReadingCall,
  draft: ReadingDraft,
  rows: PackedRows,
): Promise<ReadInputs> {
  if (areRecords(draft.submission.places)) return recordsRead(context, draft, rows);
  const { inputs, longRow } = await measure(rows, draft.submission, {
    model: draft.model,
    key: context.sandbox.name,
  });
  if (longRow === undefined || context.rules.assumptions["row-too-long"] === "empty-output") {
    return { outcome: inputs, rows };
  }
  return refused(longRowMessage(longRow, draft, call), "row-too-long", rows.length);
}

function columnChoice(context: ReadingContext, draft: ReadingDraft): ColumnChoice {
  const { columnName, idColumn } = draft.submission;
  const rule =
    context.rules.assumptions["dataset-column"] === "only-column"
      ? "only-column"
      : "inputs-or-first-text";
  return {
    ...(columnName === undefined ? {} : { columnName }),
    ...(idColumn === undefined ? {} : { idColumn }),
    rule,
  };
}

async function fetchRows(
  rowFile: RowFile,
  context: ReadingContext,
  { draft, url }: { readonly draft: ReadingDraft; readonly url: string },
): Promise<InputsRead> {
  const { maxDownloadBytes, fetchTimeoutMs, readingFor } = context.services;
  const reading = readingFor(context.sandbox);
  const { readUrlInputs } = await import("../input/url/read-url-inputs.ts");
  return readUrlInputs(await context.services.ownUrl(url), {
    ...columnChoice(context, draft),
    maxBytes: maxDownloadBytes,
    reading,
    rowFile,
    timeoutMs: fetchTimeoutMs,
    signal: context.sandbox.ended,
  });
}

/** The rows in a dataset's files, in order of upload. The limits apply to each file, and to all of them together. */
async function datasetRows(
  rowFile: RowFile,
  context: ReadingContext,
  { draft, files }: { readonly draft: ReadingDraft; readonly files: readonly DatasetFile[] },
): Promise<InputsRead> {
  const reading = context.services.readingFor(context.sandbox);
  const { readRows } = await import("../input/read-rows.ts");
  const { inAnyOrder } = await import("../input/spool.ts");
  let rows = PackedRows.concat([]);
  for (const file of files) {
    const options = { ...columnChoice(context, draft), reading, rowFile };
    const named = { ...file, file: await inAnyOrder(file.bytes), fileName: `\`${file.fileName}\`` };
    const inputs = await readRows(named, options);
    if (inputs.kind !== "ready") return inputs;
    rows = PackedRows.concat([rows, inputs.rows]);
    const error = limitError(rows, reading.limits);
    if (error !== undefined) {
      const reason = `Failed to read dataset \`${file.datasetId}\`: ${error.message}.`;
      return { kind: "tooLarge", reason };
    }
  }
  return { kind: "ready", rows };
}
