/** A point on a sandbox's clock: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Start time of clocks that move only on demand (`manual`, `poll`): 2030-01-01T00:00:00Z. */
export const VIRTUAL_START: Instant = 1_893_456_000_000;

/**
 * The instant at which every clock stops: 9999-12-31T23:59:59.999Z, the last instant that ISO 8601
 * writes with a four-digit year.
 */
export const VIRTUAL_END: Instant = 253_402_300_799_999;

/** The instant `ms` milliseconds later, or `VIRTUAL_END` if that is earlier. */
export function instantAfter(instant: Instant, ms: number): Instant {
  return Math.min(instant + ms, VIRTUAL_END);
}

/** Milliseconds in each unit of a duration. */
export const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The durations that scenarios, options, and the control API accept, for error messages. */
export const DURATION_FORM = 'a duration such as "250ms", "5s", "1m30s", "2h", or "1d"';

/** Matches exactly the durations that `parseDurationMs` accepts. */
export const DURATION_PATTERN: RegExp = /^(0|(\d+(\.\d+)?(ms|s|m|h|d))+)$/;

/**
 * Parses a duration such as `250ms`, `5s`, `1m30s`, `2h`, `1d`, or `0` into milliseconds. Returns
 * undefined if the string is not a duration.
 */
export function parseDurationMs(text: string): number | undefined {
  if (text === "0") return 0;
  if (!DURATION_PATTERN.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/gy)) {
    total += Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }
  return Math.round(total);
}

/** A duration for people: `0s`, `250ms`, `1m 30s`, `1d 4h`; uses at most the two largest units. */
export function formatDuration(durationMs: number): string {
  const rounded = Math.round(durationMs);
  if (rounded < 1000) return rounded === 0 ? "0s" : `${rounded}ms`;
  const parts: string[] = [];
  let rest = Math.round(rounded / 1000) * 1000;
  for (const unit of ["d", "h", "m", "s"] as const) {
    const count = Math.floor(rest / UNIT_MS[unit]);
    rest -= count * UNIT_MS[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}
