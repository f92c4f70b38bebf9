import type { Instant } from "./time.ts";

/** A bucket's capacity in tokens, and the time in which an empty bucket fills up. */
export type TokenRate = { readonly requests: number; readonly perMs: number };

/**
 * The contents of a bucket at an instant; credit is in units of 1 / `perMs` tokens, so that it
 * stays an integer.
 */
export type TokenBucket = { readonly credit: number; readonly at: Instant };

/**
 * The bucket after a token was requested, and the wait until the next token; 0 if there was one.
 */
export type TokenTake = { readonly bucket: TokenBucket; readonly waitMs: number };

/** Takes a token from a bucket; an undefined bucket is full. A failed attempt takes nothing. */
export function takeToken(
  before: TokenBucket | undefined,
  { requests, perMs }: TokenRate,
  at: Instant,
): TokenTake {
  const full = requests * perMs;
  const refill = before === undefined ? full : (at - before.at) * requests;
  const credit = Math.min(full, (before?.credit ?? 0) + refill);
  if (credit < perMs) {
    return { bucket: { credit, at }, waitMs: Math.ceil((perMs - credit) / requests) };
  }
  return { bucket: { credit: credit - perMs, at }, waitMs: 0 };
}
