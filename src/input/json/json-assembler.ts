import type { JsonValue } from "../../core/json.ts";
import type { Mutable } from "../../core/mutable.ts";
import { RowSpool, type RowSpoolOptions } from "./row-spool.ts";

type MutableObject = Record<string, JsonValue>;

/** An object or array that is still open. */
type Frame = {
  readonly target: JsonValue[] | MutableObject | RowSpool;
  readonly isArray: boolean;
  key: string;
  /** The counts of keys and values before this object or array. */
  readonly before: JsonCounts;
};

/** Numbers of keys and of values, at any depth; objects and arrays also count as values. */
export type JsonCounts = { readonly keys: number; readonly values: number };

/** Descriptions of the tokens that are allowed next. */
const EXPECTED = {
  value: "a value",
  firstItem: "a value or `]`",
  firstKey: "`}` or a key in double quotes",
  key: "a key in double quotes",
  colon: "`:`",
  commaInArray: "`,` or `]`",
  commaInObject: "`,` or `}`",
  nothing: "nothing after the JSON value",
} as const;

/**
 * Builds a JSON value from its tokens, in order. A token that isn't allowed changes nothing, and
 * `expected` then lists the allowed tokens. Items of the array at the path `rowsAt` go to a
 * `RowSpool` instead. If a key occurs twice, the last one counts.
 */
export class JsonAssembler {
  /** Holds the rows of the last array at `rowsAt`; undefined if there was none. */
  spool: RowSpool | undefined;
  /** Number of characters so far in all strings and keys outside rows. */
  textLength = 0;
  /** The counts so far, including those of the current row, but not those of earlier rows. */
  counts: Mutable<JsonCounts> = { keys: 0, values: 0 };
  readonly #options: RowSpoolOptions;
  readonly #frames: Frame[] = [];
  #next: keyof typeof EXPECTED = "value";
  #value: JsonValue | undefined;

  constructor(options: RowSpoolOptions) {
    this.#options = options;
  }

  get expected(): string {
    return EXPECTED[this.#next];
  }

  get depth(): number {
    return this.#frames.length;
  }

  /** Whether the next token is part of a row. */
  get isInRows(): boolean {
    return this.#frames.some(({ target }) => target instanceof RowSpool);
  }

  /** The whole value; undefined until it is complete. */
  get value(): JsonValue | undefined {
    return this.#next === "nothing" ? this.#value : undefined;
  }

  /** Whether the next token begins the value at this path of keys. */
  isAt(path: readonly string[]): boolean {
    if (this.#next !== "value" || path.length !== this.#frames.length) return false;
    return this.#frames.every((frame, level) => !frame.isArray && frame.key === path[level]);
  }

  /** The open array at `rowsAt`, if one of its items has just ended. */
  get rowsAfterItem(): RowSpool | undefined {
    if (this.#next !== "commaInArray") return undefined;
    const target = this.#frames.at(-1)?.target;
    return target instanceof RowSpool ? target : undefined;
  }

  /** Takes a key or a scalar value. Returns whether the token is allowed. */
  scalar(value: string | number | boolean | null): boolean {
    if (typeof value === "string" && !this.isInRows) this.textLength += value.length;
    if (this.#next === "value" || this.#next === "firstItem") {
      this.#add(value);
      return true;
    }
    const frame = this.#frames.at(-1);
    const mayBeKey = this.#next === "key" || this.#next === "firstKey";
    if (!frame || !mayBeKey || typeof value !== "string") return false;
    frame.key = value;
    this.counts.keys++;
    this.#next = "colon";
    return true;
  }

  /** Takes one of `{}[],:`. Returns whether the token is allowed. */
  punctuation(byte: number): boolean {
    const char = String.fromCharCode(byte);
    if (char === "{" || char === "[") return this.#open(char === "[");
    if (char === "}") return this.#close("firstKey", "commaInObject");
    if (char === "]") return this.#close("firstItem", "commaInArray");
    if (char === ":") return this.#pass("colon", "value");
    return this.#pass("commaInArray", "value") || this.#pass("commaInObject", "key");
  }

  #pass(from: keyof typeof EXPECTED, to: keyof typeof EXPECTED): boolean {
    if (this.#next !== from) return false;
    this.#next = to;
    return true;
  }

  #open(isArray: boolean): boolean {
    if (this.#next !== "value" && this.#next !== "firstItem") return false;
    const before = { ...this.counts };
    this.#frames.push({ target: this.#startContainer(isArray), isArray, key: "", before });
    this.#next = isArray ? "firstItem" : "firstKey";
    return true;
  }

  #startContainer(isArray: boolean): Frame["target"] {
    const { rowsAt } = this.#options;
    if (isArray && rowsAt !== undefined && this.isAt(rowsAt)) {
      this.spool = new RowSpool(this.#options);
      this.#add(this.spool.sample);
      return this.spool;
    }
    const value = isArray ? [] : {};
    // A row is added to its spool once it is complete.
    if (!(this.#frames.at(-1)?.target instanceof RowSpool)) this.#add(value);
    return value;
  }

  #close(empty: "firstItem" | "firstKey", after: "commaInArray" | "commaInObject"): boolean {
    if (this.#next !== empty && this.#next !== after) return false;
    const frame = this.#frames.pop();
    const closed = frame?.target;
    const parent = this.#frames.at(-1)?.target;
    if (parent instanceof RowSpool && closed !== undefined && !(closed instanceof RowSpool)) {
      parent.add(closed);
      this.counts = { keys: 0, values: 0, ...frame?.before };
    }
    this.#expectAfterValue();
    return true;
  }

  #add(value: JsonValue): void {
    const frame = this.#frames.at(-1);
    if (!(frame?.target instanceof RowSpool)) this.counts.values++;
    if (!frame) this.#value = value;
    else if (frame.target instanceof RowSpool) frame.target.add(value);
    else if (Array.isArray(frame.target)) frame.target.push(value);
    else setOwn(frame.target, frame.key, value);
    this.#expectAfterValue();
  }

  #expectAfterValue(): void {
    const frame = this.#frames.at(-1);
    if (!frame) this.#next = "nothing";
    else this.#next = frame.isArray ? "commaInArray" : "commaInObject";
  }
}

/** Sets a key as `JSON.parse` does: assigning to `__proto__` would instead set the prototype. */
function setOwn(target: MutableObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") target[key] = value;
  else {
    const own = { value, configurable: true, enumerable: true, writable: true };
    Object.defineProperty(target, key, own);
  }
}
