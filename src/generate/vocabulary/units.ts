import { Buffer } from "node:buffer";

/** Maximum number of characters of an input or a prompt that are read. */
export const READ_CHARACTERS = 4000;
/** Number of code units that are read at once. */
export const CHUNK = 8192;
const UNITS_TO_CLEAR = 8;
const bytes = new ArrayBuffer(2 * (CHUNK + UNITS_TO_CLEAR));
const buffer = Buffer.from(bytes, 0, 2 * CHUNK);
const units = new Uint16Array(bytes);
let held: string | undefined;
let length = 0;

/** The code units of a string, which are valid until the next string is read. */
export type Units = {
  readonly units: Uint16Array;
  /** The units in pairs. */
  readonly pairs: Int32Array;
  /** Number of units; the next 8 are 0. */
  readonly length: number;
};

const pairs = new Int32Array(bytes);

/**
 * The first code units of a string. Reading them here takes a quarter of the time of `charCodeAt`, and no time for the string that was
 * read last: a row's input is read once.
 */
export function unitsOf(text: string): Units {
  if (text !== held) {
    held = text;
    length = buffer.write(text, "utf16le") >> 1;
    units.fill(0, length, length + UNITS_TO_CLEAR);
  }
  return { units, pairs, length };
}

/** Number of code units from 0 on that are Latin letters, digits, and ASCII characters. */
export const LATIN_UNITS = 0x250;
/** The code units with which emojis that show opinions start. */
const EMOJIS: readonly number[] = [0x2764, 0xd83d, 0xd83e];
type Ranges = readonly (readonly [first: number, last: number])[];
/** First and last code units of scripts without spaces, and of those whose words have endings without limit. */
const UNSPACED: Ranges = [
  ...([
    [0x0e00, 0x0e7f],
    [0x3005, 0x3007],
    [0x3041, 0x30ff],
  ] as const),
  ...([
    [0x3400, 0x9fff],
    [0xac00, 0xd7a3],
  ] as const),
  ...EMOJIS.map((unit) => [unit, unit] as const),
];
const SEPARATORS: Ranges = [
  ...([
    [0x2000, 0x2bff],
    [0x3000, 0x3004],
    [0x3008, 0x3020],
  ] as const),
  ...([
    [0xd800, 0xf8ff],
    [0xfe00, 0xffff],
  ] as const),
];
const FIRST_UNSPACED = 0x0e00;

/** For each code unit, its letter or digit in lowercase; 0 for a separator. */
export const FOLDED: Uint16Array = foldedUnits();
/** For each code unit, 1 if it belongs to a script in which words are not separated. */
const IS_UNSPACED = new Uint8Array(0x10000);
for (const [first, last] of UNSPACED) IS_UNSPACED.fill(1, first, last + 1);

function foldedUnits(): Uint16Array {
  const folded = Uint16Array.from({ length: 0x10000 }, (_, unit) =>
    unit < LATIN_UNITS ? 0 : unit,
  );
  const latin = String.fromCharCode(...folded.subarray(0, LATIN_UNITS).keys());
  for (const [character] of latin.matchAll(/[\p{L}\p{N}]/gu))
    folded[character.charCodeAt(0)] = character.toLowerCase().charCodeAt(0);
  for (const [first, last] of SEPARATORS) folded.fill(0, first, last + 1);
  for (const unit of EMOJIS) folded[unit] = unit;
  return folded;
}

/** A code unit of a word in lowercase; 0 for a separator. */
export function foldedUnit(unit: number): number {
  return FOLDED[unit] ?? 0;
}

/** Whether a code unit belongs to a script in which words are not separated. */
export function isUnspaced(unit: number): boolean {
  return unit >= FIRST_UNSPACED && IS_UNSPACED[unit] === 1;
}

/** Whether a code unit starts an emoji. */
export function startsEmoji(unit: number): boolean {
  return EMOJIS.includes(unit);
}
