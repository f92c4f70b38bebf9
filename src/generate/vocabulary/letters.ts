/** Number of code units from 0 on that are Latin letters, digits, and ASCII characters. */
export const LATIN_UNITS = 0x250;
/** For each Latin code unit, its letter or digit in lowercase; 0 for a separator. */
const FOLDED = foldedUnits();

function foldedUnits(): Uint16Array {
  const folded = new Uint16Array(LATIN_UNITS);
  const all = String.fromCharCode(...folded.keys());
  for (const [character] of all.matchAll(/[\p{L}\p{N}]/gu))
    folded[character.charCodeAt(0)] = character.toLowerCase().charCodeAt(0);
  return folded;
}

/** First and last code units of scripts without spaces, and of those whose words have endings without limit. */
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0e7f],
  [0x3005, 0x3007],
  [0x3041, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
];
const SEPARATORS: readonly (readonly [number, number])[] = [
  [0x2000, 0x2bff],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0xd800, 0xf8ff],
  [0xfe00, 0xffff],
];

/** For each code unit, whether it belongs to a script in which words are not separated, or separates words. */
const KINDS: Uint8Array = new Uint8Array(0x10000);
const IS_UNSPACED = 1;
const IS_SEPARATOR = 2;
for (const [first, last] of UNSPACED) KINDS.fill(IS_UNSPACED, first, last + 1);
for (const [first, last] of SEPARATORS) KINDS.fill(IS_SEPARATOR, first, last + 1);

/** A code unit of a word in lowercase; 0 for a separator. */
export function foldedUnit(unit: number): number {
  if (unit < LATIN_UNITS) return FOLDED[unit] ?? 0;
  return KINDS[unit] === IS_SEPARATOR ? 0 : unit;
}

/** Whether a code unit belongs to a script in which words are not separated. */
export function isUnspaced(unit: number): boolean {
  return KINDS[unit] === IS_UNSPACED;
}
