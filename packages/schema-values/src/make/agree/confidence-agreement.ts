import type { JsonValue } from "../../json.ts";
import type { Subject } from "../../words/subject.ts";
import { type ToldChoice, toldChoice } from "../../words/told-choice.ts";
import { hintsOf } from "../hints-of.ts";
import type { MakerBook } from "../maker-book.ts";
import { setProperty } from "../set-property.ts";
import type { Agreement, Property } from "./property.ts";

const CONFIDENCE: RegExp = /(?:^| )(?:confidence|certainty)(?: (?:score|level))?$/;

/** Confidence in a label, from 0 to 1, by what the input says about it; opinions add to the second one. */
const LEVELS = { unknown: 0.5, shown: 0.78, contradicted: 0.4, opinion: 0.15 };
/** How much the confidence varies. */
const SPREAD = { shown: 0.1, unknown: 0.4 };

/** Makes the confidence in a label high if the input shows that label, and low if it shows nothing. */
export function confidenceAgreement(
  book: MakerBook,
  properties: readonly Property[],
): Agreement | undefined {
  const confidence = properties.find(({ words }) => CONFIDENCE.test(words.join(" ")));
  const label = confidence && properties.flatMap((it) => labelOf(book, it))[0];
  if (confidence === undefined || label === undefined) return undefined;
  const { key, values, told } = label;
  return (out, { rng, subject }) => {
    const before = out[confidence.key];
    if (subject === undefined || typeof before !== "number") return;
    const level = levelOf(subject, told, values.indexOf(out[key] ?? null));
    const spread = level === LEVELS.unknown ? SPREAD.unknown : SPREAD.shown;
    const share = Math.min(0.99, level + (rng.next() - 0.5) * spread);
    // A schema without a fraction wants a percentage.
    const value = confidence.fits(0.5) ? Math.round(share * 100) / 100 : Math.round(share * 100);
    if (confidence.fits(value)) setProperty(out, confidence.key, value);
  };
}

type Label = {
  readonly key: string;
  readonly values: readonly JsonValue[];
  readonly told: ToldChoice;
};

function labelOf(book: MakerBook, { key, plan }: Property): Label[] {
  const values = book.finiteValuesOf(plan) ?? [];
  const told = values.every((value) => typeof value === "string")
    ? toldChoice(values, hintsOf(plan, key))
    : undefined;
  return told === undefined ? [] : [{ key, values, told }];
}

function levelOf(subject: Subject, told: ToldChoice, place: number): number {
  const fitting = told(subject);
  if (fitting.length === 0) return LEVELS.unknown;
  if (!fitting.includes(place)) return LEVELS.contradicted;
  return LEVELS.shown / Math.sqrt(fitting.length) + LEVELS.opinion * Math.abs(subject.mood.value);
}
