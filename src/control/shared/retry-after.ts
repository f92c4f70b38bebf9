import type { Instant } from "../../core/time.ts";

/**
 * Milliseconds that a response's Retry-After (RFC 9110, 10.2.3) asks the client to wait: a number
 * of seconds, or a date on the sandbox's clock. Undefined if the header is missing or invalid.
 */
export function retryAfterMsOf(
  headers: Readonly<Record<string, string>>,
  now: Instant,
): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
