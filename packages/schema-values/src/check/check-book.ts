import type { PatternBook } from "../regex/pattern-book.ts";
import type { PartBook, SubSchema } from "../source/part.ts";
import { applicatorChecks } from "./applicator-checks.ts";
import { arrayChecks } from "./array-checks.ts";
import { BudgetError, type CheckTools, type ConformityCheck } from "./check.ts";
import { objectChecks } from "./object-checks.ts";
import { scalarChecks } from "./scalar-checks.ts";
import { unevaluatedChecks } from "./unevaluated-checks.ts";

/** Checks for the parts of a book. */
export function checkBook(book: PartBook, patterns: PatternBook): CheckTools {
  const known = new Map<SubSchema, ConformityCheck>();
  const of = (part: SubSchema): ConformityCheck => {
    const made = known.get(part) ?? lazily(() => compile(tools, part));
    known.set(part, made);
    return made;
  };
  const tools: CheckTools = { book, patterns, of };
  return tools;
}

/** Creates each check on its first run, because schemas can refer to each other in cycles. */
function lazily(make: () => ConformityCheck): ConformityCheck {
  let made: ConformityCheck | undefined;
  return (value, budget) => {
    made ??= make();
    return made(value, budget);
  };
}

function compile(tools: CheckTools, part: SubSchema): ConformityCheck {
  const { schema } = part;
  if (typeof schema === "boolean") return () => schema;
  const checks = [
    ...scalarChecks(tools, schema),
    ...objectChecks(tools, part, schema),
    ...arrayChecks(tools, part, schema),
    ...applicatorChecks(tools, part, schema),
    ...unevaluatedChecks(tools, part, schema),
  ];
  return (value, budget) => {
    budget.steps -= 1;
    if (budget.steps < 0) throw new BudgetError("its values take too many steps to check");
    for (const check of checks) if (!check(value, budget)) return false;
    return true;
  };
}
