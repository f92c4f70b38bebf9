import type { Rng } from "../rng.ts";
import { two } from "./pieces.ts";

// Choosing a string is faster than writing one, and rows are full of dates.
let days: readonly string[] | undefined;
let minutes: readonly string[] | undefined;

/** A day in 2015 to 2029, from the 1st to the 28th of its month. */
export function date(rng: Rng): string {
  days ??= daysOf(2015, 2029);
  return rng.pick(days);
}

const daysOfYears = new Map<string, readonly string[]>();

/** The days from one year to another, from the 1st to the 28th of each month. */
export function daysOf(first: number, last: number): readonly string[] {
  const key = `${first} ${last}`;
  const known = daysOfYears.get(key) ?? listDays(first, last);
  daysOfYears.set(key, known);
  return known;
}

function listDays(first: number, last: number): readonly string[] {
  return Array.from({ length: (last - first + 1) * 12 * 28 }, (_, i) => {
    const month = Math.floor(i / 28);
    return `${first + Math.floor(month / 12)}-${two((month % 12) + 1)}-${two((i % 28) + 1)}`;
  });
}

/** A time of day, with seconds. */
export function timeOfDay(rng: Rng): string {
  minutes ??= Array.from(
    { length: 24 * 60 },
    (_, i) => `${two(Math.floor(i / 60))}:${two(i % 60)}:`,
  );
  return rng.pick(minutes) + two(rng.below(60));
}
