import type { Exchange } from "../core/exchange.ts";
import type { Mutable } from "../core/mutable.ts";
import { Ring } from "./ring.ts";

/** Limits of a journal. */
export type JournalLimits = { readonly maxExchanges: number; readonly maxBytes: number };

/** Approximate size of an exchange without its bodies, for the limit in bytes. */
const BASE_BYTES = 1000;

/** Approximate size of what became of one rule. */
const RULE_BYTES = 256;

/** Exchanges, oldest first, and their total size. */
class SizedRing extends Ring<Exchange> {
  byteLength = 0;
  /** The size of each exchange, in the same order. */
  readonly #sizes = new Ring<number>();

  override push(exchange: Exchange, size: number = sizeOf(exchange)): void {
    super.push(exchange);
    this.#sizes.push(size);
    this.byteLength += size;
  }

  override shift(): Exchange | undefined {
    this.byteLength -= this.#sizes.shift() ?? 0;
    return super.shift();
  }

  /** Adds the exchanges of another ring. */
  take(others: SizedRing): void {
    const sizes = others.#sizes.toArray();
    for (const [index, exchange] of others.toArray().entries()) this.push(exchange, sizes[index]);
  }

  /** Changes an exchange if it is in the ring. */
  edit(exchange: Exchange, change: () => void): void {
    const index = this.lastIndexOf(exchange);
    if (index === undefined) return;
    change();
    const size = sizeOf(exchange);
    this.byteLength += size - (this.#sizes.replace(index, size) ?? size);
  }
}

/** Exchanges of an earlier process, which are being read; `dropped` of them are beyond the limits. */
type Past = { readonly read: SizedRing; readonly length: number; dropped: number };

/** The newest exchanges of a sandbox, within the limits. The newest one is kept even if it is over the limit in bytes. */
export class Journal {
  readonly #limits: JournalLimits;
  readonly #listeners = new Set<(exchange: Exchange) => void>();
  #kept = new SizedRing();
  #past: Past | undefined;
  #lastId = 0;
  #dropped = 0;

  constructor(limits: JournalLimits) {
    this.#limits = limits;
  }

  /** Notes how many exchanges of an earlier process are going to be restored: they count, but can't be looked at before. */
  expectPast(length: number): void {
    this.#past = { read: new SizedRing(), length, dropped: 0 };
  }

  /** Adds exchanges of an earlier process, about which nobody is notified. */
  restore(past: readonly Exchange[]): void {
    const into = this.#past;
    if (into === undefined) return;
    for (const exchange of past) {
      into.read.push(exchange);
      into.dropped += this.#enforceLimits(into.read);
    }
  }

  /** Puts what was restored before the others. */
  endPast(): void {
    if (this.#past === undefined) return;
    const { read, dropped } = this.#past;
    this.#past = undefined;
    if (this.#dropped === 0) {
      read.take(this.#kept);
      this.#kept = read;
      this.#dropped = dropped + this.#enforceLimits(read);
    } else {
      // Newer ones were dropped, so none of them is left.
      this.#dropped += dropped + read.length;
    }
  }

  /** Notes that IDs up to this one were assigned before. */
  skip(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** The ID of the next exchange, from 1, in the order in which requests arrive. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Adds an exchange, drops the oldest ones beyond the limits, and notifies the listeners. */
  add(exchange: Exchange): void {
    this.#kept.push(exchange);
    this.#dropped += this.#enforceLimits(this.#kept);
    if (this.#listeners.size > 0) for (const listener of [...this.#listeners]) listener(exchange);
  }

  /** Replaces the request of an exchange: more of its body has arrived since. */
  replaceRequest(exchange: Mutable<Exchange>, request: Exchange["request"]): void {
    this.#kept.edit(exchange, () => {
      exchange.request = request;
    });
    this.#dropped += this.#enforceLimits(this.#kept);
  }

  /** Notifies a listener of each new exchange until the returned function is called. */
  listen(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Removes all exchanges; IDs continue from the last one. */
  clear(): void {
    this.#dropped += this.size;
    this.#kept = new SizedRing();
  }

  /** Approximate size of the exchanges in memory, in bytes. */
  get byteLength(): number {
    return this.#kept.byteLength;
  }

  /** Number of exchanges. */
  get size(): number {
    const all = this.#kept.length + (this.#past?.length ?? 0);
    return Math.min(all, Math.max(this.#limits.maxExchanges, this.#kept.length));
  }

  /** Number of older exchanges that it does not have any more. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Drops the oldest exchanges, but never the newest one, until this size in bytes is not exceeded. */
  shrinkTo(byteLength: number): void {
    // Those that are not read yet are older.
    if (this.#past !== undefined) return;
    while (this.byteLength > byteLength && this.#kept.length > 1) {
      this.#kept.shift();
      this.#dropped++;
    }
  }

  /** Oldest first, in the order in which they ended. Throws an Error while those of an earlier process are being read. */
  exchanges(): readonly Exchange[] {
    if (this.#past !== undefined) throw new Error("Expected the journal to have been read.");
    return this.#kept.toArray();
  }

  /** Drops the oldest ones beyond the limits; returns how many. */
  #enforceLimits(ring: SizedRing): number {
    const { maxExchanges, maxBytes } = this.#limits;
    let count = 0;
    while (ring.length > maxExchanges || (ring.byteLength > maxBytes && ring.length > 1)) {
      ring.shift();
      count++;
    }
    return count;
  }
}

function sizeOf({ url, request, response, problems, rules = [] }: Exchange): number {
  const texts = (request.body?.text?.length ?? 0) + (response.body?.text?.length ?? 0);
  const rowBytes =
    response.body?.rows === undefined ? 0 : JSON.stringify(response.body.rows).length;
  const headerBytes = lengthOf(request.headers) + lengthOf(response.headers);
  const problemBytes = problems.length === 0 ? 0 : JSON.stringify(problems).length;
  const ruleBytes = rules.length * RULE_BYTES;
  return BASE_BYTES + url.length + texts + rowBytes + headerBytes + problemBytes + ruleBytes;
}

function lengthOf(headers: Exchange["request"]["headers"]): number {
  let length = 0;
  for (const name of Object.keys(headers)) length += name.length + (headers[name]?.length ?? 0);
  return length;
}
