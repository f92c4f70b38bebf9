import type { Instant } from "./time.ts";

/** How many tokens a bucket holds, and the time in which an empty one fills up. */
export type TokenRate = { readonly requests: number; readonly perMs: number };

/** What a bucket held at an instant; credit is counted in 1 / `perMs` tokens, so that it stays a whole number. */
export type TokenBucket = { readonly credit: number; readonly at: Instant };

/** What taking a token left, and how long to wait for the next one where there was none; 0 where there was. */
export type TokenTake = { readonly bucket: TokenBucket; readonly waitMs: number };

/** Takes a token from a bucket, which is full where it is undefined. A refused taker takes nothing. */
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
