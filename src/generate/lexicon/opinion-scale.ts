import { type NumberHints, type NumberModel, nameWords } from "schema-values";
import { ratingIn } from "../reading/amounts.ts";
import { formsOf } from "../reading/named-values.ts";
import { OPINIONS } from "../reading/opinion.ts";
import type { Reader } from "../reading/reader.ts";
import { isDigit } from "../reading/stated.ts";
import { type Finder, known, perSubject } from "./subject.ts";

/** Words before a label that don't show that it is for something else, as in "my rating: 4". */
const OWN_WORDS = "the|my|our|overall|final|total|mi|nuestra|la|meine?|unsere|die|ma|notre";
/** The number after a label, and the best one if stated; neither one of several, nor of things. */
const LABELED =
  "(\\d{1,3}(?:[.,]\\d)?)(?: ?(?:/|out of|von|sur|sobre|de|su) ?(\\d+))?(?!\\p{L}|[+\\d]|[.,]\\d| ?[%/]|,? ?[-–:]? ?\\d| (?:to|and|or|bis|und|à|et|a|y|e) \\d| (?!stars|points)\\p{L}{3,20}s(?!\\p{L}))";

/** Finds the only number after a property's name, or its last word, and a colon: "Score: 6". */
function labeledNumber(hints: NumberHints, reader: Reader): Finder<number | undefined> {
  const { min, max, isWhole } = hints;
  const words = nameWords(hints.name);
  const own = [OWN_WORDS, ...words.slice(0, -1).flatMap((word) => formsOf(word, reader))];
  const names = formsOf(words.at(-1) ?? "", reader);
  const label = new RegExp(
    `(?:^|[^\\p{L} -]|(?<!\\p{L})(?:${own.join("|")}))[ -]*(?:${names.join("|")}): ?${LABELED}`,
    "gu",
  );
  return (subject) => {
    // Most inputs have no number after a colon, and this check is faster than the search.
    const runs = subject.textRuns.filter((run) => isAfterColon(subject.text, run));
    if (runs.length === 0) return undefined;
    const found = runs.flatMap((run) => {
      const near = subject.lower.slice(Math.max(0, run - REACH), run + REACH);
      const plain = near.normalize("NFD").replace(/\p{M}/gu, "");
      return [...plain.matchAll(label)].map(([, stated = "", best = max]) =>
        Number(best) === max ? Number(stated.replace(",", ".")) : NaN,
      );
    });
    const [number = NaN, ...others] = new Set(found);
    const isFit = number >= min && number <= max && !(isWhole && number % 1 !== 0);
    return isFit && others.length === 0 ? number : undefined;
  };
}

/** Number of characters around a number that can be about it. */
const REACH = 60;

function isAfterColon(text: string, run: number): boolean {
  const before = text.charAt(run - 1) === " " ? run - 2 : run - 1;
  return text.charAt(before) === ":" && !isDigit(text.charCodeAt(before - 1));
}

/** The parts of a scale, from 0 to 1, that are for bad, undecided, and good opinions. */
const PARTS = [
  [0, 0.3],
  [0.4, 0.6],
  [0.7, 1],
] as const;

/** The number on a scale of opinions that a subject states or suggests. */
export function opinionScale(
  hints: NumberHints,
  model: NumberModel,
  reader: Reader,
): Pick<NumberModel, "stated" | "suggested"> {
  const min = Number.isFinite(hints.min) ? hints.min : model.min;
  const max = Number.isFinite(hints.max) ? hints.max : model.max;
  const factor = 10 ** (hints.isWhole ? 0 : Math.max(model.digits, max <= 1 ? 2 : 1));
  const at = (share: number): number => Math.round((min + (max - min) * share) * factor) / factor;
  const labeled = labeledNumber(hints, reader);
  return {
    stated: perSubject((subject) => {
      const { text, textRuns } = subject;
      const { stated, best } = (max > 1 ? ratingIn(text, textRuns) : undefined) ?? {};
      if (stated === undefined || best === undefined) return labeled(subject);
      // Ratings start at 1, unless the property defines the scale.
      const share = best === max ? (stated - min) / (max - min) : (stated - 1) / (best - 1);
      return share >= 0 && share <= 1 ? at(share) : undefined;
    }),
    suggested: ({ rng }, subject) => {
      const { opinion } = known(subject);
      const [least, most] = PARTS[1 + Math.sign(OPINIONS[opinion])] ?? [0, 1];
      return opinion === "none" ? undefined : at(least + (most - least) * rng.next());
    },
  };
}
