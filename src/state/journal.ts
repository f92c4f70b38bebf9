import type { Exchange } from "../core/exchange.ts";

/** How much a journal keeps. */
export type JournalLimits = { readonly maxExchanges: number; readonly maxBytes: number };

export const DEFAULT_JOURNAL_LIMITS: JournalLimits = {
  maxExchanges: 10_000,
  maxBytes: 64 * 1024 * 1024,
};

/** Rough size of an exchange without its bodies, for the limit in bytes. */
const BASE_BYTES = 1000;

/** The exchanges of a sandbox, the newest ones within the limits. */
export class Journal {
  readonly #limits: JournalLimits;
  readonly #listeners = new Set<(exchange: Exchange) => void>();
  #exchanges: Exchange[] = [];
  #start = 0;
  #bytes = 0;
  #lastId = 0;

  constructor(limits: JournalLimits = DEFAULT_JOURNAL_LIMITS) {
    this.#limits = limits;
  }

  /** The id of the next exchange, from 1, in the order in which requests arrive. */
  nextId(): number {
    return ++this.#lastId;
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#bytes += sizeOf(exchange);
    const { maxExchanges, maxBytes } = this.#limits;
    while (this.#length > maxExchanges || (this.#bytes > maxBytes && this.#length > 1))
      this.#dropOldest();
    for (const listener of [...this.#listeners]) listener(exchange);
  }

  /** Tells a listener of each exchange from now on, until the function that is answered is called. */
  listen(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets all exchanges; ids go on. */
  clear(): void {
    this.#exchanges = [];
    this.#start = 0;
    this.#bytes = 0;
  }

  /** Rough size of what is kept. */
  get byteLength(): number {
    return this.#bytes;
  }

  get #length(): number {
    return this.#exchanges.length - this.#start;
  }

  /** Drops by moving the start: shifting an array of ten thousand at each request would cost more than serving it. */
  #dropOldest(): void {
    const oldest = this.#exchanges[this.#start];
    if (oldest !== undefined) this.#bytes -= sizeOf(oldest);
    this.#start++;
    if (this.#start > 1000 && this.#start * 2 > this.#exchanges.length) {
      this.#exchanges = this.#exchanges.slice(this.#start);
      this.#start = 0;
    }
  }

  /** Oldest first: in the order in which they ended. */
  exchanges(): readonly Exchange[] {
    return this.#exchanges.slice(this.#start);
  }
}

function sizeOf({ url, request, response, problems }: Exchange): number {
  const texts = (request.body?.text?.length ?? 0) + (response.body?.text?.length ?? 0);
  const headers = [request.headers, response.headers].flatMap((each) => Object.entries(each));
  const headerBytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const problemBytes = problems.length === 0 ? 0 : JSON.stringify(problems).length;
  return BASE_BYTES + url.length + texts + headerBytes + problemBytes;
}
