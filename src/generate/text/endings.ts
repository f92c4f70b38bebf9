/** What a character can end. */
export const Ending = {
  none: 0,
  line: 1,
  wideStop: 2,
  stop: 3,
  point: 4,
  comma: 5,
  dash: 6,
} as const;

type EndingKind = (typeof Ending)[keyof typeof Ending];

const CHARACTERS: readonly (readonly [EndingKind, string])[] = [
  [Ending.line, "\n"],
  [Ending.wideStop, "。！？"],
  [Ending.stop, "!?…"],
  [Ending.point, "."],
  [Ending.comma, ",;:、，；："],
  [Ending.dash, "-–—"],
];

/** All characters that can end something. */
export const MARKS: string = CHARACTERS.map(([, characters]) => characters).join("");

const ENDINGS: ReadonlyMap<number, EndingKind> = new Map(
  CHARACTERS.flatMap(([mark, characters]) =>
    Array.from(characters, (character): [number, EndingKind] => [character.charCodeAt(0), mark]),
  ),
);
/** Letters of Latin script, and spaces, end nothing. */
const FIRST_LETTER = 0x40;
const FIRST_WIDE = 0x2013;
const SPACE = 0x20;

/** What a UTF-16 code unit can end. */
export function endingOf(unit: number): EndingKind {
  const isLetter = (unit >= FIRST_LETTER && unit < FIRST_WIDE) || unit === SPACE;
  return isLetter ? Ending.none : (ENDINGS.get(unit) ?? Ending.none);
}

/** The code units that end clauses, except dashes and line breaks. */
export const ENDS: ReadonlySet<number> = new Set(
  Array.from("!?….。！？,;:、，；：", (character) => character.charCodeAt(0)),
);

/** Whether a UTF-16 code unit is a space or a line break. */
export function isSpace(unit: number): boolean {
  return unit === SPACE || unit === 0xa0 || unit === 0x3000 || (unit >= 0x09 && unit <= 0x0d);
}

/** Whether a UTF-16 code unit is a digit. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
