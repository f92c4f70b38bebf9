import { cached } from "../cached.ts";
import type { Rng } from "../rng.ts";

/** Words for strings in standard formats. No list is empty; `words` are in lowercase ASCII. */
export type FormatWords = {
  readonly [list in "words" | "emails" | "colors" | "titles" | "sentences"]: readonly string[];
};

/** Writes a string in a format, with a length within the bounds if the format allows it. */
export type FormatWriter = (rng: Rng, least: number, most: number) => string;

export type FormatMaker = (words: FormatWords) => FormatWriter;

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const HUNDRED = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

export function digits(rng: Rng, count: number): string {
  let out = "";
  for (let left = count; left > 1; left -= 2) out += HUNDRED[rng.below(100)];
  return count % 2 === 1 ? out + rng.below(10) : out;
}

export function hex(rng: Rng, count: number): string {
  let out = "";
  while (out.length < count) out += BYTES[rng.below(256)];
  return out.slice(0, count);
}

export function letters(rng: Rng, count: number): string {
  let out = "";
  for (let i = 0; i < count; i++) out += String.fromCharCode(97 + rng.below(26));
  return out;
}

/** An integer padded to at least two digits. */
export function two(value: number): string {
  return HUNDRED[value] ?? String(value);
}

// Choosing a string is faster than formatting one, and rows often contain dates.
let days: readonly string[] | undefined;
let minutes: readonly string[] | undefined;

/** A day in the years 2015 to 2029, from the 1st to the 28th of its month. */
export function date(rng: Rng): string {
  days ??= daysOf(2015, 2029);
  return rng.pick(days);
}

const daysOfYears = new Map<string, readonly string[]>();

/** The days of the years `first` to `last`, from the 1st to the 28th of each month. */
export function daysOf(first: number, last: number): readonly string[] {
  const dayAt = (i: number): string => {
    const month = Math.floor(i / 28);
    return `${first + Math.floor(month / 12)}-${two((month % 12) + 1)}-${two((i % 28) + 1)}`;
  };
  const length = (last - first + 1) * 12 * 28;
  return cached(daysOfYears, `${first} ${last}`, () => Array.from({ length }, (_, i) => dayAt(i)));
}

/** A time of day, with seconds. */
export function timeOfDay(rng: Rng): string {
  minutes ??= Array.from(
    { length: 24 * 60 },
    (_, i) => `${two(Math.floor(i / 60))}:${two(i % 60)}:`,
  );
  return rng.pick(minutes) + two(rng.below(60));
}

const HEX = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
/** The characters of the most recent UUID. The dashes and the version don't change. */
const TEXT = Buffer.from("00000000-0000-4000-8000-000000000000", "latin1");
/** Positions of the digits; undefined for the version digit. */
const PLACES: readonly (number | undefined)[] = Array.from(TEXT.toString("latin1")).flatMap(
  (character, place) => (character === "-" ? [] : [character === "4" ? undefined : place]),
);
const VARIANT = 16;

/** A UUID of version 4 (RFC 9562). Uses a buffer, because `String.fromCharCode` is slower. */
export function uuid(rng: Rng): string {
  let bits = 0;
  for (let i = 0; i < PLACES.length; i++) {
    if ((i & 7) === 0) bits = (rng.next() * 4294967296) >>> 0;
    const place = PLACES[i];
    if (place !== undefined) TEXT[place] = HEX[i === VARIANT ? 8 | (bits & 3) : bits & 15] ?? 0;
    bits >>>= 4;
  }
  return TEXT.toString("latin1");
}

type Bounds = { readonly least: number; readonly most: number };

/** Cuts a string, or extends it with `more`, to fit the bounds. */
export function fitted(text: string, { least, most }: Bounds, more: () => string): string {
  let whole = text;
  while (whole.length < least) whole += `${whole === "" ? "" : " "}${more() || "a"}`;
  return whole.length > most ? cut(whole, Math.max(0, least), Math.max(0, most)) : whole;
}

/** Cuts between two words if the bounds allow it, and never leaves a trailing space. */
function cut(text: string, least: number, most: number): string {
  const space = text.lastIndexOf(" ", most);
  if (space > 0 && space >= least) return text.slice(0, space);
  const head = text.slice(0, most);
  return head.endsWith(" ") ? `${head.slice(0, -1)}.` : head;
}

/** An encoder for a `contentEncoding`; returns the string unchanged if the encoding is unknown. */
export function encoderOf(encoding: string | undefined): (text: string) => string {
  const name = encoding?.toLowerCase();
  if (name !== "base64" && name !== "base64url") return (text) => text;
  return (text) => Buffer.from(text).toString(name);
}
