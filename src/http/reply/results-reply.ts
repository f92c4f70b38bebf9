import type { Request } from "express";
import { codecOf, encodeResults } from "../../codec/codecs.ts";
import { rowCell } from "../../codec/row-cell.ts";
import { SAMPLE_ROWS, sampleCell } from "../../codec/sample-table.ts";
import type { Reply } from "../../core/reply.ts";
import { InputSet } from "../../core/rows/input-set.ts";
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
import { storedFileReply } from "./stored-file.ts";

/** A job's results file, as the operation's `response` describes it for the format. */
export function resultsReply(operation: Operation, req: Request, results: Results): Reply {
  const { numRows, stored } = results;
  const file = operation.resultsFile(results);
  const { contentType, fileName } = file;
  const kind = codecOf(file);
  const splitLines = kind === "lines" ? new SplitLines() : undefined;
  const edges = edgeNamesIn(results.rows);
  const rows = splitLines?.watch(edges.rows) ?? edges.rows;
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
        edges: edges.lines,
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
function edgeNamesIn(source: RowSource): {
  readonly rows: RowSource;
  readonly lines: () => readonly string[];
} {
  let names: string[] = [];
  let more = 0;
  const rows = watched(source, () => {
    names = [];
    more = 0;
    let index = -1;
    return ({ edges = NONE }) => {
      index++;
      if (edges.length === 0) return;
      if (names.length < MOST_ROWS) names.push(`row ${index}: ${edges.join(", ")}`);
      else more++;
    };
  });
  return { rows, lines: () => (more === 0 ? names : [...names, `and ${more} more rows`]) };
}

/** Characters that JSON leaves as they are, and at which `splitlines()` in Python or `readline` in Node ends a line. */
const SEPARATOR = /[\u0085\u2028\u2029]/;

/** Line breaks that every client knows. */
const LINE_BREAK = /[\n\r]/;
const ESCAPED_LINE_BREAK = /(?:^|[^\\])(?:\\\\)*\\[nr]/;

/**
 * The inputs whose lines a client breaks that doesn't split the file only at line feeds, taken while the file is encoded. Nothing
 * else is wrong with these rows.
 */
class SplitLines {
  #inputs = new InputSet();
  /** Whether an output has line breaks, too, because of which a client may reject it. */
  #haveBreaks = false;
  /** Whether another output has line breaks. */
  #haveOthersBreaks = false;

  /** The rows again; each pass over them starts anew. */
  watch(rows: RowSource): RowSource {
    return watched(rows, () => {
      this.#inputs = new InputSet();
      this.#haveBreaks = false;
      this.#haveOthersBreaks = false;
      return (row) => this.#look(row);
    });
  }

  /** A digest of the inputs; undefined if there are none, or if a client may have another reason to submit exactly these again. */
  get digest(): string | undefined {
    return this.#haveBreaks && !this.#haveOthersBreaks ? undefined : this.#inputs.digest;
  }

  #look({ output, value, vector, record }: Row): void {
    if (value === undefined || record?.end.kind !== "succeeded" || vector !== undefined) return;
    const isWhole = record.finish === "stop" || record.finish === "tool";
    if (isWhole && SEPARATOR.test(output)) {
      this.#inputs.add(value);
      this.#haveBreaks ||= hasLineBreak(output);
    } else this.#haveOthersBreaks ||= hasLineBreak(output);
  }
}

/** Whether text, or a string in it if it is JSON, has a line break. */
function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text) || (/^\s*["{[]/.test(text) && ESCAPED_LINE_BREAK.test(text));
}
