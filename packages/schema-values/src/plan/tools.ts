import type { CheckTools } from "../check/check.ts";
import type { PatternBook } from "../regex/pattern-book.ts";
import type { Dialect } from "../source/dialect.ts";
import type { PartBook } from "../source/part.ts";

/** What all planning code shares: the parts, their checks, the patterns, and the dialect. */
export type PlanTools = {
  readonly book: PartBook;
  readonly checks: CheckTools;
  readonly patterns: PatternBook;
  readonly dialect: Dialect;
};
