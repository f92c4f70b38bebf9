import { isUtf8 } from "node:buffer";
import type { ParsedTokenInfo, Tokenizer, TokenType } from "@streamparser/json";
import { cellTooLong, MAX_CELL_BYTES, RowLimitError } from "../../codec/row-limits.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { JsonValue } from "../../core/json.ts";
import { JsonAssembler, type JsonCounts } from "./json-assembler.ts";
import { describeByte, describeToken, findInvalidUtf8, readTokenizerFault } from "./json-fault.ts";
import { MalformedJsonError } from "./malformed-json-error.ts";
import { MAX_JSON_DEPTH } from "./nesting.ts";
import { packPlainRows } from "./plain-rows.ts";
import type { RowSpool, RowSpoolOptions } from "./row-spool.ts";
import { longId, MAX_ID_BYTES } from "./short-ids.ts";
import { NotUtf8Error, StringPieces, type TextLimit } from "./string-pieces.ts";
import { UnicodeEscapes } from "./unicode-escapes.ts";
import { valueAtKeys } from "./value-at-keys.ts";
import { ValueLimitError } from "./value-limit-error.ts";
import { readWholeRecords } from "./whole-records.ts";

/** A parsed body; `spool` has the items of the array at `rowsAt`, if there is one. */
export type ParsedJson = { readonly value: JsonValue; readonly spool?: RowSpool };

/**
 * The tokenizer treats U+FEFF as a byte order mark until it has seen a token other than punctuation.
 * Feeding it a number first ends that state; the number is not part of the body.
 */
const PRIMER = "0 ";

/** The byte that ends such an item. */
const LAST_BYTES = { strings: 0x22, objects: 0x7d } as const;

/** Maximum size of a string, number, or key that is not in a row: no field needs more. */
const MAX_VALUE_BYTES = 1024 ** 2;

/** Maximum number of characters of all strings and keys that are not in rows. */
const MAX_TEXT_LENGTH = 16 * 1024 ** 2;

/** What a body may contain, and which part of it is rows. */
export type StreamedJsonOptions = RowSpoolOptions & {
  /** Path of the array whose items are rows; undefined if there is none. */
  readonly rowsAt: readonly string[] | undefined;
  /** Maximum numbers of keys and of values; of the rows, each counts alone. Default: unlimited. */
  readonly most?: JsonCounts;
  /** Paths of IDs, which are short. Default: none. */
  readonly idsAt?: readonly (readonly string[])[];
};

const UNLIMITED: JsonCounts = {
  keys: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
};

type Tokens = typeof import("@streamparser/json");

type FastItems = NonNullable<RowSpool["fastItems"]>;

/** Parses one JSON value from pieces of its UTF-8. Unusable after it has thrown a `MalformedJsonError`. */
export class StreamedJson {
  readonly #tokenizer: Tokenizer;
  readonly #assembler: JsonAssembler;
  readonly #rowsAt: readonly string[] | undefined;
  readonly #idsAt: readonly (readonly string[])[];
  readonly #escapes = new UnicodeEscapes();
  #hasToken = false;
  readonly #most: JsonCounts;
  readonly #endTokens: Readonly<Record<FastItems, TokenType>>;
  /** The last token of the latest bytes for the tokenizer. */
  #lastToken: TokenType | undefined;
  /** Bytes of rows that the tokenizer never sees. */
  #skipped = 0;
  /** Bytes and line breaks of the pieces before the current one, as sent. */
  #offset = 0;
  #lineBreaks = 0;
  #piece: Uint8Array = new Uint8Array();
  #tail: Uint8Array = new Uint8Array();

