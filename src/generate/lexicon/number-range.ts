import { type Hints, type NumberHints, type NumberModel, nameWords } from "schema-values";
import type { NamedRange, Words } from "../words/words.ts";
import { phraseOf } from "./description-phrase.ts";
import { isVagueName, type NameTable, nameTable } from "./name-table.ts";

const PERCENT: NumberModel = { min: 0, max: 100, digits: 0 };
const WIDEST_SCALE = 1000;
/** Names of numbers whose bounds in the schema are the ends of a scale. */
const SCALES: NameTable<true> = nameTable([
  [
    true,
    "score, rating, confidence, probability, likelihood, percentage, percent, rate, relevance, similarity, intensity, level, priority, severity, sentiment",
  ],
]);

type Described = readonly (readonly [RegExp, NumberModel])[];

/** Ways to write a number that take precedence over the property's name. */
const NOTATIONS: Described = [
  [
    /\b(?:unix|epoch).{0,30}\b(?:ms|milliseconds)\b/i,
    { min: 1_600_000_000_000, max: 1_790_000_000_000, digits: 0 },
  ],
  [/\b(?:unix|epoch)\b/i, { min: 1_600_000_000, max: 1_790_000_000, digits: 0 }],
  [
    /\bprobability (?:that|of)\b|\bas a (?:fraction|proportion|probability)\b/i,
    { min: 0, max: 1, digits: 2 },
  ],
];
const DESCRIBED: Described = [
  [/\bpercent/i, PERCENT],
  [/\bnumber of\b|\bcount\b|\bhow many\b/i, { min: 0, max: 50, digits: 0 }],
  [/\bprice\b|\bcost\b|\bamount\b/i, { min: 1, max: 500, digits: 2 }],
  [/\byear\b/i, { min: 1990, max: 2026, digits: 0 }],
];
/** A unit in a description: "in seconds", "(kg)", "number of cents". */
const MENTIONED_UNIT: RegExp =
  /(?:\b(?:in|as|en|measured in|expressed in|number of)(?: whole| full| an?| the)? |\()([\p{L}%°²/\d]{1,20}(?: (?:meters|metres|feet|units|celsius|fahrenheit|currency unit|sterling))?)(?=[\s.,;)]|$)/giu;

/** Finds the usual range of numbers from what a schema says about them. */
export class NumberRanges {
  readonly #names: NameTable<NumberModel>;
  readonly #units: ReadonlyMap<string, NumberModel>;
  readonly #fineUnits: ReadonlyMap<string, NumberModel>;

  constructor({ numbers, units }: Words["looks"]) {
    this.#names = nameTable(numbers.map((row) => [modelOf(row), row.names] as const));
    this.#units = unitsOf(units);
    this.#fineUnits = unitsOf(units.filter(({ isFine }) => isFine === true));
  }

  /** The likely range of a number; a scale has the schema's bounds. Undefined if the hints say nothing. */
  rangeOf(hints: NumberHints): NumberModel | undefined {
    const found = this.of(hints);
    if (found === undefined) return undefined;
    const { min, max, isWhole } = hints;
    const isBounded = Number.isFinite(min) && Number.isFinite(max) && max - min <= WIDEST_SCALE;
    if (isBounded && SCALES.ofTail(nameWords(hints.name)) === true) return { ...found, min, max };
    return isWhole && found.max <= 1 ? PERCENT : found;
  }

