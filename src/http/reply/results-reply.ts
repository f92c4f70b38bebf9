import type { Request } from "express";
import { codecOf, encodeResults } from "../../codec/codecs.ts";
import { rowCell } from "../../codec/row-cell.ts";
import { SAMPLE_ROWS, sampleCell } from "../../codec/sample-table.ts";
import { counted } from "../../core/counted.ts";
import type { Reply, ReplyStream } from "../../core/reply.ts";
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
import { attachment } from "./byte-range.ts";
import { storedFileReply } from "./stored-file.ts";

export function resultsReply(operation: Operation, req: Request, results: Results): Reply {
  const { numRows, stored } = results;
  const file = operation.resultsFile(results);
  const { contentType, fileName } = file;
  const kind = codecOf(file);
  const edges = edgeNamesIn(results.rows);
  const splitLines = kind === "lines" ? splitLinesIn(edges.rows) : undefined;
  const isText = isTextual(contentType) || kind === "lines";
  const sample = isText ? undefined : firstRowsOf(file.columns);
  const { rows } = splitLines ?? edges;
  const encode = (some: RowSource): ReplyStream =>
    encodeResults(sample?.takenFrom(some) ?? some, file);
  const body = encode(rows);
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
        ...(splitLines !== undefined && { splitInputs: splitLines.digest }),
        withoutRow: (index) => encode(rowsWithout(rows, index)),
        ...(sample !== undefined && { firstRows: sample.table }),
      },
    },
  };
  return stored === undefined ? reply : storedFileReply(req, { reply, body, stored });
}

/** Collects the column names and the first rows' cells for the journal while rows are encoded. */
function firstRowsOf(columns: readonly NamedColumn[]) {
  let taken: (readonly string[])[] = [];
  // Each pass over the rows starts a new list.
  const start = (): ((row: Row) => void) => {
    taken = [];
    return (row) => {
      if (taken.length >= SAMPLE_ROWS) return;
      taken.push(columns.map(({ column }) => sampleCell(String(rowCell(row, column)))));
    };
  };
  return {
    takenFrom: (rows: RowSource): RowSource => watched(rows, start),
    table: () => [columns.map(({ name }) => name), ...taken],
  };
}

const NONE: readonly string[] = [];

/** Maximum number of rows with edge cases to list; further rows are only counted. */
const MOST_ROWS = 250;

/** Collects the names of each row's edge cases for the journal while rows are encoded. */
function edgeNamesIn(source: RowSource) {
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
  const last = `and ${counted(more, "more row")}`;
  return { rows, lines: () => (more === 0 ? names : [...names, last]) };
}

/** Characters that JSON doesn't escape, but at which Python's `splitlines()` breaks lines. */
const SEPARATOR = /[\u0085\u2028\u2029]/;

/** Line breaks that every client recognizes. */
const LINE_BREAK = /[\n\r]/;
const ESCAPED_LINE_BREAK = /(?:^|[^\\])(?:\\\\)*\\[nr]/;

/**
 * Collects, during encoding, the inputs whose outputs contain characters at which some clients
 * wrongly split lines. Failed and truncated rows don't count. `digest` returns undefined if no such
 * inputs exist, or if a client may have another reason to resubmit exactly these rows.
 */
function splitLinesIn(source: RowSource) {
  let inputs = new InputSet();
  // Whether any output of `inputs` has a line break, and whether any other output has one.
  let [haveBreaks, haveOthersBreaks] = [false, false];
  const rows = watched(source, () => {
    inputs = new InputSet();
    [haveBreaks, haveOthersBreaks] = [false, false];
    return ({ output, value, vector, record }) => {
      if (value === undefined || record?.end.kind !== "succeeded" || vector !== undefined) return;
      const isWhole = record.finish === "stop" || record.finish === "tool";
      if (isWhole && SEPARATOR.test(output)) {
        inputs.add(value);
        haveBreaks ||= hasLineBreak(output);
      } else haveOthersBreaks ||= hasLineBreak(output);
    };
  });
  const isOther = (): boolean => haveBreaks && !haveOthersBreaks;
  return { rows, digest: () => (isOther() ? undefined : inputs.digest) };
}

/** Whether text has a line break or, if it is JSON, whether a string in it does. */
function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text) || (/^\s*["{[]/.test(text) && ESCAPED_LINE_BREAK.test(text));
}
