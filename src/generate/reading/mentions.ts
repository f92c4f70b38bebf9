import type { Pools } from "../lexicon/pools.ts";
import type { Mention, MentionKind } from "../lexicon/subject.ts";
import { Beginnings, lettersOf } from "../text/beginnings.ts";
import { codeUnitsOf } from "../text/code-units.ts";
import { isCapital, isInWord, READ_CHARACTERS } from "../text/word-runs.ts";
import {
  BEFORE_PERSON,
  BEFORE_PLACE,
  EAST_ASIAN_PLACE,
  FIRST_NAMES,
  MENTION_PATTERNS,
  MORE_PLACES,
  NO_NAME_ENDINGS,
  NO_NAMES,
  ORGANIZATION_ENDINGS,
  ORGANIZATION_STARTS,
  ORGANIZATIONS,
} from "./mention-patterns.ts";

const FIRST_EAST_ASIAN = 0x3041;
/** "I". */
const PRONOUN = 0x49;
/** Code units of ASCII, which most inputs consist of. */
const ASCII = { firstCapital: 0x41, lastCapital: 0x5a, last: 0x7f };
/** A Japanese name before a form of address. */
const HONORED: RegExp =
  /(?:[\p{Script=Han}]{2,4}|[\p{Script=Katakana}ー]{2,8})(?=さん|様|先生|氏|首相|大統領|社長|選手|監督|会長|と申します)/gu;
/** A Japanese company. */
const EAST_ASIAN_FIRM: RegExp =
  /株式会社[\p{Script=Han}\p{Script=Katakana}ー]{1,12}|[\p{Script=Han}\p{Script=Katakana}ー]{2,12}(?:株式会社|自動車|銀行|電機|商店|有限公司)|[\p{Script=Han}]{2,4}大学|ソニー|トヨタ|パナソニック|任天堂/gu;

/** What an input mentions in a form of its own, such as an email address. */
export function patternMentions(text: string, kind: MentionKind): readonly Mention[] {
  const found: Mention[] = [];
  for (const { of, sign, pattern } of MENTION_PATTERNS) {
    if (of !== kind || !sign.test(text)) continue;
    found.push(...matchesOf(pattern, readPart(text), kind));
  }
  return found;
}

/**
 * The people, organizations, and places that an input names. Its language is asked for only if that
 * makes a difference.
 */
export function nameMentions(
  text: string,
  language: () => string,
  pools: Pools,
): readonly Mention[] {
  const part = readPart(text);
  const found: Mention[] = [];
  // Finding the language reads the start of the same text, which leaves the array as it is.
  const units = codeUnitsOf(part);
  const known = knownNames(pools);
  const { firstCapital, lastCapital, last } = ASCII;
  let isEastAsian = false;
  const { length } = part;
  for (let start = 0; start < length; start++) {
    const unit = units[start] ?? 0;
    if (unit > last) isEastAsian ||= unit >= FIRST_EAST_ASIAN;
    else if (unit > lastCapital || unit < firstCapital) continue;
    if (!isCapital(unit) || (start > 0 && isInWord(units[start - 1]))) continue;
    const first = endOfWord(part, units, start);
    if (unit === PRONOUN && first === start + 1) continue;
    const end = endOfName(part, units, { start, end: first });
    const isStart = isAtStart(units, start);
    if (isStart && end === first && !known.beginnings.has(lettersOf(units, start, end))) continue;
    const name = part.slice(start, end);
    if (NO_NAMES.has(end === first ? name : part.slice(start, first))) {
      start = first;
      continue;
    }
    const kind = kindOf(name, { text: part, start, isStart, language, known });
    if (kind !== undefined) found.push({ kind, text: name, start, end });
    // The next words may be a name without the first one, which may be a title or a noun.
    start = kind === undefined ? first : end;
  }
  if (!isEastAsian) return found;
  found.push(...matchesOf(EAST_ASIAN_FIRM, part, "organization"));
  found.push(...matchesOf(EAST_ASIAN_PLACE, part, "place"));
  if (JAPANESE.has(language())) found.push(...matchesOf(HONORED, part, "person"));
  return found;
}

const JAPANESE: ReadonlySet<string> = new Set(["ja", "zh"]);

function matchesOf(pattern: RegExp, text: string, kind: MentionKind): Mention[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
    kind,
    text: match,
    start: index,
    end: index + match.length,
  }));
}

function readPart(text: string): string {
  return text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
}

function endOfWord(text: string, units: Uint16Array, start: number): number {
  let end = start + 1;
  while (end < text.length && isInWord(units[end])) end++;
  return end;
}

