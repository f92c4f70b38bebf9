import type { JsonValue } from "../../json.ts";
import { singularOf } from "../../lexicon/lexicon.ts";
import { type MakeTools, type ObjectDraft, setProperty } from "../making.ts";
import { type Agreement, type Property, replaceText } from "./property.ts";

/** Makes countries those of the cities beside them, unless the input states them. */
export function placeAgreement(
  { lexicon }: MakeTools,
  properties: readonly Property[],
): Agreement | undefined {
  const whose = ({ words }: Property): string => words.join(" ").replace(OF_A_PLACE, "");
  const pairs = properties
    .filter(({ role }) => role === "city")
    .flatMap((city) =>
      properties
        .filter((it) => it.role === "country" && whose(it) === whose(city))
        .map((country) => ({ city, country })),
    );
  if (pairs.length === 0 || lexicon.homeOf === undefined) return undefined;
  return (out, { subject }) => {
    for (const { city, country } of pairs) {
      const home = lexicon.homeOf?.(String(out[city.key]));
      const isStated = subject?.text.includes(String(out[country.key])) === true;
      if (home !== undefined && !isStated) replaceText(out, country, home.country, home.code);
    }
  };
}

const OF_A_PLACE: RegExp = / ?(?:city|town|country)(?: (?:code|name))?$/;

/** Names of the number of `items`, with a gap for the name of one. */
const COUNTS =
  "{} count|num {}|number of {}|n {}|total {}|{} total|no of {}|count of {}|anzahl {}".split("|");

/** Makes the number of items match the length of their list, as `item_count` and `items`. */
export function countAgreement(properties: readonly Property[]): Agreement | undefined {
  const byName = new Map(
    properties.map((property) => [property.words.map(singularOf).join(" "), property]),
  );
  const pairs = [...byName].flatMap(([name, list]) =>
    [name, name.split(" ").at(-1) ?? name].flatMap((items) =>
      COUNTS.flatMap((form) => {
        const count = byName.get(form.replace("{}", items));
        return count === undefined || count === list ? [] : [{ list, count }];
      }),
    ),
  );
  if (pairs.length === 0) return undefined;
  return (out) => {
    for (const { list, count } of pairs) {
      const items = out[list.key];
      if (!Array.isArray(items) || typeof out[count.key] !== "number") continue;
      if (count.fits(items.length)) setProperty(out, count.key, items.length);
    }
  };
}

/** Numbers for opinions by the last words of their names. */
const RATING = /\b(?:rating|stars?|(?:sentiment|review) score|polarity)$/;

/** Words of an opinion, and the part of a scale that they stand for: 0 is the worst, 1 the best. */
const OPINIONS: readonly (readonly [RegExp, least: number, most: number])[] = [
  [/^(?:very[ _-])?positive$/i, 0.65, 1],
  [/^(?:very[ _-])?negative$/i, 0, 0.35],
  [/^(?:neutral|mixed)$/i, 0.25, 0.75],
];

/** The scales of ratings. The first one that a schema allows from end to end, and no further, counts. */
const SCALES = [5, 10, 100].map((most) => ({ least: 1, most, step: 1 }));
const SIGNED = [{ least: -1, most: 1, step: 0.01 }];

type Scale = (typeof SCALES)[number];

/** Makes ratings match the sentiment: a review with one star is not positive. */
export function opinionAgreement(properties: readonly Property[]): Agreement | undefined {
  const sentiment = properties.find(
    ({ words, fits }) => words.at(-1) === "sentiment" && (fits("positive") || fits("POSITIVE")),
  );
  const ratings = properties.flatMap((rating) => {
    const scale = RATING.test(rating.words.join(" ")) ? scaleOf(rating) : undefined;
    return scale === undefined ? [] : [{ rating, scale }];
  });
  if (sentiment === undefined || ratings.length === 0) return undefined;
  return (out, { subject }) => {
    for (const { rating, scale } of ratings) {
      const isStated = subject?.text.includes(`${out[rating.key]}/`) === true;
      if (!isStated) agree(out, rating, scale, out[sentiment.key]);
    }
  };
}

function scaleOf({ fits }: Property): Scale | undefined {
  return [...SCALES, ...SIGNED].find(
    ({ least, most }) => fits(least) && fits(most) && !fits(most + 1) && !fits(least - 2),
  );
}

/** Moves a rating that contradicts the opinion to the near end of the opinion's part of the scale. */
function agree(
  out: ObjectDraft,
  { key, fits }: Property,
  { least, most, step }: Scale,
  opinion: JsonValue | undefined,
): void {
  const given = out[key];
  const [, from, to] = OPINIONS.find(([words]) => words.test(String(opinion))) ?? [];
  if (typeof given !== "number" || from === undefined || to === undefined) return;
  const share = (given - least) / (most - least);
  if (share >= from && share <= to) return;
  const [round, end] = share < from ? [Math.ceil, from] : [Math.floor, to];
  const exact = round((least + end * (most - least)) / step) * step;
  const value = Number(exact.toFixed(2));
  if (fits(value)) setProperty(out, key, value);
}
