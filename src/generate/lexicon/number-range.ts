import { type Hints, type NumberHints, type NumberModel, nameWords } from "schema-values";
import * as reader from "../reading/reader.ts";
import type { Range } from "../words/words.ts";
import { phraseOf } from "./descriptions.ts";
import { isVagueName, nameTable } from "./names.ts";

const PERCENT: NumberModel = { min: 0, max: 100, digits: 0 };
const WIDEST_SCALE = 1000;
/** A unit in a description: "in seconds", "(kg)", "number of cents". */
const MENTIONED_UNIT: RegExp =
  /(?:\b(?:in|as|en|measured in|expressed in|number of)(?: whole| full| an?| the)? |\()([\p{L}%°²/\d]{1,20}(?: (?:meters|metres|feet|units|celsius|fahrenheit|currency unit|sterling))?)(?=[\s.,;)]|$)/giu;

const NAMES = nameTable(reader.looks.numbers.map(({ range, names }) => [range, names] as const));
const SCALES = nameTable([[true, reader.looks.lists.scales]]);
const UNITS = new Map(
  reader.looks.units.flatMap((unit) => unit.names.split(", ").map((name) => [name, unit] as const)),
);

/** A number's likely range; for a scale, the schema's bounds. Undefined if no hint suggests one. */
export function likelyRange(hints: NumberHints): NumberModel | undefined {
  const found = suggestedRange(hints);
  if (found === undefined) return undefined;
  const { min, max, isWhole } = hints;
  const isBounded = Number.isFinite(min) && Number.isFinite(max) && max - min <= WIDEST_SCALE;
  if (isBounded && SCALES(nameWords(hints.name)) === true) return { ...found, min, max };
  return isWhole && found.max <= 1 ? PERCENT : found;
}

/** The range that a name and a description suggest; undefined if they suggest none. */
export function suggestedRange(hints: Hints): NumberModel | undefined {
  const { owner, name, titles, description } = hints;
  const named =
    rangeOfName(name) ?? (owner === undefined ? owner : rangeOfName(`${owner} ${name}`));
  const own = isVagueName(name) ? undefined : named;
  const titled = titles.filter((title) => !isVagueName(title));
  const found =
    describedRange(description) ??
    rangeOfUnit(description, named !== undefined) ??
    reader.described("numberNotations", description) ??
    own ??
    titled.map(rangeOfName).find((range) => range !== undefined) ??
    rangeOfName(phraseOf(description)) ??
    reader.described("numberMentions", description) ??
    named;
  if (found === undefined) return undefined;
  const [min, max, digits] = found;
  return { min, max, digits };
}

function rangeOfName(name: string): Range | undefined {
  const all = nameWords(name);
  const per = all.indexOf("per");
  const rate = per > 0 ? NAMES(all, all.length - per + 1) : undefined;
  if (rate !== undefined) return rate;
  const words = per > 0 ? all.slice(0, per) : all;
  const isCount = words.length > 1 && /^(?:num|no|number|n)$/.test(words[0] ?? "");
  if (isCount) return NAMES(["count"]);
  for (let end = words.length; end > 0; end--) {
    // In the middle of a name, a letter such as "y" is a word, not a coordinate.
    if (end > 1 && end < words.length && words[end - 1]?.length === 1) continue;
    const found = NAMES(words.slice(0, end));
    if (found !== undefined) return found;
  }
  return words.length > 1 ? UNITS.get(words.at(-1) ?? "")?.range : undefined;
}

function rangeOfUnit(description: string, isKnown: boolean): Range | undefined {
  for (const [, unit = ""] of description.toLowerCase().matchAll(MENTIONED_UNIT)) {
    const found = UNITS.get(unit) ?? UNITS.get(unit.split(" ")[0] ?? "");
    if (found !== undefined && (!isKnown || found.isFine === true)) return found.range;
  }
  return undefined;
}

const NUMBER = "(-?\\d{1,7}(?:\\.\\d{1,4})?)";
/** Ranges such as "from 0 to 10", "[0, 1]", and "1-5 star rating", with or without remarks. */
const RANGES: readonly RegExp[] = [
  new RegExp(
    `(?:\\b(?:between|from|range(?: of)?|scale(?: of)?|entre|von|zwischen|de|da|tra|fra):? ?|[([:,] ?)${NUMBER}%?(?: \\([^)]{0,40}\\))? ?(?:to|and|bis|und|à|a|y|e|et|-|–|—|\\.{2,3}) ?${NUMBER}(?![\\d/:-]|\\.\\d)`,
    "i",
  ),
  new RegExp(`[[(]${NUMBER}, ?${NUMBER}[\\])]`),
  /(?:^|\s)(-?\d{1,3}(?:\.\d{1,4})?)(?: \([^)]{0,40}\))? ?(?:to|bis|-|–|—|\.{2,3}) ?(-?\d{1,3}(?:\.\d{1,4})?)(?![\d/:-]|\.\d)/i,
];
/** Values with their meanings, such as "0 = not toxic, 10 = very toxic". */
const MEANT: RegExp =
  /(?<![\w.])(-?\d{1,4}(?:\.\d{1,4})?)(?: ?=|:| ?(?:means|being|is|for|bedeutet|signifie)\b| \([a-z]| (?:highest|lowest|best|worst|most|least)\b)/gi;
const OUT_OF: RegExp = /\b(?:out of|von maximal|sur) (\d{1,4})\b/i;
const STARS: RegExp = /\bstars?\b|\brating\b/i;

/** The range of numbers that a description states; undefined if it states none. */
function describedRange(description: string): Range | undefined {
  if (description === "") return undefined;
  const [, from, to] =
    RANGES.map((range) => range.exec(description)).find((it) => it !== null) ?? [];
  if (from !== undefined && to !== undefined) return rangeOf([from, to]);
  const meant = [...description.matchAll(MEANT)].map(([, value = ""]) => value);
  if (meant.length > 1) return rangeOf(meant.sort((a, b) => Number(a) - Number(b)));
  const [, most] = OUT_OF.exec(description) ?? [];
  return most === undefined ? undefined : rangeOf([STARS.test(description) ? "1" : "0", most]);
}

function rangeOf(values: readonly string[]): Range | undefined {
  const [min, max] = [Number(values[0]), Number(values.at(-1))];
  const isFine = max - min <= 2 || values.join("").includes(".");
  return min < max ? [min, max, isFine ? 2 : 0] : undefined;
}
