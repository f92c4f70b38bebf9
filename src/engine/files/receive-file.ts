import { isBlank, LINES_A_MARK } from "../../codec/line-rows.ts";
import { SAMPLE_ROWS, sampleCell } from "../../codec/sample-table.ts";
import type { LineProblem, LineProblemKind } from "../../core/file-rules.ts";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { pointedBy } from "../../core/json-pointer.ts";
import type { RecordPlaces } from "../../core/rows/input-places.ts";
import type { RowProblem } from "../../core/service-rules.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../input/json/json-limits.ts";
import { ReceivedFile, type Receiving } from "../../input/received-file.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { LineScan } from "../../state/sandbox-state.ts";
import type { CallContext } from "../call-context.ts";
import { typicalTokens } from "../measure.ts";
import { createRecordCheck } from "../records/check-record.ts";
import { recordMeasure } from "../records/measure-records.ts";
import { modelOf } from "../submission.ts";

/** A file that is being received. Its lines are scanned if files for its purpose can have lines. */
export class ScannedFile extends ReceivedFile {
  readonly scanner: LineScanner | undefined;

  constructor(receiving: Omit<Receiving, "onLine">, scanner: LineScanner | undefined) {
    super({ ...receiving, onLine: scanner?.add });
    this.scanner = scanner;
  }
}

/** Creates a function that opens a file. The file's purpose may not be known yet. */
export async function fileOpener(context: CallContext, rowFile: RowFile) {
  const { sandbox, rules } = context;
  const { purposes = {} } = rules.files ?? {};
  const places = rules.places ?? { prompt: [] };
  const check = await createRecordCheck({ seed: sandbox.seed }, context);
  const problemOf = await rules.lineProblem?.();
  const { model } = modelOf(context, undefined);
  const typicalOutput = typicalTokens(model, {});
  return (name = ""): ScannedFile => {
    const purpose = purposes[name];
    const possible = purpose === undefined ? Object.values(purposes) : [purpose];
    const sizes = possible.map(({ maxBytes = Number.POSITIVE_INFINITY }) => maxBytes);
    const receiving = { rowFile, maxBytes: Math.max(...sizes) };
    if (purpose?.hasLines === false) return new ScannedFile(receiving, undefined);
    const measure = recordMeasure(places, check, typicalOutput);
    return new ScannedFile(receiving, lineScanner(places, measure, problemOf));
  };
}

const MOST_KEPT = 20;

const MAX_SAMPLE = 1000;

type LineScanner = ReturnType<typeof lineScanner>;

/** Creates a scanner for a file's lines; `problemOf` finds the first problem with a line's form. */
function lineScanner(
  { checks = {} }: RecordPlaces,
  measure: ReturnType<typeof recordMeasure>,
  problemOf?: RowProblem,
) {
  const { unique, same, equal = {} } = checks;
  const idOf = unique === undefined ? undefined : pointedBy(unique);
  const ids = new Set<string>();
  const pointers = [...(same === undefined ? [] : [same]), ...Object.keys(equal)];
  const compared = pointers.map(distinctValues);
  const firstLines: string[] = [];
  const problems: LineProblem[] = [];
  const marks: number[] = [];
  let line = 0;
  let numLines = 0;
  const note = (kind: LineProblemKind, more: Pick<LineProblem, "detail"> = {}): void => {
    if (problems.length < MOST_KEPT) problems.push({ kind, line, ...more });
  };
  return {
    /** Adds the next line; `start` is its position in the file, in bytes. */
    add: (text: string, start: number): void | Promise<void> => {
      line++;
      if (isBlank(text)) return;
      if (numLines < SAMPLE_ROWS) firstLines.push(sampleCell(text, MAX_SAMPLE));
      if (numLines++ % LINES_A_MARK === 0) marks.push(start);
      const value = parseJson(text);
      if (value === undefined) return note("malformed");
      if (text.length > MAX_JSON_DEPTH && isTooDeep(value))
        return note("invalid", { detail: `it is nested more than ${MAX_JSON_DEPTH} levels deep` });
      const problem = problemOf?.(value);
      if (problem !== undefined) note("invalid", { detail: problem });
      const id = idOf?.(value);
      if (typeof id === "string" && ids.has(id)) note("repeated", { detail: id });
      if (typeof id === "string") ids.add(id);
      for (const distinct of compared) distinct.note(value, line);
      return measure.add(value);
    },
    finish: (): LineScan => {
      const values = Object.fromEntries(compared.map(({ pointer, seen }) => [pointer, [...seen]]));
      return { numLines, marks, problems, values, inputs: measure.finish() };
    },
    /** The beginnings of the first lines, for the journal. */
    sample: () => [["line"], ...firstLines.map((text) => [text])],
  };
}

/** Collects the distinct values at a pointer that should have the same value in all lines. */
function distinctValues(pointer: string) {
  const find = pointedBy(pointer);
  /** The number of the first line with each value, keyed by the value's JSON. */
  const seen = new Map<string, number>();
  /** The latest value; the next value usually equals it. */
  let newest: JsonValue | undefined;
  const note = (value: JsonValue, line: number): void => {
    const found = find(value) ?? null;
    if (found === newest) return;
    newest = found;
    const json = JSON.stringify(found);
    if (seen.size < MOST_KEPT && !seen.has(json)) seen.set(json, line);
  };
  return { pointer, seen, note };
}
