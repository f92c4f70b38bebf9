import type { Request } from "express";
import { codecOf, encodeResults } from "../../codec/codecs.ts";
import { rowCell } from "../../codec/row-cell.ts";
import { SAMPLE_ROWS, sampleCell } from "../../codec/sample-table.ts";
import type { Reply } from "../../core/reply.ts";
import {
  type NamedColumn,
  type Row,
  type RowSource,
  rowsWithout,
  watched,
} from "../../core/rows/row.ts";
import type { Results } from "../../engine/call-context.ts";
import type { Operation } from "../../spec/operation.ts";
import { isTextual } from "../body-keeper.ts";
import { attachment } from "./attachment.ts";
import { SplitLines } from "./split-lines.ts";
import { storedFileReply } from "./stored-file.ts";

/** A job's results file, as the operation's `response` describes it for the format. */
export function resultsReply(operation: Operation, req: Request, results: Results): Reply {
  const { numRows, stored } = results;
  const edges = new EdgeNames();
  const file = operation.resultsFile(results);
  const { contentType, fileName } = file;
  const kind = codecOf(file);
  const splitLines = kind === "lines" ? new SplitLines() : undefined;
  const watched = edges.watch(results.rows);
  const rows = splitLines?.watch(watched) ?? watched;
  const isText = isTextual(contentType) || kind === "lines";
  const sample = isText ? undefined : new RowSample(file.columns);
  const body = encodeResults(sample?.watch(rows) ?? rows, file);
  const reply: Reply = {
    status: operation.successStatus,
    headers: {
      "content-type": contentType,
      ...(fileName === undefined ? {} : attachment(fileName)),
    },
    body,
    file: {
      kind,
      results: {
        numRows,
        edges: () => edges.lines(),
        ...(splitLines !== undefined && { splitInputs: () => splitLines.digest }),
        withoutRow: (index) => {
          const fewer = rowsWithout(rows, index);
          return encodeResults(sample?.watch(fewer) ?? fewer, file);
        },
        ...(sample !== undefined && { firstRows: () => sample.table() }),
      },
    },
  };
  return stored === undefined ? reply : storedFileReply(req, { reply, body, stored });
}

/** The first rows of a binary file for the journal, taken while the file is encoded. */
class RowSample {
  readonly #columns: readonly NamedColumn[];
  #rows: (readonly string[])[] = [];

  constructor(columns: readonly NamedColumn[]) {
    this.#columns = columns;
  }

  /** Passes the rows through; each pass over them takes the sample again. */
  watch(rows: RowSource): RowSource {
    return watched(rows, () => {
      this.#rows = [];
      return (row) => this.#take(row);
    });
  }

  /** The names of the columns, and the cells of the first rows, as text up to a limit. */
  table(): readonly (readonly string[])[] {
    return [this.#columns.map(({ name }) => name), ...this.#rows];
  }

  #take(row: Row): void {
    if (this.#rows.length >= SAMPLE_ROWS) return;
    this.#rows.push(this.#columns.map(({ column }) => sampleCell(String(rowCell(row, column)))));
  }
}

const NONE: readonly string[] = [];

/** Later rows with edge cases are only counted. */
const MOST_ROWS = 250;

/** The edge cases in a results file by row, for the journal, taken while the file is encoded. */
class EdgeNames {
  #names: string[] = [];
  #more = 0;

  /** The rows again; each pass over them starts anew. */
  watch(rows: RowSource): RowSource {
    return watched(rows, () => {
      this.#names = [];
      this.#more = 0;
      let index = 0;
      return ({ edges = NONE }) => this.#take(index++, edges);
    });
  }

  #take(index: number, edges: readonly string[]): void {
    if (edges.length === 0) return;
    if (this.#names.length < MOST_ROWS) this.#names.push(`row ${index}: ${edges.join(", ")}`);
    else this.#more++;
  }

  /** One line for each row with edge cases. */
  lines(): readonly string[] {
    return this.#more === 0 ? this.#names : [...this.#names, `and ${this.#more} more rows`];
  }
}
