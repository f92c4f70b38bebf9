import { capitalize } from "../lexicon/capitalize.ts";

/** Shorter clauses say little, and longer ones are not points. */
const FEWEST = 4;
const MOST = 90;
/** Clauses from which on the first one is the name of a thing rather than a point. */
const LISTING = 4;
const END: RegExp = /[。.]$/u;
const AMOUNT: RegExp = /^[^\p{L}]*(?:€|eur|usd|kg|g|cm|preis|price|税込)?[^\p{L}]*$/iu;

/** The clauses of an input that can be points of a list. */
export function pointsIn(clauses: readonly string[]): readonly string[] {
  const points = clauses.length >= LISTING ? clauses.slice(1) : clauses;
  return points
    .filter(({ length }) => length >= FEWEST && length <= MOST)
    .filter((text) => !AMOUNT.test(text))
    .map((text) => capitalize(text.replace(END, "")));
}
