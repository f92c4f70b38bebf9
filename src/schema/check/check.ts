import type { JsonValue } from "../../core/json.ts";
import type { PatternBook } from "../regex/pattern-book.ts";
import type { Part, PartBook } from "../source/part.ts";
/** Steps that a piece of work may still take. */
export type Budget = { steps: number };

/** Thrown where a budget is used up. */
export class BudgetError extends Error {}

/** Whether a value conforms to a schema; throws a BudgetError where that takes too long to say. */
export type ConformityCheck = (value: JsonValue, budget: Budget) => boolean;

/** What the makers of checks share. */
export type CheckTools = {
  readonly book: PartBook;
  readonly patterns: PatternBook;
  /** The check of a part, made when it is first asked for. */
  of(part: Part): ConformityCheck;
};
