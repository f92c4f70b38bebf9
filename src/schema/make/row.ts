import type { JsonValue } from "../../core/json.ts";
import type { Rng } from "../../core/rng.ts";
import { BudgetError } from "../check/check.ts";
import type { SchemaJudge } from "../check/judge.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import type { Subject } from "../words/subject.ts";
import { type Maker, type Making, SOFT_DEPTH } from "./making.ts";

/** What the maker of a row may go by. */
export type RowHints = {
  /** About how many tokens a row may have; longer texts keep to it. */
  readonly maxTokens?: number | undefined;
  /** What longer texts and keywords are about. */
  readonly subject?: Subject | undefined;
};

/** Thrown where no value could be made. */
export class RowError extends Error {}

/** How likely optional properties are at each try; the last tries make what must be there alone. */
const OPTIONAL = [0.75, 0.5, 0.3, 0.1, 0, 0, 0, 0];
const LEAN_FROM = 5;
const STEPS = 6000;
const TOKENS = 60;
/** The share of a row's tokens that one text may have. */
const SHARE_OF_A_TEXT = 0.25;

/** A row that the judge accepts, or undefined where no try made one. */
export function makeRow(
  make: Maker,
  judge: Pick<SchemaJudge, "accepts">,
  at: { readonly rng: Rng; readonly hints: RowHints },
): JsonValue | undefined {
  const tokens = Math.max(
    8,
    Math.floor((at.hints.maxTokens ?? TOKENS / SHARE_OF_A_TEXT) * SHARE_OF_A_TEXT),
  );
  for (let index = 0; index < OPTIONAL.length; index++) {
    const making: Making = {
      rng: at.rng,
      optional: OPTIONAL[index] ?? 0,
      depth: index < LEAN_FROM ? 0 : SOFT_DEPTH,
      made: 0,
      steps: STEPS,
      tokens,
      // The last tries are made as the schema was tried out: without a subject.
      subject: index < LEAN_FROM ? at.hints.subject : undefined,
    };
    try {
      const value = make(making);
      if (value !== undefined && judge.accepts(value)) return value;
    } catch (error) {
      if (!isEndOfTry(error)) throw error;
    }
  }
  return undefined;
}

/** A try that runs out of its budget or of the stack is a try that failed. */
function isEndOfTry(error: unknown): boolean {
  return (
    error instanceof BudgetError || error instanceof RangeError || error instanceof RegexTooComplex
  );
}
