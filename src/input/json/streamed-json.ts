import { cellTooLong, MAX_CELL_BYTES } from "../../codec/row-limits.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { JsonAssembler, type JsonCounts } from "./json-assembler.ts";
import { longId, MAX_ID_BYTES, MAX_JSON_DEPTH, malformedJson, tooLong } from "./json-limits.ts";
import { JsonTokenizer } from "./json-tokenizer.ts";
import { packPlainRows, readWholeItems } from "./plain-rows.ts";
import type { RowSpool, RowSpoolOptions } from "./row-spool.ts";

/** A parsed body; `spool` holds the items of the array at `rowsAt`, if there is one. */
export type ParsedJson = { readonly value: JsonValue; readonly spool?: RowSpool };

/** Maximum bytes of a string, number, or key outside rows; no field needs more. */
const MAX_VALUE_BYTES = 1024 ** 2;

/** Maximum total number of characters in all strings and keys outside rows. */
const MAX_TEXT_LENGTH = 16 * 1024 ** 2;

/** The limits on a body, and the location of its rows. */
export type StreamedJsonOptions = RowSpoolOptions & {
  /** Maximum numbers of keys and of values; every row is counted separately. Default: unlimited. */
  readonly most?: JsonCounts;
  /** Paths of the IDs whose length is limited. Default: none. */
  readonly idsAt?: readonly (readonly string[])[];
};

const UNLIMITED: JsonCounts = { keys: Infinity, values: Infinity };

/** Parses one JSON value from pieces of its UTF-8. Unusable after it throws an error. */
export class StreamedJson {
  readonly #options: StreamedJsonOptions;
  readonly #assembler: JsonAssembler;
  readonly #tokenizer: JsonTokenizer;

  constructor(options: StreamedJsonOptions) {
    this.#options = options;
    this.#assembler = new JsonAssembler(options);
    this.#tokenizer = new JsonTokenizer(this.#assembler, (length) => this.#checkLength(length));
  }

  /** Parses the next bytes. Blocks for 2 ms per MB of plain rows, or 10 ms per MB of other JSON. */
  write(piece: Uint8Array): void {
    const bytes = this.#tokenizer.take(piece);
    let mayReadFast = this.#tokenizer.isText;
    for (let at = 0; at < bytes.length; ) {
      at = this.#tokenizer.read(at);
      this.#checkLimits();
      const rows = mayReadFast ? this.#assembler.rowsAfterItem : undefined;
      const next = rows === undefined ? at : this.#readFast(bytes, at, rows);
      // Retrying for every remaining row would take quadratic time.
      mayReadFast &&= next !== undefined;
      at = next ?? at;
    }
  }

  /** Moves rows to disk if they take too much memory, like `RowPacker.settle`. */
  async settle(): Promise<void> {
    await this.#assembler.spool?.packer.settle();
  }

  /** The value, after all bytes have been written. */
  end(): ParsedJson {
    this.#tokenizer.end();
    const { value, spool, depth, expected } = this.#assembler;
    if (value !== undefined) {
      // A later key with the same name may have replaced the array whose items were spooled.
      const isInBody = spool && valueAtPath(value, this.#options.rowsAt ?? []) === spool.sample;
      return isInBody ? { value, spool } : { value };
    }
    throw malformedJson(depth === 0 ? "it is empty" : `it ends where ${expected} was expected`);
  }

  #checkLimits(): void {
    const { most = UNLIMITED } = this.#options;
    const { depth, counts, textLength } = this.#assembler;
    if (depth > MAX_JSON_DEPTH) {
      const limit = `at most ${MAX_JSON_DEPTH} levels of nesting`;
      throw this.#tokenizer.unexpectedToken("one more", limit);
    }
    if (counts.keys > most.keys) throw tooMany("keys", most.keys);
    if (counts.values > most.values) throw tooMany("values outside its inputs", most.values);
    if (textLength > MAX_TEXT_LENGTH)
      throw tooLong("its content outside the inputs exceeds the limit of 16,777,216 characters");
  }

  /** Adds the following rows. Returns the offset after them; undefined if one is malformed. */
  #readFast(bytes: Uint8Array, from: number, rows: RowSpool): number | undefined {
    const start = rows.takesPlainStrings ? packPlainRows(bytes, from, rows.packer) : from;
    const { most = UNLIMITED } = this.#options;
    const { counts, depth } = this.#assembler;
    const values = Math.min(most.keys - counts.keys, most.values - counts.values);
    const found = readWholeItems(bytes, start, { values, depth: MAX_JSON_DEPTH - depth });
    for (const row of found?.items ?? []) rows.add(row);
    return found?.end;
  }

  /** Throws if a string or number is too long. Rows have the same limit as rows in a file. */
  #checkLength(byteLength: number): void {
    if (byteLength <= MAX_ID_BYTES) return;
    const { spool, isInRows } = this.#assembler;
    if (isInRows && byteLength > MAX_CELL_BYTES) throw cellTooLong(spool?.packer.length);
    if (isInRows) return;
    const id = this.#options.idsAt?.find((path) => this.#assembler.isAt(path));
    if (id !== undefined) throw longId(id);
    if (byteLength > MAX_VALUE_BYTES)
      throw tooLong("a value that is not an input exceeds the limit of 1 MiB");
  }
}

function tooMany(what: string, most: number): SimulatorError {
  const message = `Expected the body to have at most ${most} ${what}, got more. Send a simpler JSON Schema, or raise \`maxSchemaSteps\`.`;
  return new SimulatorError("SIM_SCHEMA_LIMIT", message);
}