  private constructor(tokens: Tokens, options: StreamedJsonOptions) {
    const { rowsAt, most = UNLIMITED, idsAt = [] } = options;
    this.#rowsAt = rowsAt;
    this.#idsAt = idsAt;
    this.#most = most;
    this.#endTokens = { strings: tokens.TokenType.STRING, objects: tokens.TokenType.RIGHT_BRACE };
    this.#assembler = new JsonAssembler(rowsAt, options);
    this.#tokenizer = new tokens.Tokenizer();
    const limitHere = (): TextLimit => this.#textLimit();
    Object.assign(this.#tokenizer, {
      bufferedString: new StringPieces(limitHere),
      bufferedNumber: new StringPieces(limitHere),
    });
    this.#tokenizer.onToken = () => {};
    this.#tokenizer.write(PRIMER);
    const accept = tokenHandler(tokens, this.#assembler);
    this.#tokenizer.onToken = (token) => {
      this.#hasToken = true;
      this.#lastToken = token.token;
      if (!accept(token)) throw this.#unexpected(token, token.token === tokens.TokenType.STRING);
      if (this.#assembler.depth > MAX_JSON_DEPTH) throw this.#tooDeep(token);
      const { keys, values } = this.#assembler.counts;
      if (keys > most.keys) throw tooMany("keys", most.keys);
      if (values > most.values) throw tooMany("values besides its inputs", most.values);
      if (this.#assembler.textLength > MAX_TEXT_LENGTH)
        throw new ValueLimitError("its values besides the inputs have more than 16 MB");
    };
  }

  /** Loads the tokenizer, once, and makes a parser. */
  static async start(options: StreamedJsonOptions): Promise<StreamedJson> {
    return new StreamedJson(await import("@streamparser/json"), options);
  }

  /** Parses the next bytes; blocks for 2 ms per megabyte of plain rows, and for up to 10 ms per megabyte of other JSON. */
  write(piece: Uint8Array): void {
    const { sent, replaced } = this.#escapes.write(piece, !this.#hasToken);
    this.#hasToken = false;
    this.#tokenize(sent, replaced);
  }

  /** Moves rows to disk if they take too much memory. Rejects with a `SimulatorError` (`SIM_DISK`). */
  async settle(): Promise<void> {
    await this.#assembler.spool?.packer.settle();
  }

  /** The value, after all bytes have been written. */
  end(): ParsedJson {
    const rest = this.#escapes.end();
    this.#tokenize(rest, rest);
    this.#guarded(() => this.#tokenizer.end());
    const { value, spool } = this.#assembler;
    if (value !== undefined) {
      // A later key of the same name may have replaced the array whose items were spooled.
      const isInBody = spool && valueAtKeys(value, this.#rowsAt ?? []) === spool.sample;
      return isInBody ? { value, spool } : { value };
    }
    const isEmpty = this.#assembler.depth === 0;
    throw new MalformedJsonError(
      isEmpty ? "it is empty" : `it ends where ${this.#assembler.expected} was expected`,
    );
  }

  #tokenize(sent: Uint8Array, replaced: Uint8Array): void {
    this.#piece = sent;
    this.#guarded(() => this.#parse(replaced));
    this.#offset += sent.length;
    this.#lineBreaks += countLineBreaks(sent, sent.length);
    this.#tail = sent.subarray(-3);
    this.#piece = new Uint8Array();
  }

  /** Gives the tokenizer whatever is not a fast row: in the array of rows, up to one end at a time, so that it stops after a row. */
  #parse(bytes: Uint8Array): void {
    let at = 0;
    let isText: boolean | undefined;
    for (let items = this.#fastItems; at < bytes.length && items; items = this.#fastItems) {
      const last = LAST_BYTES[items];
      const end = bytes.indexOf(last, at) + 1 || bytes.length;
      this.#lastToken = undefined;
      this.#tokenizer.write(bytes.subarray(at, end));
      at = end;
      // These bytes contain no other end.
      const spool =
        this.#lastToken === this.#endTokens[items] ? this.#assembler.openRows : undefined;
      if (spool?.fastItems !== items) continue;
      isText ??= isUtf8(bytes.subarray(at, bytes.lastIndexOf(last) + 1));
      const next = isText ? this.#read(items, bytes, at, spool) : undefined;
      if (next === undefined) break;
      this.#hasToken ||= next > at;
      this.#skipped += next - at;
      at = next;
    }
    if (at < bytes.length) this.#tokenizer.write(at === 0 ? bytes : bytes.subarray(at));
  }

