import type { PlaceRole } from "../../lexicon/lexicon.ts";
import type { Plan } from "../../plan/plan.ts";
import type { MakeTools } from "../making.ts";
import { listAgreements } from "./list-agreement.ts";
import { numberAgreements } from "./number-agreement.ts";
import { orderAgreement } from "./order-agreement.ts";
import { personAgreements } from "./person-agreement.ts";
import {
  type Agreement,
  isStated,
  type Properties,
  type Property,
  propertyOf,
  replace,
} from "./property.ts";
import { folderAgreement, referenceAgreements } from "./reference-agreement.ts";
import { totalAgreement } from "./total-agreement.ts";

/** Maximum number of properties; larger objects are not changed. */
const MOST_PROPERTIES = 100;

/** Returns a function that makes related properties consistent; undefined if none are related. */
export function agreementOf(
  tools: MakeTools,
  entries: readonly { readonly key: string; readonly plan: Plan }[],
  owner: string,
): Agreement | undefined {
  if (entries.length > MOST_PROPERTIES) return undefined;
  const properties = entries
    .map(({ key, plan }) => propertyOf(tools, owner, key, plan))
    .filter(({ name }) => name !== "");
  const agreements = [
    orderAgreement(properties),
    ...listAgreements(properties),
    ...personAgreements(properties),
    ...placeAgreements(tools, properties),
    opinionAgreement(properties),
    totalAgreement(properties),
    ...referenceAgreements(properties),
    folderAgreement(tools, properties),
    ...numberAgreements(properties),
  ].filter((it) => it !== undefined);
  if (agreements.length < 2) return agreements[0];
  return (out, making) => {
    for (const agree of agreements) agree(out, making);
  };
}

/** Makes states and countries match the cities in the same object, unless the input gives them. */
function placeAgreements({ lexicon }: MakeTools, properties: Properties): Agreement[] {
  const of = (role: PlaceRole): Property[] => properties.filter((it) => it.role() === role);
  const agreementWith = (city: Property, place: Property): Agreement => {
    return (out, making) => {
      const home = lexicon.homeOf?.(String(out[city.key]));
      const given = out[place.key];
      if (home === undefined || typeof given !== "string" || isStated(given, making)) return;
      const isName = !/^[A-Z]{2}$/.test(given) && place.fits(home.country);
      const country = isName ? home.country : home.code;
      replace(out, place, place.role() === "state" ? (home.state ?? given) : country);
    };
  };
  return of("city").flatMap((city) => {
    const around = [...of("state"), ...of("country")].filter((it) => whose(it) === whose(city));
    return around.map((place) => agreementWith(city, place));
  });
}

function whose({ name }: Property): string {
  return name.replace(/ ?(?:city|town|state|province|region|country)(?: (?:code|name))?$/, "");
}

/** Name endings of numbers that express an opinion. */
const RATING = /\b(?:rating|stars?|(?:sentiment|review) score|polarity)$/;

/** Words for an opinion, and the matching part of a scale: 0 is the worst, 1 the best. */
const OPINIONS: readonly (readonly [RegExp, least: number, most: number])[] = [
  [/^(?:very[ _-])?positive$/i, 0.65, 1],
  [/^(?:very[ _-])?negative$/i, 0, 0.35],
  [/^(?:neutral|mixed)$/i, 0.35, 0.65],
];

/** Rating scales, in the order to try. */
const SCALES = [
  ...[5, 10, 100].map((most) => ({ least: 1, most, step: 1 })),
  { least: -1, most: 1, step: 0.01 },
];

/** Makes ratings and sentiments match: a review with one star is not positive. */
function opinionAgreement(properties: Properties): Agreement | undefined {
  const sentiment = properties.find(
    ({ name, fits }) => /\bsentiment$/.test(name) && (fits("positive") || fits("POSITIVE")),
  );
  const rated = properties.filter(({ name }) => RATING.test(name));
  const ratings = rated.flatMap((rating) => {
    const { fits } = rating;
    const scale = SCALES.find(
      ({ least, most }) => fits(least) && fits(most) && !fits(most + 1) && !fits(least - 2),
    );
    return scale === undefined ? [] : [{ rating, ...scale }];
  });
  if (sentiment === undefined || ratings.length === 0) return undefined;
  const labels = LABELS.filter((label) => sentiment.fits(label));
  return (out, making) => {
    const [, from, to] = opinionOf(String(out[sentiment.key]));
    for (const { rating, least, most, step } of ratings) {
      const given = out[rating.key];
      if (typeof given !== "number") continue;
      const share = (given - least) / (most - least);
      if (share >= from && share <= to) continue;
      if (isStated(given, making)) {
        const fitting = labels
          .map(opinionOf)
          .find(([, least, most]) => share >= least && share <= most);
        if (fitting !== undefined) replace(out, sentiment, fitting[0]);
        return;
      }
      // Moves the rating to the nearest value that fits the opinion.
      const [round, end] = share < from ? [Math.ceil, from] : [Math.floor, to];
      const exact = round((least + end * (most - least)) / step) * step;
      replace(out, rating, Number(exact.toFixed(2)));
    }
  };
}

const LABELS = ["positive", "negative", "neutral"].flatMap((it) => [it, it.toUpperCase()]);

/** A label and the fitting part of the scale, from 0 to 1; the whole scale for unknown labels. */
function opinionOf(label: string): readonly [label: string, from: number, to: number] {
  const [, from = 0, to = 1] = OPINIONS.find(([words]) => words.test(label)) ?? [];
  return [label, from, to];
}
