import { type Hints, nameWords } from "schema-values";
import { nameTable } from "./name-table.ts";
import type { NumberKind } from "./number-range.ts";
import type { Mood } from "./subject.ts";

const SCALES = nameTable<true>([
  [
    true,
    "sentiment|sentiment score|sentiment value|overall sentiment|polarity|polarity score|valence|compound|rating|rating value|star|star rating|user rating|overall rating|review score|review rating|satisfaction|satisfaction score|customer satisfaction|csat|nps|nps score|mood score|happiness|happiness score|positivity|bewertung|sterne|stimmung|note etoiles|etoile|estrella|puntuacion|valutazione|stella|avaliacao|estrela",
  ],
]);
const DESCRIBED: RegExp =
  /\b(?:sentiment|polarity|how (?:positive|negative|happy|satisfied)|(?:very )?(?:negative|worst|bad|unsatisfied).{1,40}(?:positive|best|good|satisfied)|star rating|number of stars)\b/i;
const NO_OPINION: RegExp = /confidence|certainty|probability|how sure|count|intensity|strength/i;

/** Whether a number is the opinion that the input expresses. */
export function isOpinionScale({ name, description }: Hints): boolean {
  if (NO_OPINION.test(name) || NO_OPINION.test(description)) return false;
  return SCALES.ofTail(nameWords(name)) === true || DESCRIBED.test(description);
}

/** The parts of a scale, from 0 to 1, that are for bad, undecided, and good opinions. */
const PARTS = { bad: [0, 0.3], undecided: [0.45, 0.55], good: [0.7, 1] } as const;
/** How far equal opinions can be apart, as a share of the scale. */
const SPREAD = 0.16;

/** The point on a scale for an opinion; `draw` from 0 to 1 makes equal opinions differ a little. */
export function opinionScale({
  min,
  max,
  digits,
}: NumberKind): (mood: Mood, draw: number) => number {
  const factor = 10 ** digits;
  return ({ value }, draw) => {
    const [least, most] = value === 0 ? PARTS.undecided : value > 0 ? PARTS.good : PARTS.bad;
    const place = (value + 1) / 2 + (draw - 0.5) * SPREAD;
    const point = min + (max - min) * Math.min(most, Math.max(least, place));
    return Math.round(point * factor) / factor;
  };
}
