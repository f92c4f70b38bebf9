import { isEndOfTry } from "../check/document.ts";
import type { JsonValue } from "../json.ts";
import type { Subject } from "../lexicon/lexicon.ts";
import type { Rng } from "../rng.ts";
import { type Maker, type Making, SOFT_DEPTH } from "./making.ts";

/** Hints for making a row. */
export type RowHints = {
  /** Approximate maximum length of a row in tokens; longer strings are shortened to fit. */
  readonly maxTokens?: number | undefined;
  /** The subject of longer strings and keywords. */
  readonly subject?: Subject | undefined;
};

/**
 * Probability of optional properties in each attempt; the last attempts make only required ones.
 */
const OPTIONAL = [0.75, 0.5, 0.3, 0.1, 0, 0, 0, 0];
const LEAN_FROM = 5;
const STEPS = 6000;
const TOKENS = 60;
/** Maximum share of a row's tokens for one string. */
const SHARE_OF_A_TEXT = 0.25;

/** A row that is accepted; undefined if every attempt failed. */
export function makeRow(
  make: Maker,
  accepts: (value: JsonValue) => boolean,
  at: { readonly rng: Rng; readonly hints: RowHints },
): JsonValue | undefined {
  const tokens = Math.max(
    8,
    Math.floor((at.hints.maxTokens ?? TOKENS / SHARE_OF_A_TEXT) * SHARE_OF_A_TEXT),
  );
  for (let index = 0; index < OPTIONAL.length; index++) {
    const making: Making = {
      rng: at.rng,
      turns: undefined,
      optional: OPTIONAL[index] ?? 0,
      depth: index < LEAN_FROM ? 0 : SOFT_DEPTH,
      made: 0,
      hasStated: false,
      steps: STEPS,
      tokens,
      // The last attempts have no subject, like the attempts that tried out the schema.
      subject: index < LEAN_FROM ? at.hints.subject : undefined,
    };
    try {
      const value = make(making);
      if (value !== undefined && accepts(value)) return value;
    } catch (error) {
      if (!isEndOfTry(error)) throw error;
    }
  }
  return undefined;
}

/** Kinds of values that depend only on the schema, a seed, and the row's index. */
export type IndexedKind = "covering" | "edge";

/** The address of a row. */
export type RowAddress = { readonly seed: number; readonly index: number };

/** A row as JSON text, and the names of its edge cases, such as "string: empty at /name". */
export type IndexedRow = { readonly text: string; readonly edges: readonly string[] };

/** Makes values for one schema. Every value conforms, and equal arguments give equal values. */
export type SchemaGenerator = {
  /** A plausible value that follows the hints as far as the schema allows. */
  row(rng: Rng, hints?: RowHints): JsonValue;
  /** A covering value takes the schema's alternatives in turn; an edge value has extremes. */
  indexed(kind: IndexedKind, at: RowAddress): IndexedRow;
};
