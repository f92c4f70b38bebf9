const STOP = 0;
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

const MAX_DEPTH = 64;
const MAX_VALUES = 5_000_000;
const MAX_VARINT_BYTES = 10;
/** Maximum bytes of a value in a row group's metadata. Converting it may take quadratic time. */
const MAX_ROW_GROUP_BINARY = 64 * 1024;
const ROW_GROUPS_FIELD = 4;

/**
 * Checks a Thrift struct (compact protocol). Without this check, the library would allocate memory
 * for a list of any declared length. Throws an Error if the struct is invalid or exceeds a limit.
 */
export function checkThrift(bytes: Uint8Array): void {
  new ThriftCheck(bytes).struct(0);
}

class ThriftCheck {
  readonly #bytes: Uint8Array;
  #at = 0;
  #values = 0;
  #mostBinary = Number.POSITIVE_INFINITY;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(depth: number): void {
    if (depth > MAX_DEPTH) throw new Error("its metadata is nested too deeply");
    let field = 0;
    for (let head = this.#byte(); (head & 0x0f) !== STOP; head = this.#byte()) {
      const step = head >> 4;
      field = step > 0 ? field + step : this.#varInt() >> 1;
      if (depth === 0)
        this.#mostBinary =
          field === ROW_GROUPS_FIELD ? MAX_ROW_GROUP_BINARY : Number.POSITIVE_INFINITY;
      this.#value(head & 0x0f, depth);
    }
  }

  #value(type: number, depth: number): void {
    if (++this.#values > MAX_VALUES) throw new Error("its metadata has too many values");
    if (type === TRUE || type === FALSE) return;
    if (type === BYTE) this.#skip(1);
    else if (type > BYTE && type <= I64) this.#varInt();
    else if (type === DOUBLE) this.#skip(8);
    else if (type === BINARY) this.#binary();
    else if (type === LIST) this.#list(depth);
    else if (type === STRUCT) this.struct(depth + 1);
    else throw new Error(`its metadata contains a value of unknown type ${type}`);
  }

  #binary(): void {
    const length = this.#varInt();
    if (length > this.#mostBinary) throw new Error("its metadata has a value that is too long");
    this.#skip(length);
  }

  #list(depth: number): void {
    const head = this.#byte();
    const length = head >> 4 === 15 ? this.#varInt() : head >> 4;
    if (length > this.#bytes.length - this.#at)
      throw new Error(`its metadata is too short for a list of length ${length}`);
    if (depth > MAX_DEPTH) throw new Error("its metadata is nested too deeply");
    const type = head & 0x0f;
    const isFlag = type === TRUE || type === FALSE;
    for (let index = 0; index < length; index++) this.#value(isFlag ? BYTE : type, depth + 1);
  }

  #skip(length: number): void {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new Error("its metadata ends too early");
  }

  #varInt(): number {
    let value = 0;
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 128 ** index;
      if (byte < 0x80) return value;
    }
    throw new Error("its metadata has a number that is too long");
  }

  #byte(): number {
    this.#skip(1);
    return this.#bytes[this.#at - 1] ?? 0;
  }
}
