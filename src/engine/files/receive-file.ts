import { isBlank, LINES_A_MARK } from "../../codec/line-rows.ts";
import { SAMPLE_ROWS, sampleCell } from "../../codec/sample-table.ts";
import type { LineProblem, LineProblemKind } from "../../core/files.ts";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { pointedBy } from "../../core/json-pointer.ts";
import type { RecordPlaces } from "../../core/rows/input-places.ts";
import type { OpenFile } from "../../input/multipart/parse-multipart.ts";
import { ReceivedFile, type Receiving } from "../../input/received-file.ts";
import type { RowFile } from "../../input/row-file.ts";
import type { LineScan } from "../../state/sandbox-state.ts";
import type { CallContext } from "../call-context.ts";
import { typicalTokens } from "../measure.ts";
import { createRecordCheck } from "../records/check-record.ts";
import { RecordMeasure } from "../records/measure-records.ts";
import { modelOf } from "../submission.ts";

/** A file that is being received. Its lines are scanned if its purpose may have lines. */
export class ScannedFile extends ReceivedFile {
  readonly #scanner: LineScanner | undefined;

  constructor(receiving: Omit<Receiving, "onLine">, scanner: LineScanner | undefined) {
    super({ ...receiving, onLine: scanner && ((line, start) => scanner.add(line, start)) });
    this.#scanner = scanner;
  }

  scan(): LineScan | undefined {
    return this.#scanner?.finish();
  }

  sample(): readonly (readonly string[])[] | undefined {
    const lines = this.#scanner?.sample.map((line) => [line]);
    return lines && [["line"], ...lines];
  }
}

/** Prepares to receive uploaded files. In a form, the file may precede its purpose. */
export async function receiveFiles(context: CallContext, rowFile: RowFile): Promise<OpenFile> {
  const openFile = await fileOpener(context, rowFile);
  return (fields) => openFile(fields[context.rules.purposeField]);
}

/** A file's purpose may be unknown yet. Scanning finds what a job needs to know about its rows. */
export async function fileOpener(
  context: CallContext,
  rowFile: RowFile,
): Promise<(purpose: string | undefined) => ScannedFile> {
  const { sandbox, rules } = context;
  const { purposes = {} } = rules.files ?? {};
  const places = rules.places ?? { prompt: [] };
  const check = await createRecordCheck({ seed: sandbox.seed }, context);
  const problemOf = await rules.lineProblem?.();
  const { model } = modelOf(context, undefined);
  const typicalOutput = typicalTokens({ samplingParams: {} }, model);
  return (name = "") => {
    const purpose = purposes[name];
    const possible = purpose === undefined ? Object.values(purposes) : [purpose];
    const sizes = possible.map(({ maxBytes = Number.POSITIVE_INFINITY }) => maxBytes);
    const receiving = { rowFile, maxBytes: Math.max(...sizes) };
    if (purpose?.hasLines === false) return new ScannedFile(receiving, undefined);
    const measure = new RecordMeasure(places, { check, typicalOutput });
    return new ScannedFile(receiving, new LineScanner({ places, problemOf, measure }));
  };
}

const MOST_KEPT = 20;

const MAX_SAMPLE = 1000;

type LineRules = {
  readonly places: RecordPlaces;
  readonly problemOf: ((value: JsonValue) => string | undefined) | undefined;
  readonly measure: RecordMeasure;
};

type Find = (value: JsonValue) => JsonValue | undefined;

class LineScanner {
  /** The beginnings of the first lines, for the journal. */
  readonly sample: string[] = [];
  readonly #rules: LineRules;
  readonly #unique: Find | undefined;
  readonly #equal: readonly DistinctValues[];
  readonly #problems: LineProblem[] = [];
  readonly #marks: number[] = [];
  readonly #ids = new Set<string>();
  #line = 0;
  #numLines = 0;

  constructor(rules: LineRules) {
    this.#rules = rules;
    const { unique, same, equal = {} } = rules.places.checks ?? {};
    this.#unique = unique === undefined ? undefined : pointedBy(unique);
    const pointers = [...(same === undefined ? [] : [same]), ...Object.keys(equal)];
    this.#equal = pointers.map((pointer) => new DistinctValues(pointer));
  }

  /** Adds the next line; `start` is its position in the file, in bytes. */
  add(line: string, start: number): void | Promise<void> {
    this.#line++;
    if (isBlank(line)) return;
    if (this.#numLines < SAMPLE_ROWS) this.sample.push(sampleCell(line, MAX_SAMPLE));
    if (this.#numLines++ % LINES_A_MARK === 0) this.#marks.push(start);
    const value = parseJson(line);
    if (value === undefined) return this.#note("malformed");
    const problem = this.#rules.problemOf?.(value);
    if (problem !== undefined) this.#note("invalid", { detail: problem });
    this.#noteRepeated(value);
    for (const distinct of this.#equal) distinct.note(value, this.#line);
    return this.#rules.measure.add(value);
  }

  finish(): LineScan {
    const values = this.#equal.map(({ pointer, seen }) => [pointer, [...seen]]);
    return {
      numLines: this.#numLines,
      marks: this.#marks,
      problems: this.#problems,
      values: Object.fromEntries(values),
      inputs: this.#rules.measure.finish(),
    };
  }

  #noteRepeated(value: JsonValue): void {
    const id = this.#unique?.(value);
    if (typeof id !== "string") return;
    if (this.#ids.has(id)) this.#note("repeated", { detail: id });
    this.#ids.add(id);
  }

  #note(kind: LineProblemKind, more: Pick<LineProblem, "detail"> = {}): void {
    if (this.#problems.length < MOST_KEPT) this.#problems.push({ kind, line: this.#line, ...more });
  }
}

/** The values at a pointer that should be equal in all lines. */
class DistinctValues {
  readonly pointer: string;
  /** Number of the first line with each value, by the value as JSON. */
  readonly seen = new Map<string, number>();
  readonly #find: Find;
  /** The latest value; the next one is usually equal. */
  #newest: JsonValue | undefined;

  constructor(pointer: string) {
    this.pointer = pointer;
    this.#find = pointedBy(pointer);
  }

  note(value: JsonValue, line: number): void {
    const found = this.#find(value) ?? null;
    if (found === this.#newest) return;
    this.#newest = found;
    const json = JSON.stringify(found);
    if (this.seen.size < MOST_KEPT && !this.seen.has(json)) this.seen.set(json, line);
  }
}
