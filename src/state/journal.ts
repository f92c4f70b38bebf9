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
  #exchanges: Exchange[] = [];
  #start = 0;
  #bytes = 0;

  constructor(limits: JournalLimits = DEFAULT_JOURNAL_LIMITS) {
    this.#limits = limits;
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#bytes += sizeOf(exchange);
    const { maxExchanges, maxBytes } = this.#limits;
    while (this.#length > maxExchanges || (this.#bytes > maxBytes && this.#length > 1))
      this.#dropOldest();
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

  /** Oldest first. */
  exchanges(): readonly Exchange[] {
    return this.#exchanges.slice(this.#start);
  }
}

function sizeOf(exchange: Exchange): number {
  const { request, response } = exchange;
  return BASE_BYTES + (request.body?.text?.length ?? 0) + (response.body?.text?.length ?? 0);
}