  /** The range that a name and descriptions suggest. */
  of(hints: Hints): NumberModel | undefined {
    const { owner, name, titles, description } = hints;
    const named =
      this.#ofName(name) ?? (owner === undefined ? owner : this.#ofName(`${owner} ${name}`));
    return (
      describedRange(description) ??
      this.#ofUnit(description, named !== undefined) ??
      matching(NOTATIONS, description) ??
      (isVagueName(name) ? undefined : named) ??
      titles
        .filter((title) => !isVagueName(title))
        .map((title) => this.#ofName(title))
        .find((model) => model !== undefined) ??
      (description === ""
        ? undefined
        : (this.#ofName(phraseOf(description)) ?? matching(DESCRIBED, description))) ??
      named
    );
  }

  #ofName(name: string): NumberModel | undefined {
    const all = nameWords(name);
    const per = all.indexOf("per");
    const words = per > 0 ? all.slice(0, per) : all;
    const isCount = words.length > 1 && /^(?:num|no|number|n)$/.test(words[0] ?? "");
    if (isCount) return this.#names.ofTail(["count"]);
    for (let end = words.length; end > 0; end--) {
      const found = this.#names.ofTail(words.slice(0, end));
      if (found !== undefined) return found;
    }
    return words.length > 1 ? this.#units.get(words.at(-1) ?? "") : undefined;
  }

  #ofUnit(description: string, isKnown: boolean): NumberModel | undefined {
    const units = isKnown ? this.#fineUnits : this.#units;
    for (const [, unit = ""] of description.toLowerCase().matchAll(MENTIONED_UNIT)) {
      const found = units.get(unit) ?? units.get(unit.split(" ")[0] ?? "");
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function modelOf({ range: [min, max, digits] }: NamedRange): NumberModel {
  return { min, max, digits };
}

function unitsOf(units: readonly NamedRange[]): Map<string, NumberModel> {
  return new Map(
    units.flatMap((row) =>
      row.names.split(", ").map((name): [string, NumberModel] => [name, modelOf(row)]),
    ),
  );
}

function matching(table: Described, description: string): NumberModel | undefined {
  return table.find(([words]) => words.test(description))?.[1];
}

const NUMBER = "(-?\\d{1,7}(?:\\.\\d{1,4})?)";
/** A range in a description, such as "from 0 to 10", also with a remark after each number. */
const RANGE: RegExp = new RegExp(
  `(?:\\b(?:between|from|range(?: of)?|scale(?: of)?|entre|von|zwischen|de|da|tra|fra):? ?|[([:,] ?)${NUMBER}%?(?: \\([^)]{0,40}\\))? ?(?:to|and|bis|und|à|a|y|e|et|-|–|—|\\.{2,3}) ?${NUMBER}(?![\\d/:-]|\\.\\d)`,
  "i",
);
const INTERVAL: RegExp = new RegExp(`[[(]${NUMBER}, ?${NUMBER}[\\])]`);
/** A short range without an introduction, such as "a 1-5 star rating". */
const SHORT_RANGE: RegExp =
  /(?:^|\s)(-?\d{1,3}(?:\.\d{1,4})?)(?: \([^)]{0,40}\))? ?(?:to|bis|-|–|—|\.{2,3}) ?(-?\d{1,3}(?:\.\d{1,4})?)(?![\d/:-]|\.\d)/i;
/** Values with their meanings, such as "0 = not toxic, 10 = very toxic". */
const MEANT: RegExp =
  /(?<![\w.])(-?\d{1,4}(?:\.\d{1,4})?)(?: ?=|:| ?(?:means|being|is|for|bedeutet|signifie)\b| \([a-z]| (?:highest|lowest|best|worst|most|least)\b)/gi;
const OUT_OF: RegExp = /\b(?:out of|von maximal|sur) (\d{1,4})\b/i;
const STARS: RegExp = /\bstars?\b|\brating\b/i;

/** The range of numbers that a description states; undefined if it states none. */
function describedRange(description: string): NumberModel | undefined {
  if (description === "") return undefined;
  const found = [RANGE, INTERVAL, SHORT_RANGE].map((range) => range.exec(description));
  const [, from, to] = found.find((it) => it !== null) ?? [];
  if (from !== undefined && to !== undefined) return rangeOf(from, to);
  const meant = [...description.matchAll(MEANT)].map(([, value = ""]) => value);
  if (meant.length > 1) {
    const sorted = [...meant].sort((a, b) => Number(a) - Number(b));
    return rangeOf(sorted[0] ?? "", sorted.at(-1) ?? "");
  }
  const [, most] = OUT_OF.exec(description) ?? [];
  return most === undefined ? undefined : rangeOf(STARS.test(description) ? "1" : "0", most);
}

function rangeOf(from: string, to: string): NumberModel | undefined {
  const [min, max] = [Number(from), Number(to)];
  const isFine = max - min <= 2 || (from + to).includes(".");
  return min < max ? { min, max, digits: isFine ? 2 : 0 } : undefined;
}
