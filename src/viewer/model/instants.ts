import type { Exchange } from "../../core/exchange.ts";
import { type Instant, parseDurationMs, UNIT_MS } from "../../core/time.ts";

/** An instant in UTC, with milliseconds only if there are any: `2030-01-01 00:01:00`. */
export function instantText(at: Instant): string {
  return `${dateText(at)} ${timeText(at)}`;
}

/** The date of an instant in UTC. */
export function dateText(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The time of day of an instant in UTC; milliseconds only if there are any. */
export function timeText(at: Instant): string {
  const text = new Date(at).toISOString().slice(11, 23);
  return text.endsWith(".000") ? text.slice(0, 8) : text;
}

/** A size: `512 B`, `1.4 KB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["KB", "MB", "GB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A time on the wall clock in the user's time zone; 0 means unknown. */
export function wallText(at: number): string {
  if (at === 0) return "unknown";
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** The accepted forms of a typed instant. */
export const TYPED_FORM = "12:30, 12:30:05, 2030-01-01 12:30, or +5m";

/**
 * Parses a typed instant in UTC: a time of day (its next occurrence), a date with or without a
 * time, or a duration from now. Returns undefined for any other string.
 */
export function typedInstant(typed: string, now: Instant): Instant | undefined {
  const text = typed.trim();
  const durationMs = parseDurationMs(text.replace(/^\+\s*/, ""));
  if (durationMs !== undefined && text !== "0") return now + durationMs;
  if (/^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text)) {
    const at = parseUtc(`${dateText(now)} ${text.replace(/^\d:/, "0$&")}`);
    return at !== undefined && at < now ? at + UNIT_MS.d : at;
  }
  return parseUtc(text);
}

function parseUtc(text: string): Instant | undefined {
  const [, date, time = "00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z)?$/.exec(text) ?? [];
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : at;
}

/** One instant on the sandbox's clock and on the wall clock; a wall-clock time of 0 is unknown. */
export type ClockPair = Pick<Exchange, "at" | "wallAt">;

/** A clock's speed relative to the wall clock; 0 if the clock moves only on request. */
export function clockRate(clock: string): number {
  if (clock === "real") return 1;
  return clock.endsWith("x") ? Number.parseFloat(clock) : 0;
}

/**
 * The wall-clock time at an instant on a sandbox's clock, in milliseconds since 1970; undefined if
 * unknown. `pairs` are sorted. If `rate` is 0, uses the nearest pair within `nearMs`.
 */
export function wallTimeAt(
  pairs: readonly ClockPair[],
  at: Instant,
  { rate, nearMs }: { readonly rate: number; readonly nearMs: number },
): number | undefined {
  const before = pairs.findLast((pair) => pair.wallAt !== 0 && pair.at <= at);
  const after = pairs.find((pair) => pair.wallAt !== 0 && pair.at > at);
  const sinceBefore = at - (before?.at ?? Number.NEGATIVE_INFINITY);
  const untilAfter = (after?.at ?? Number.POSITIVE_INFINITY) - at;
  if (rate === 0) {
    if (Math.min(sinceBefore, untilAfter) > nearMs) return undefined;
    return (sinceBefore <= untilAfter ? before : after)?.wallAt;
  }
  if (before === undefined) return after && after.wallAt - untilAfter / rate;
  // The clock may also have been advanced between two pairs, which takes no wall-clock time.
  return Math.min(before.wallAt + sinceBefore / rate, after?.wallAt ?? Number.POSITIVE_INFINITY);
}
