import { type Instant, parseDurationMs } from "../../core/time.ts";
import { dateText } from "./instant-text.ts";

const DAY_MS = 86_400_000;

/** What a reader may type. */
export const TYPED_FORM = "12:30, 12:30:05, 2030-01-01 12:30, or +5m";

/**
 * The instant that a reader has typed: a time of day, which is the next one, a date and a time in
 * UTC, or a duration from now. Undefined for any other string.
 */
export function typedInstant(typed: string, now: Instant): Instant | undefined {
  const text = typed.trim();
  const durationMs = parseDurationMs(text.replace(/^\+\s*/, ""));
  if (durationMs !== undefined && text !== "0") return now + durationMs;
  if (/^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text)) {
    const at = parseUtc(
      `${dateText(now)} ${text.padStart(text.indexOf(":") === 1 ? text.length + 1 : 0, "0")}`,
    );
    return at !== undefined && at < now ? at + DAY_MS : at;
  }
  return parseUtc(text);
}

function parseUtc(text: string): Instant | undefined {
  const [, date, time = "00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z)?$/.exec(text) ?? [];
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : at;
}
