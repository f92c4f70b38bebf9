import { type Hints, nameWords } from "schema-values";
import * as reader from "../reading/reader.ts";
import { phraseOf } from "./descriptions.ts";
import type { Look } from "./looks.ts";
import { isVagueName, nameTable, tellingWords } from "./names.ts";

/** A template for names only, not for sentences, codes, or addresses. */
const NAME: RegExp = /^[A-Za-z' {}]+$/;
const PLAIN_NAME: Look = "{names}";
const FEW_WORDS = 5;

function isProse(look: Look | undefined): boolean {
  return look === "{prose}" || look === "{reply}";
}

/** Words that show that a description is about a geographic place, not a position in something. */
const PLACE: RegExp =
  /\b(?:address|airport|area|branch|building|business|city|cities|country|event|geographic|home|lives?|location|meeting|office|place|region|site|state|station|store|town|travel|venue|village|where|work)\b/i;

const NAMES = nameTable(Object.entries(reader.looks.texts));

/** The template for a property's strings; undefined if no hint suggests one. */
export function textLook(hints: Hints): Look | undefined {
  const { name, owner = "", titles, description } = hints;
  const owned = owner === "" ? undefined : ownedLook(owner, name);
  const named = owned ?? lookOfName(name);
  const isVague = isVagueName(name) && (owned === undefined || owned === PLAIN_NAME);
  const isElsewhere = /location$/i.test(name) && description !== "" && !PLACE.test(description);
  const own = isVague || isElsewhere ? undefined : named;
  const notation = reader.described("notations", description);
  const isOpen = !isProse(own);
  // If a short description mentions a notation, the notation applies.
  const isBrief = description.trim().split(/\s/, FEW_WORDS + 1).length <= FEW_WORDS;
  if (notation !== undefined && (isOpen || isBrief)) return notation;
  const ofTitles = (all: readonly string[]): Look | undefined =>
    all.map((title) => lookOfName(title)).find((look) => look !== undefined);
  // Examples such as "DE123456789" or "ORD-2024-0012" suggest a template, but words don't.
  const examples = isOpen ? examplesOf(hints) : [];
  return (
    examples.map(lookLike).find((look) => look !== undefined) ??
    refinedLook(name, description) ??
    own ??
    ofTitles(titles.filter((title) => !isVagueName(title))) ??
    describedLook(description, isVague ? named : undefined) ??
    (isElsewhere ? undefined : named) ??
    ofTitles(titles)
  );
}

/** A more precise template from the description, such as "Email address" for `address`. */
function refinedLook(name: string, description: string): Look | undefined {
  const words = nameWords(phraseOf(description));
  const own = nameWords(name);
  const isMore = words.length > own.length && own.every((word) => words.includes(word));
  return isMore && own.length > 0 ? NAMES(words, 2) : undefined;
}

/** The template that a description suggests, unless the name suggests a better one. */
function describedLook(text: string, named: Look | undefined): Look | undefined {
  if (text === "") return undefined;
  const phrase =
    (named === undefined ? reader.described("openings", text) : undefined) ??
    lookOfName(phraseOf(text));
  if (phrase !== undefined && (named === undefined || isProse(named) || !isProse(phrase)))
    return phrase;
  return isProse(named) ? undefined : reader.described("mentions", text);
}

function lookOfName(name: string): Look | undefined {
  const words = nameWords(name);
  if (words.length < 2) return NAMES(words);
  const phrase = NAMES(words, 2);
  if (phrase !== undefined) return phrase;
  if (words.at(-1) === "name") return lookOfOwner(words.slice(0, -1));
  if (reader.isIn("questions", words[0] ?? "")) return NAMES(["is"]);
  return NAMES(words) ?? NAMES(tellingWords(name));
}

/** The template for a property whose meaning depends on its object, such as `name`. */
function ownedLook(owner: string, name: string): Look | undefined {
  const words = nameWords(owner);
  const [key = ""] = nameWords(name);
  const isVague = words.length === 0 || words.some((word) => reader.isIn("holders", word));
  if (key === "name" && !isVague) return lookOfOwner(words);
  return NAMES([...words, key], 2);
}

/** The template for an object's name, such as a company name; a plain name by default. */
function lookOfOwner(words: readonly string[]): Look {
  const look = NAMES(words);
  return look !== undefined && !isProse(look) && NAME.test(look) ? look : PLAIN_NAME;
}

/** An example in a description, up to the next separator. */
const INTRODUCED: RegExp =
  /(?:\be\.?g\.?,?:?|\bfor example,?:?|\bfor instance,?:?|\bexamples?:|\bsuch as|\blike|\bz\. ?B\.:?|\bzum Beispiel:?|\bpar exemple:?|\bp\. ?ex\.:?|\bpor ejemplo:?|\bex\.:|\bin the (?:format|form|style)(?: of)?:?) ["'`“‘«]?([^"'`”’»\n;()]{1,60})/i;
const END: RegExp = /,? (?:or|and|oder|und|ou|o) |, |\.(?: |$)|["'`”’»]| - /;
const LONGEST = 40;
const YEAR: RegExp = /^20[012]\d$/;

/** The strings among a schema's examples, and the first example in its description. */
export function examplesOf({ description, examples }: Hints): string[] {
  const [, rest] = INTRODUCED.exec(description) ?? [];
  const described = rest?.split(END)[0]?.trim();
  const listed = examples.filter((it) => typeof it === "string");
  return described === undefined ? listed : [...listed, described];
}

/** A template for strings like the example, but with other digits and some other capitals. */
function lookLike(example: string): Look | undefined {
  if (example.length > LONGEST || /[{}]/.test(example) || !/\d/.test(example)) return undefined;
  const notation = reader.described("examples", example);
  if (notation !== undefined) return notation;
  if (/^[\da-f]{8,}$/.test(example) && /\d[a-f]/.test(example))
    return `{${"x".repeat(example.length)}}`;
  if (example.split(" ").length > 2 || !/^[\w+#&./:@$€£%° -]+$/.test(example)) return undefined;
  if (/^[\d.]+$/.test(example) && example.length < 5) return undefined;
  return example.replace(/[A-Za-z]+|\d+/g, (run, at: number) => {
    if (/[A-Za-z]/.test(run))
      return at === 0 || /[a-z]/.test(run) ? run : `{${"A".repeat(run.length)}}`;
    if (YEAR.test(run)) return "{2023-2025}";
    const isAmount =
      run.length < 6 && !run.startsWith("0") && /^[/$€£]?$/.test(example.charAt(at - 1));
    // An amount varies by up to 30%.
    return isAmount
      ? `{${Math.ceil(Number(run) * 0.7)}-${Math.floor(Number(run) * 1.3)}}`
      : `{${"#".repeat(run.length)}}`;
  });
}
