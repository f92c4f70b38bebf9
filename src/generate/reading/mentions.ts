import type { Mention, MentionKind, Pools } from "../../schema/schemas.ts";
import {
  BEFORE_PERSON,
  BEFORE_PLACE,
  FIRST_NAMES,
  MENTION_PATTERNS,
  NO_NAMES,
  ORGANIZATION,
  ORGANIZATIONS,
  PLACES,
} from "./mention-patterns.ts";

/** Mentions beyond this part of a text are not looked for. */
const SEARCHED_CHARACTERS = 4000;

/** One or more capitalized words in a row; the names of firms can contain "&" and "of". */
const NAME: RegExp =
  /(?<![\p{L}\p{N}_@/.-])\p{Lu}[\p{L}\p{N}'’.-]*[\p{L}\p{N}](?: (?:(?:of|de|van|von|der|la|del|&) )?\p{Lu}[\p{L}\p{N}'’-]*)*/gu;
/** A Japanese name before a form of address. */
const HONORED: RegExp = /[\p{Script=Han}]{2,4}(?=さん|様|先生|氏)/gu;

/** What a text mentions, in order: names, addresses, dates, and amounts. */
export function mentionsIn(text: string, language: string, pools: Pools): readonly Mention[] {
  const searched = text.slice(0, SEARCHED_CHARACTERS);
  const found: Mention[] = [];
  const add = (kind: MentionKind, name: string, start: number): void => {
    const end = start + name.length;
    if (found.every((other) => end <= other.start || start >= other.end))
      found.push({ kind, text: name, start, end });
  };
  for (const [kind, pattern] of MENTION_PATTERNS)
    for (const { 0: match, index } of searched.matchAll(pattern)) add(kind, match, index);
  for (const { 0: match, index } of searched.matchAll(HONORED)) add("person", match, index);
  const known = knownNames(pools);
  for (const { 0: match, index } of searched.matchAll(NAME)) {
    const skipped = skippedLength(match);
    const name = match.slice(skipped).replace(/(?:['’]s|[.'’-]+)$/, "");
    const before = searched.slice(Math.max(0, index + skipped - BEFORE), index + skipped);
    const kind = kindOf(name, { before, language, known });
    if (kind !== undefined) add(kind, name, index + skipped);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Number of characters before a name that tell what it names. */
const BEFORE = 24;

/** The length of the words at the start that are capitalized for another reason. */
function skippedLength(match: string): number {
  let length = 0;
  for (const word of match.split(" ")) {
    if (!NO_NAMES.has(word)) break;
    length += word.length + 1;
  }
  return Math.min(length, match.length);
}

type Around = {
  readonly before: string;
  readonly language: string;
  readonly known: KnownNames;
};

function kindOf(name: string, { before, language, known }: Around): MentionKind | undefined {
  const words = name.split(" ");
  if (name === "" || words.length > MOST_WORDS) return undefined;
  if (known.places.has(name)) return "place";
  if (ORGANIZATIONS.has(name) || ORGANIZATION.test(name)) return "organization";
  if (BEFORE_PERSON.test(before)) return "person";
  const isStart = /(?:^|[.!?:\n"“„«(])\s*$/.test(before);
  if (known.firstNames.has(words[0] ?? "") && (words.length > 1 || !isStart)) return "person";
  if (isStart) return undefined;
  // In German, every noun is capitalized.
  if (words.length > 1) return language === "de" ? undefined : "person";
  if (/^[A-Z]{2,5}$/.test(name)) return "organization";
  return language !== "de" && BEFORE_PLACE.test(before) ? "place" : undefined;
}

const MOST_WORDS = 5;

type KnownNames = {
  readonly places: ReadonlySet<string>;
  readonly firstNames: ReadonlySet<string>;
};

const knownNamesOfPools = new WeakMap<Pools, KnownNames>();

function knownNames(pools: Pools): KnownNames {
  const known = knownNamesOfPools.get(pools) ?? {
    places: new Set([...pools.cities, ...pools.countries, ...pools.states, ...PLACES]),
    firstNames: new Set([...pools.firstNames, ...FIRST_NAMES]),
  };
  knownNamesOfPools.set(pools, known);
  return known;
}
