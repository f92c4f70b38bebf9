import type { Instant } from "../core/time.ts";

/**
 * Counts requests against a limit a second (assumption `rate-limit`), as a token bucket that holds one second's worth:
 * a burst of N passes, then one request each 1/N s.
 */
export class RateWindow {
  #tokens: number | undefined;
  #at: Instant = 0;

  /** Tokens left, and when they were counted; undefined before the first request. */
  get level(): { readonly tokens: number; readonly at: Instant } | undefined {
    return this.#tokens === undefined ? undefined : { tokens: this.#tokens, at: this.#at };
  }

  /** Milliseconds until the next request may come; 0 where this one may pass, which is then counted. */
  admit(now: Instant, requestsPerSecond: number): number {
    const full = Math.max(1, requestsPerSecond);
    const refill = ((now - this.#at) / 1000) * requestsPerSecond;
    const tokens = Math.min(full, this.#tokens === undefined ? full : this.#tokens + refill);
    this.#at = now;
    const admitted = tokens >= 1;
    this.#tokens = admitted ? tokens - 1 : tokens;
    return admitted ? 0 : Math.ceil(((1 - tokens) / requestsPerSecond) * 1000);
  }
}
