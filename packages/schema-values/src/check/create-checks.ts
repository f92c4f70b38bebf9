import type { Patterns } from "../regex/patterns.ts";
import type { SubSchema, SubSchemas } from "../source/part.ts";
import { applicatorChecks, unevaluatedChecks } from "./applicator-checks.ts";
import { CHARACTERS_OF_A_STEP, type CheckTools, type ConformityCheck, spend } from "./check.ts";
import { arrayChecks, objectChecks, scalarChecks } from "./value-checks.ts";

/** Checks for the subschemas of a document. Without `hasFormats`, the keyword `format` only describes. */
export function createChecks(
  subSchemas: SubSchemas,
  patterns: Patterns,
  hasFormats: boolean = true,
): CheckTools {
  const known = new Map<SubSchema, ConformityCheck>();
  const of = (part: SubSchema): ConformityCheck => {
    const made = known.get(part) ?? lazily(() => compile(tools, part));
    known.set(part, made);
    return made;
  };
  const tools: CheckTools = { subSchemas, patterns, hasFormats, of };
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
    spend(budget, typeof value === "string" ? 1 + value.length / CHARACTERS_OF_A_STEP : 1);
    for (const check of checks) if (!check(value, budget)) return false;
    return true;
  };
}
