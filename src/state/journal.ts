import type { Exchange } from "../core/exchange.ts";
import type { Mutable } from "../core/mutable.ts";
import { Ring } from "./ring.ts";

/** Limits of a journal. */
export type JournalLimits = { readonly maxExchanges: number; readonly maxBytes: number };

/** Approximate size of an exchange without its bodies, for the limit in bytes. */
const BASE_BYTES = 1000;

/** The newest exchanges of a sandbox, within the limits. The newest one is kept even if it is over the limit in bytes. */
export class Journal {
  readonly #limits: JournalLimits;
  readonly #listeners = new Set<(exchange: Exchange) => void>();
  readonly #exchanges = new Ring<Exchange>();
  /** The size of each exchange, in the same order. */
  readonly #sizes = new Ring<number>();
  #bytes = 0;
  #lastId = 0;

  constructor(limits: JournalLimits) {
    this.#limits = limits;
  }

  /** Adds exchanges of an earlier process, about which nobody is notified. IDs continue from theirs. */
  restore(past: readonly Exchange[]): void {
    for (const exchange of past) {
      this.#keep(exchange);
      this.skip(exchange.id);
    }
  }

  /** Notes that an ID was assigned before. */
  skip(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** The ID of the next exchange, from 1, in the order in which requests arrive. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Adds an exchange, drops the oldest ones beyond the limits, and notifies the listeners. */
  add(exchange: Exchange): void {
    this.#keep(exchange);
    if (this.#listeners.size > 0) for (const listener of [...this.#listeners]) listener(exchange);
  }

  /** Replaces the request of an exchange: more of its body has arrived since. */
  replaceRequest(exchange: Mutable<Exchange>, request: Exchange["request"]): void {
    const index = this.#exchanges.lastIndexOf(exchange);
    if (index === undefined) return;
    exchange.request = request;
    const size = sizeOf(exchange);
    this.#bytes += size - (this.#sizes.replace(index, size) ?? size);
    while (this.#isOverLimit) this.#dropOldest();
  }

  /** Notifies a listener of each new exchange until the returned function is called. */
  listen(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Removes all exchanges; IDs continue from the last one. */
  clear(): void {
    this.#exchanges.clear();
    this.#sizes.clear();
    this.#bytes = 0;
  }

  /** Approximate size of the exchanges, in bytes. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Number of exchanges. */
  get size(): number {
    return this.#exchanges.length;
  }

  /** Oldest first, in the order in which they ended. */
  exchanges(): readonly Exchange[] {
    return this.#exchanges.toArray();
  }

  #keep(exchange: Exchange): void {
    const size = sizeOf(exchange);
    this.#exchanges.push(exchange);
    this.#sizes.push(size);
    this.#bytes += size;
    while (this.#isOverLimit) this.#dropOldest();
  }

  get #isOverLimit(): boolean {
    const { maxExchanges, maxBytes } = this.#limits;
    const { length } = this.#exchanges;
    return length > maxExchanges || (this.#bytes > maxBytes && length > 1);
  }

  #dropOldest(): void {
    this.#exchanges.shift();
    this.#bytes -= this.#sizes.shift() ?? 0;
  }
}

function sizeOf({ url, request, response, problems }: Exchange): number {
  const texts = (request.body?.text?.length ?? 0) + (response.body?.text?.length ?? 0);
  const rowBytes =
    response.body?.rows === undefined ? 0 : JSON.stringify(response.body.rows).length;
  const headerBytes = lengthOf(request.headers) + lengthOf(response.headers);
  const problemBytes = problems.length === 0 ? 0 : JSON.stringify(problems).length;
  return BASE_BYTES + url.length + texts + rowBytes + headerBytes + problemBytes;
}

function lengthOf(headers: Exchange["request"]["headers"]): number {
  let length = 0;
  for (const name of Object.keys(headers)) length += name.length + (headers[name]?.length ?? 0);
  return length;
}
