import type { Instant } from "../../core/time.ts";

/** An instant in UTC, as precise as it is: `2030-01-01 00:01:00`. */
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

/** A time on the wall clock in the reader's own zone; 0 is unknown. */
export function wallText(at: number): string {
  if (at === 0) return "unknown";
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part, 2));
  return `${time.join(":")}.${pad(date.getMilliseconds(), 3)}`;
}

function pad(part: number, length: number): string {
  return String(part).padStart(length, "0");
}
