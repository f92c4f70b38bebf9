import type { JsonValue } from "../json.ts";
import type { PatternBook } from "../regex/pattern-book.ts";
import type { PartBook, SubSchema } from "../source/part.ts";
/** The number of steps that a piece of work may still take. */
export type Budget = { steps: number };

/** Thrown when a budget is used up. */
export class BudgetError extends Error {}

/** Whether a value conforms to a schema. Throws a BudgetError if checking takes too many steps. */
export type ConformityCheck = (value: JsonValue, budget: Budget) => boolean;

/** What the functions that create checks share. */
export type CheckTools = {
  readonly book: PartBook;
  readonly patterns: PatternBook;
  /** The check for a part, created on first use. */
  of(part: SubSchema): ConformityCheck;
};