  /** The kind of items that may be read fast from here on. */
  get #fastItems(): FastItems | undefined {
    const { openRows, spool, isInRows } = this.#assembler;
    if (openRows !== undefined) return openRows.fastItems;
    // Within a row, the tokenizer has to stop where it ends.
    return isInRows && spool?.fastItems === "objects" ? "objects" : undefined;
  }

  /** Adds the rows that follow, and returns where it stopped; undefined if the tokenizer has to say what is wrong with them. */
  #read(items: FastItems, bytes: Uint8Array, start: number, spool: RowSpool): number | undefined {
    if (items === "strings") return packPlainRows(bytes, start, spool.packer);
    const { counts, depth } = this.#assembler;
    const values = Math.min(this.#most.keys - counts.keys, this.#most.values - counts.values);
    const records = readWholeRecords(bytes, start, { values, depth: MAX_JSON_DEPTH - depth });
    for (const row of records?.rows ?? []) spool.add(row);
    return records?.end;
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (isReady(error)) throw error;
      throw error instanceof NotUtf8Error ? this.#notUtf8() : this.#reworded(error);
    }
  }

  /** Rows have the same limit as in a file. */
  #textLimit(): TextLimit {
    const { spool, isInRows } = this.#assembler;
    if (isInRows)
      return { maxBytes: MAX_CELL_BYTES, error: () => cellTooLong(spool?.packer.length) };
    const id = this.#idsAt.find((path) => this.#assembler.isAt(path));
    if (id !== undefined) return { maxBytes: MAX_ID_BYTES, error: () => longId(id) };
    const excess = "a value that is not an input has more than 1 MB";
    return { maxBytes: MAX_VALUE_BYTES, error: () => new ValueLimitError(excess) };
  }

  #reworded(error: unknown): MalformedJsonError {
    const { offset, expected, token } = readTokenizerFault(String(error));
    if (offset === undefined) return new MalformedJsonError(`it ends within a ${token ?? "token"}`);
    const index = this.#indexOf(offset);
    if (this.#offset + index === 0 && hasByteOrderMark(this.#piece)) {
      return new MalformedJsonError("it begins with a byte order mark. Send UTF-8 without one");
    }
    return this.#fault(index, expected, describeByte(this.#piece[index]));
  }

  #notUtf8(): MalformedJsonError {
    const bytes = Uint8Array.from([...this.#tail, ...this.#piece]);
    const index = (findInvalidUtf8(bytes) ?? this.#tail.length) - this.#tail.length;
    return this.#fault(index, "UTF-8", describeByte(bytes[index + this.#tail.length]));
  }

  #unexpected(token: ParsedTokenInfo, isString: boolean): MalformedJsonError {
    return this.#fault(
      this.#indexOf(token.offset),
      undefined,
      describeToken(token.value, isString),
    );
  }

  #tooDeep(token: ParsedTokenInfo): MalformedJsonError {
    const limit = `at most ${MAX_JSON_DEPTH} levels of nesting`;
    return this.#fault(this.#indexOf(token.offset), limit, "one more");
  }

  /** Index in the current piece, for an offset that the tokenizer gives. */
  #indexOf(offset: number): number {
    return this.#escapes.sentOffset(offset - PRIMER.length + this.#skipped) - this.#offset;
  }

  /** `index` is relative to the current piece; it is negative if the token began in an earlier one. */
  #fault(index: number, expected: string | undefined, found: string): MalformedJsonError {
    const line = this.#lineBreaks + countLineBreaks(this.#piece, Math.max(0, index)) + 1;
    const place = `at byte ${this.#offset + index} (line ${line})`;
    const wanted = expected ?? this.#assembler.expected;
    return new MalformedJsonError(`expected ${wanted} ${place}, got ${found}`);
  }
}

/** Whether an error needs no rewording. */
function isReady(error: unknown): boolean {
  return [MalformedJsonError, SimulatorError, RowLimitError, ValueLimitError].some(
    (kind) => error instanceof kind,
  );
}

function tokenHandler(
  { TokenType }: Tokens,
  assembler: JsonAssembler,
): (token: ParsedTokenInfo) => boolean {
  return ({ token, value }) => {
    switch (token) {
      case TokenType.LEFT_BRACE:
        return assembler.openObject();
      case TokenType.RIGHT_BRACE:
        return assembler.closeObject();
      case TokenType.LEFT_BRACKET:
        return assembler.openArray();
      case TokenType.RIGHT_BRACKET:
        return assembler.closeArray();
      case TokenType.COMMA:
        return assembler.comma();
      case TokenType.COLON:
        return assembler.colon();
      default:
        return assembler.scalar(value);
    }
  };
}

function tooMany(what: string, most: number): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Expected the body to have at most ${most} ${what}, got more. Send a simpler JSON Schema, or raise \`maxSchemaSteps\`.`,
  );
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function countLineBreaks(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1 && at < end; at = bytes.indexOf(10, at + 1))
    count += 1;
  return count;
}
