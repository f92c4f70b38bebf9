import type { Mention, MentionKind, Pools } from "../../schema/schemas.ts";
import type { Spans } from "../text/spans.ts";
import {
  BEFORE_PERSON,
  BEFORE_PLACE,
  FIRST_NAMES,
  MENTION_PATTERNS,
  MORE_PLACES,
  NO_NAMES,
  ORGANIZATION,
  ORGANIZATIONS,
} from "./mention-patterns.ts";
import { READ_CHARACTERS, runsOf } from "./text-runs.ts";

/** A Japanese name before a form of address. */
const HONORED: RegExp = /[\p{Script=Han}]{2,4}(?=さん|様|先生|氏)/gu;

/** What an input mentions in a form of its own, such as an email address. */
export function patternMentions(text: string, kind: MentionKind): readonly Mention[] {
  const found: Mention[] = [];
  for (const { of, sign, pattern } of MENTION_PATTERNS) {
    if (of !== kind || !sign.test(text)) continue;
    for (const { 0: match, index } of readPart(text).matchAll(pattern))
      found.push({ kind, text: match, start: index, end: index + match.length });
  }
  return found;
}

/** The people, organizations, and places that an input names. */
export function nameMentions(text: string, language: string, pools: Pools): readonly Mention[] {
  const found: Mention[] = [];
  const runs = runsOf(text);
  const known = knownNames(pools);
  for (let at = 0; at < runs.length; at++) {
    if (!isCapital(text.charCodeAt(runs.start(at)))) continue;
    if (NO_NAMES.has(text.slice(runs.start(at), runs.end(at)))) continue;
    const last = lastOfName(text, runs, at);
    const start = runs.start(at);
    const name = text.slice(start, runs.end(last));
    const kind = kindOf(name, { text, start, language, known });
    if (kind !== undefined) found.push({ kind, text: name, start, end: start + name.length });
    at = last;
  }
  return JAPANESE.has(language) ? [...found, ...honoredNames(text)] : found;
}

const JAPANESE: ReadonlySet<string> = new Set(["ja", "zh"]);

function honoredNames(text: string): Mention[] {
  return [...readPart(text).matchAll(HONORED)].map(({ 0: name, index }) => ({
    kind: "person",
    text: name,
    start: index,
    end: index + name.length,
  }));
}

function readPart(text: string): string {
  return text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
}

/** Capital letters of ASCII and Latin-1. */
function isCapital(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde && code !== 0xd7);
}

/** Between two parts of a name. */
const BOND: RegExp = /^(?: | (?:de|van|von|der|la|del|&) |[-&'’.]|\. )$/;
/** What "of" can follow within a name. */
const BEFORE_OF: RegExp = /^(?:University|Bank|Institute|Ministry|Department|House|Bureau|Museum)$/;
const ADJACENT = 1;
const LONGEST_BOND = 5;

/** The index of the last word of a name that starts at an index. */
function lastOfName(text: string, runs: Spans, first: number): number {
  let last = first;
  for (let next = first + 1; next < runs.length; next++) {
    const end = runs.end(last);
    const gap = runs.start(next) - end;
    // "of" and similar words are between two parts, so the part after next may belong to the name.
    if (gap > LONGEST_BOND) break;
    if (!isCapital(text.charCodeAt(runs.start(next)))) {
      if (next - last > ADJACENT) break;
      continue;
    }
    const between = text.slice(end, runs.start(next));
    if (between === " of " && BEFORE_OF.test(text.slice(runs.start(last), end))) {
      last = next;
      continue;
    }
    if (!BOND.test(between) || (between === ". " && !isInitial(runs, last))) break;
    last = next;
  }
  return last;
}

/** Whether a word is an initial, such as "J" in "J. Smith". */
function isInitial(runs: Spans, at: number): boolean {
  return runs.end(at) - runs.start(at) === 1;
}

type Around = {
  readonly text: string;
  readonly start: number;
  readonly language: string;
  readonly known: KnownNames;
};

/** Number of characters before a name that tell what it names. */
const BEFORE = 24;
const MOST_WORDS = 5;
const START: RegExp = /(?:^|[.!?:\n"“„«(])\s*$/;

function kindOf(name: string, { text, start, language, known }: Around): MentionKind | undefined {
  if (known.places.has(name)) return "place";
  if (ORGANIZATIONS.has(name)) return "organization";
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const isStart = START.test(before);
  const words = name.split(" ");
  const [first = ""] = words;
  if (isStart && words.length === 1) return undefined;
  if (words.length > MOST_WORDS) return undefined;
  if (ORGANIZATION.test(name)) return "organization";
  if (BEFORE_PERSON.test(before) || known.firstNames.has(first)) return "person";
  if (isStart) return undefined;
  // In German, every noun is capitalized.
  if (words.length > 1) return language === "de" ? undefined : "person";
  if (/^[A-Z]{2,5}$/.test(name)) return "organization";
  return language !== "de" && BEFORE_PLACE.test(before) ? "place" : undefined;
}

type KnownNames = {
  readonly places: ReadonlySet<string>;
  readonly firstNames: ReadonlySet<string>;
};

const knownNamesOfPools = new WeakMap<Pools, KnownNames>();

function knownNames(pools: Pools): KnownNames {
  const known = knownNamesOfPools.get(pools) ?? {
    places: new Set([...pools.cities, ...pools.countries, ...pools.states, ...MORE_PLACES]),
    firstNames: new Set([...pools.firstNames, ...FIRST_NAMES]),
  };
  knownNamesOfPools.set(pools, known);
  return known;
}
