import type { Budget } from "../budget.ts";
import { cached } from "../cached.ts";
import { isJsonObject } from "../json.ts";
import type { SubSchema, SubSchemas } from "../source/part.ts";
import { TYPES, typeOfValue, typesOf } from "../source/schema.ts";
import { applicatorChecks, unevaluatedChecks } from "./applicator-checks.ts";
import {
  CHARACTERS_OF_A_STEP,
  type Check,
  type CheckTools,
  type ConformityCheck,
  spend,
} from "./check.ts";
import {
  anyChecks,
  arrayChecks,
  numberChecks,
  objectChecks,
  stringChecks,
} from "./value-checks.ts";

/** Checks for the subschemas of a document. Without `hasFormats`, the keyword `format` only describes. */
export function createChecks(
  subSchemas: SubSchemas,
  patterns: CheckTools["patterns"],
  hasFormats: boolean = true,
): CheckTools {
  const known = new Map<SubSchema, ConformityCheck>();
  const of = (part: SubSchema): ConformityCheck =>
    cached(known, part, () => lazily(() => compile(tools, part)));
  const tools: CheckTools = {
    subSchemas,
    patterns,
    hasFormats,
    of,
    one: (part, name) => {
      const found = subSchemas.one(part, name);
      return found && of(found);
    },
  };
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
  const types = typesOf(schema);
  const any = [
    ...anyChecks(schema),
    ...applicatorChecks(tools, part),
    ...unevaluatedChecks(tools, part),
  ];
  const strings = [...stringChecks(tools, schema), ...any];
  const numbers = [...numberChecks(tools, schema), ...any];
  const arrays = [...arrayChecks(tools, part, schema), ...any];
  const objects = [...objectChecks(tools, part, schema), ...any];
  const hasStrings = (types & TYPES.string) !== 0;
  return (value, budget) => {
    if (typeof value === "string") {
      spend(budget, 1 + value.length / CHARACTERS_OF_A_STEP);
      return hasStrings && holds(strings, value, budget);
    }
    spend(budget, 1);
    if ((typeOfValue(value) & types) === 0) return false;
    if (typeof value === "number") return holds(numbers, value, budget);
    if (value === null || typeof value === "boolean") return holds(any, value, budget);
    return isJsonObject(value) ? holds(objects, value, budget) : holds(arrays, value, budget);
  };
}

function holds<Value>(checks: readonly Check<Value>[], value: Value, budget: Budget): boolean {
  for (const check of checks) if (!check(value, budget)) return false;
  return true;
}
