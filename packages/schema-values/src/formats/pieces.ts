import type { Rng } from "../rng.ts";

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const HUNDRED = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

/** This many random decimal digits. */
export function digits(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 1; left -= 2) out += HUNDRED[rng.below(100)];
  return count % 2 === 1 ? out + rng.below(10) : out;
}

/** This many random lowercase hexadecimal digits. */
export function hex(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 0; left -= 4) out += fourHex(rng.next() * 65536);
  return out.length === count ? out : out.slice(0, count);
}

function fourHex(value: number): string {
  return `${BYTES[value >>> 8]}${BYTES[value & 255]}`;
}

/** This many random lowercase letters. */
export function letters(rng: Rng, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += String.fromCharCode(97 + rng.below(26));
  return out;
}

/** An integer with at least two digits. */
export function two(value: number): string {
  return HUNDRED[value] ?? String(value);
}

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