/** Between two parts of a name. */
const BOND: RegExp = /^(?: | (?:de|van|von|der|la|del|&) |[-&'’.]|\. )$/;
/** What "of" can follow within a name. */
const BEFORE_OF: RegExp = /^(?:University|Bank|Institute|Ministry|Department|House|Bureau|Museum)$/;
const LONGEST_BOND = 5;

type Word = { readonly start: number; readonly end: number };

/** The index after the last word of a name that starts with a word. */
function endOfName(text: string, units: Uint16Array, first: Word): number {
  let last = first;
  let from = last.end;
  for (;;) {
    let start = from;
    while (start < text.length && !isInWord(units[start])) start++;
    if (start >= text.length || start - last.end > LONGEST_BOND) return last.end;
    const end = endOfWord(text, units, start);
    if (!isCapital(units[start])) {
      // "of" and similar words are between two parts, so the word after next may belong to the name.
      if (from > last.end) return last.end;
      from = end;
      continue;
    }
    const between = text.slice(last.end, start);
    const isBond = BOND.test(between) && (between !== ". " || isInitial(last));
    const isOf = between === " of " && BEFORE_OF.test(text.slice(last.start, last.end));
    if (!isBond && !isOf) return last.end;
    last = { start, end };
    from = end;
  }
}

/** Whether a word is an initial, such as "J" in "J. Smith". */
function isInitial({ start, end }: Word): boolean {
  return end - start === 1;
}

type Around = {
  readonly text: string;
  readonly start: number;
  /** Whether a sentence starts there, so that its first word is capitalized in any case. */
  readonly isStart: boolean;
  readonly language: () => string;
  readonly known: KnownNames;
};

/** A title before a name, whose point is not the end of a sentence. */
const TITLE: RegExp = /\b(?:Mr|Mrs|Ms|Dr|Prof)\. $/;

/** The end of a clause about someone's work. */
const BEFORE_EMPLOYER: RegExp =
  /(?:experience|work(?:s|ed|ing)?|Erfahrung|arbeitet?|tätig) (?:at|for|bei) $/;

/** The end of a number, which counts things. */
const AFTER_NUMBER: RegExp = /\d ?(?:x|×)? $/;

/** Number of characters before a name that tell what it names. */
const BEFORE = 24;
const MOST_WORDS = 5;

function kindOf(
  name: string,
  { text, start, isStart, language, known }: Around,
): MentionKind | undefined {
  const kind = known.kinds.get(name);
  if (kind !== undefined) return kind;
  const space = name.indexOf(" ");
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (isStart && space < 0) return TITLE.test(before) ? "person" : undefined;
  if (space >= 0 && name.split(" ", MOST_WORDS + 1).length > MOST_WORDS) return undefined;
  const last = name.slice(name.lastIndexOf(" ") + 1);
  if (ORGANIZATION_ENDINGS.has(last)) return "organization";
  const first = space < 0 ? name : name.slice(0, space);
  if (space >= 0 && (ORGANIZATION_STARTS.has(first) || name.includes(" & "))) return "organization";
  if (NO_NAME_ENDINGS.has(last) || AFTER_NUMBER.test(before)) return undefined;
  if (known.firstNames.has(first) || BEFORE_PERSON.test(before)) return "person";
  if (isStart) return undefined;
  // In German, every noun is capitalized.
  if (space >= 0) return language() === "de" ? undefined : "person";
  if (/^[A-Z]{2,5}$/.test(name))
    return isCode(text, start + name.length) ? undefined : "organization";
  if (BEFORE_EMPLOYER.test(before)) return "organization";
  if (before.endsWith(" at ") && text.startsWith(" in ", start + name.length))
    return "organization";
  return BEFORE_PLACE.test(before) && language() !== "de" ? "place" : undefined;
}

/** Whether an abbreviation is the start of a code, such as "INV" in "INV-2291". */
function isCode(text: string, end: number): boolean {
  return /^[-_# ]?\d/.test(text.slice(end, end + 2));
}

const OPENS: ReadonlySet<number> = new Set(
  Array.from('.!?:\n"“„«(', (character) => character.charCodeAt(0)),
);
const SPACE = 0x20;

function isAtStart(units: Uint16Array, index: number): boolean {
  let before = index - 1;
  while (before >= 0 && units[before] === SPACE) before--;
  return before < 0 || OPENS.has(units[before] ?? 0);
}

type KnownNames = {
  /** What places and organizations are, by their names. */
  readonly kinds: ReadonlyMap<string, MentionKind>;
  /** Their first letters. */
  readonly beginnings: Beginnings<true>;
  readonly firstNames: ReadonlySet<string>;
};

const knownNamesOfPools = new WeakMap<Pools, KnownNames>();

function knownNames(pools: Pools): KnownNames {
  const known = knownNamesOfPools.get(pools) ?? prepared(pools);
  knownNamesOfPools.set(pools, known);
  return known;
}

function prepared(pools: Pools): KnownNames {
  const kinds = new Map([
    ...kindsOf(ORGANIZATIONS, "organization"),
    ...kindsOf([...pools.cities, ...pools.countries, ...pools.states, ...MORE_PLACES], "place"),
  ]);
  const beginnings = new Beginnings<true>();
  for (const name of kinds.keys()) beginnings.addWord(name.split(NOT_IN_WORD, 1)[0] ?? name, true);
  return { kinds, beginnings, firstNames: new Set([...pools.firstNames, ...FIRST_NAMES]) };
}

const NOT_IN_WORD: RegExp = /[^\p{L}\p{N}]/u;

function kindsOf(names: Iterable<string>, kind: MentionKind): [string, MentionKind][] {
  return Array.from(names, (name) => [name, kind]);
}
