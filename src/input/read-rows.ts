import { setImmediate } from "node:timers/promises";
import type { RandomAccessFile } from "../codec/random-access-file.ts";
import { formatBytes } from "../core/format-bytes.ts";
import { type ColumnChoice, chooseColumn } from "./choose-column.ts";
import type { InputFormat } from "./detect-format.ts";
import { openTable } from "./open-table.ts";
import type { PackedRows } from "./packed-rows.ts";
import { readIds } from "./read-ids.ts";
import { formatProblem, readProblem } from "./read-problem.ts";
import { RowPacker } from "./row-packer.ts";

/** A file's rows, or a sentence that says why it can't be read. */
export type InputsRead =
  | { readonly kind: "ready"; readonly rows: PackedRows }
  | { readonly kind: "refused"; readonly reason: string };

/** A file to read, and its name in messages. */
export type NamedFile = {
  readonly file: RandomAccessFile;
  readonly format: InputFormat;
  readonly fileName: string;
};

export type ReadRowsOptions = ColumnChoice & {
  /** Maximum total bytes of text in the rows; unlimited by default. */
  readonly maxTextBytes?: number;
  readonly signal?: AbortSignal;
};

/** Reads one column of a CSV or Parquet file, a batch at a time; other work runs in between. */
export async function readRows(
  { file, format, fileName }: NamedFile,
  { maxTextBytes = Number.POSITIVE_INFINITY, signal, ...choice }: ReadRowsOptions,
): Promise<InputsRead> {
  try {
    const table = await openTable(file, format);
    const column = chooseColumn(table.columns, choice);
    if (column.kind === "refused") return refused(readProblem(fileName, column.problem));
    const ids = choice.idColumn === undefined ? undefined : await readIds(table, choice.idColumn);
    if (ids?.kind === "refused") return refused(readProblem(fileName, ids.problem));
    const packer = new RowPacker();
    for await (const batch of table.read(column.columnName)) {
      for (const cell of batch) packer.append(cell);
      if (packer.byteLength > maxTextBytes)
        return tooLong(fileName, column.columnName, maxTextBytes);
      if (signal?.aborted) return refused(readProblem(fileName, "it was canceled"));
      await setImmediate();
    }
    return { kind: "ready", rows: packer.finish(ids?.ids) };
  } catch (error) {
    return refused(formatProblem(fileName, error));
  }
}

function tooLong(fileName: string, columnName: string, maxTextBytes: number): InputsRead {
  const limit = formatBytes(maxTextBytes);
  const problem = `its column \`${columnName}\` has more than ${limit} of text, the maximum`;
  return refused(readProblem(fileName, problem));
}

function refused(reason: string): InputsRead {
  return { kind: "refused", reason };
}
