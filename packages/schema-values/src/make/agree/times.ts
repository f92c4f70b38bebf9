import type { JsonValue } from "../../json.ts";

export const DAY_MS = 86_400_000;
const DAY_LENGTH = "2026-01-01".length;
const CLOCK: RegExp = /^\d\d:\d\d(?::\d\d)?$/;
const DAY: RegExp = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T|$)/;

/** A sample of each form that time values can have. */
export const TIMES = ["2026-01-01", "2026-01-01T00:00:00Z", "10:00", "10:00:00"];

export function isDay(value: JsonValue | undefined): value is string {
  return typeof value === "string" && DAY.test(value);
}

/** The date of a time, such as `2026-01-01`. */
export function dayOf(time: string): string {
  return time.slice(0, DAY_LENGTH);
}

/** A time in milliseconds; undefined for other values. Times without a date are on the same day. */
export function momentOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== "string" || !(CLOCK.test(value) || DAY.test(value))) return undefined;
  const at = Date.parse(CLOCK.test(value) ? `1970-01-01T${value}Z` : value);
  return Number.isNaN(at) ? undefined : at;
}

/** Replaces the date in `like`, or its time if it has no date. Unchanged after the year 9999. */
export function timeAt(moment: number, like: string): string {
  const text = isoOf(moment);
  if (text === "") return like;
  const clock = text.slice(DAY_LENGTH + 1);
  return CLOCK.test(like) ? clock.slice(0, like.length) : dayOf(text) + like.slice(DAY_LENGTH);
}

/** Writes an instant in the form of `like`, including the instant's own time of day. */
export function momentLike(moment: number, like: string): string {
  if (!isDay(like) || like.length === DAY_LENGTH) return timeAt(moment, like);
  return isoOf(moment).replace(/\.\d+/, "") || like;
}

/** An instant in ISO 8601; empty after year 9999, because later years have more digits. */
function isoOf(moment: number): string {
  const date = new Date(moment);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return DAY.test(text) ? text : "";
}

/** Moves `time` to N days after (1) or before (-1) `from`; N is the day of the month in `time`. */
export function moved(from: string, sign: number, time: string): string {
  const at = momentOf(dayOf(from));
  const days = sign * Number(dayOf(time).slice(-2));
  return at === undefined ? time : timeAt(at + days * DAY_MS, time);
}
