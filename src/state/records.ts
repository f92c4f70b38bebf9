import type { Exchange } from "../core/exchange.ts";
import type { Mutable } from "../core/mutable.ts";
import type { Trace } from "../core/trace.ts";
import { Ring } from "./ring.ts";

export type RecordLimits = { readonly maxCount: number; readonly maxBytes: number };

type Numbered = { readonly id: number };

/** An earlier process's unread records; the process dropped `numDropped` older records. */
type Past = { readonly length: number; readonly numDropped: number };

/** The number and the highest ID of the dropped records, which are always the oldest. */
type Dropped = { count: number; until: number };

/** A sandbox's newest records, within limits. The newest record is kept even if it is too large. */
export class Records<Item extends Numbered> {
  readonly #limits: RecordLimits;
  readonly #sizeOf: (item: Item) => number;
  readonly #listeners = new Set<(item: Item) => void>();
  #kept = new Ring<Item>();
  #past: Past | undefined;
  #dropped: Dropped = { count: 0, until: 0 };

  /** `sizeOf` returns the approximate size of a record in memory, in bytes. */
  constructor(limits: RecordLimits, sizeOf: (item: Item) => number) {
    this.#limits = limits;
    this.#sizeOf = sizeOf;
  }

  /** Announces an earlier process's records; from now on, `length` and `dropped` include them. */
  expectPast(past: Past): void {
    this.#past = past;
  }

  /** Inserts the earlier records before the new ones. If this fails, the caller can retry. */
  async readPast(pages: AsyncIterable<readonly Item[]>): Promise<void> {
    const past = this.#past;
    if (past === undefined) return;
    const read = new Ring<Item>();
    const dropped = { count: past.numDropped, until: 0 };
    for await (const page of pages) {
      // All records that an earlier process dropped have lower IDs than the first one here.
      if (dropped.count > 0) dropped.until ||= page[0]?.id ?? 0;
      for (const item of page) {
        read.push(item, this.#sizeOf(item));
        trim(read, this.#limits, dropped);
      }
    }
    // This is true if `clear` was called in the meantime.
    if (this.#past !== past) return;
    this.#past = undefined;
    // If newer records were dropped, the older records must be dropped, too.
    if (this.#dropped.count > 0) {
      this.#dropped.count += dropped.count + read.length;
      return;
    }
    this.#dropped = dropped;
    for (const item of this.#kept.toArray()) read.push(item, this.#sizeOf(item));
    this.#kept = read;
    trim(read, this.#limits, dropped);
  }

  add(item: Item): void {
    this.#kept.push(item, this.#sizeOf(item));
    trim(this.#kept, this.#limits, this.#dropped);
    if (this.#listeners.size > 0) for (const listener of [...this.#listeners]) listener(item);
  }

  resize(item: Item): void {
    this.#kept.resize(item, this.#sizeOf(item));
    trim(this.#kept, this.#limits, this.#dropped);
  }

  /** Notifies a listener of each new record until the returned function is called. */
  listen(listener: (item: Item) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  clear(): void {
    this.#dropped.count = this.dropped + this.length;
    this.#kept = new Ring();
    this.#past = undefined;
  }

  /** Drops the oldest records, but never the newest one, until at most this many bytes remain. */
  shrinkTo(maxBytes: number): void {
    // Records that have not been read are older, so they would have to be dropped first.
    if (this.#past === undefined) trim(this.#kept, { ...this.#limits, maxBytes }, this.#dropped);
  }

  /** All records, oldest first. Throws an Error if an earlier process's records are unread. */
  all(): readonly Item[] {
    if (this.#past !== undefined) throw new Error("Expected the records to have been read.");
    return this.#kept.toArray();
  }

  get length(): number {
    const all = this.#kept.length + (this.#past?.length ?? 0);
    return Math.min(all, Math.max(this.#limits.maxCount, this.#kept.length));
  }

  get byteLength(): number {
    return this.#kept.byteLength;
  }

  get dropped(): number {
    return this.#dropped.count + (this.#past?.numDropped ?? 0);
  }

  /** The highest ID of a dropped record; 0 if none was dropped. */
  get droppedUntil(): number {
    return this.#dropped.until;
  }
}

function trim(ring: Ring<Numbered>, { maxCount, maxBytes }: RecordLimits, dropped: Dropped): void {
  while (ring.length > maxCount || (ring.byteLength > maxBytes && ring.length > 1)) {
    dropped.count++;
    dropped.until = Math.max(dropped.until, ring.shift()?.id ?? 0);
  }
}

/** Approximate size of an exchange without its bodies, in bytes. */
const EXCHANGE_BYTES = 1000;

/** Approximate size of one rule's outcome, in bytes. */
const RULE_BYTES = 256;

/** The newest exchanges of a sandbox, in the order in which they ended. */
export class Journal extends Records<Exchange> {
  #lastId = 0;

  constructor(limits: RecordLimits) {
    super(limits, exchangeSize);
  }

  /** Marks all IDs up to this one as assigned. */
  skip(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** Assigns the next exchange's ID. IDs start at 1, in the order in which requests arrive. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Replaces the request of an exchange, because more of its body has arrived. */
  replaceRequest(exchange: Mutable<Exchange>, request: Exchange["request"]): void {
    exchange.request = request;
    this.resize(exchange);
  }
}

function exchangeSize({ url, request, response, problems, rules = [] }: Exchange): number {
  const texts = (request.body?.text?.length ?? 0) + (response.body?.text?.length ?? 0);
  const rowBytes =
    response.body?.rows === undefined ? 0 : JSON.stringify(response.body.rows).length;
  const headerBytes = lengthOf(request.headers) + lengthOf(response.headers);
  const problemBytes = problems.length === 0 ? 0 : JSON.stringify(problems).length;
  const ruleBytes = rules.length * RULE_BYTES;
  return EXCHANGE_BYTES + url.length + texts + rowBytes + headerBytes + problemBytes + ruleBytes;
}

function lengthOf(headers: Exchange["request"]["headers"]): number {
  let length = 0;
  for (const name of Object.keys(headers)) length += name.length + (headers[name]?.length ?? 0);
  return length;
}

/** Maximum number of exchanges in the contract report. */
export const MAX_TRACES = 100_000;

/** Approximate maximum total size of a sandbox's traces, in bytes. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Approximate size of a trace without the client's strings, in bytes. */
const TRACE_BYTES = 300;

/**
 * The traces of a sandbox's exchanges, for the contract report. A trace has no headers or bodies,
 * so far more traces are kept than exchanges.
 */
export class Traces extends Records<Trace> {
  constructor(maxCount: number = MAX_TRACES) {
    super({ maxCount, maxBytes: MAX_BYTES }, traceSize);
  }

  noteBody(trace: Mutable<Trace>, bodyHash: string | undefined): void {
    if (bodyHash !== undefined) trace.bodyHash = bodyHash;
  }
}

function traceSize({ url, problems, error, undocumented = [] }: Trace): number {
  if (problems.length === 0 && error === undefined && undocumented.length === 0)
    return TRACE_BYTES + url.length;
  const texts = [...problems.map(({ path, message }) => path + message), ...undocumented];
  const textLength = texts.reduce((sum, { length }) => sum + length, 0);
  return TRACE_BYTES + url.length + (error?.message.length ?? 0) + textLength;
}
