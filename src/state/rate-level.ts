import type { Instant } from "../core/time.ts";

/** Number of tokens in the bucket that limits a sandbox's requests, and when it was counted. */
export type RateLevel = { readonly tokens: number; readonly at: Instant };

/** Allows for rounding errors, so that a request after exactly the announced wait passes. */
const TOLERANCE = 1e-9;

/**
 * Counts a request against a limit per second (assumption `rate-limit`). The token bucket holds one
 * second's worth of tokens, at least 1: with N tokens, a burst of N requests passes, then one
 * request every 1/N s.
 *
 * @returns the new level, and the milliseconds until the next request may pass: 0 if this one may
 */
export function admitRequest(
  before: RateLevel | undefined,
  now: Instant,
  requestsPerSecond: number,
): { readonly level: RateLevel; readonly waitMs: number } {
  const full = Math.max(1, requestsPerSecond);
  const refilled =
    before === undefined ? full : before.tokens + ((now - before.at) / 1000) * requestsPerSecond;
  const tokens = Math.min(full, refilled);
  if (tokens >= 1 - TOLERANCE)
    return { level: { tokens: Math.max(0, tokens - 1), at: now }, waitMs: 0 };
  const waitMs = Math.ceil(((1 - tokens) / requestsPerSecond) * 1000);
  return { level: { tokens, at: now }, waitMs };
}
