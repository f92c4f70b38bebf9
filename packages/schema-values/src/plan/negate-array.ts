import { containsBounds } from "../check/array-checks.ts";
import type { JsonObject } from "../json.ts";
import type { Dialect } from "../source/dialect.ts";
import { type Schema, schemaOf } from "../source/schema.ts";
import { tupleOf } from "../source/tuple.ts";
import { countViolations } from "./negate-scalar.ts";
import type { Violation } from "./violation.ts";

/** Number of items beyond the tuple that are likely to include an unevaluated one. */
const UNSEEN_ITEMS = 3;

/** Schemas that each violate an array keyword. */
export function violationsOfArrays(schema: JsonObject, dialect: Dialect): Violation[] {
  const tuple = tupleOf(schema, dialect);
  const at = (index: number, sub: Schema): Violation => {
    const items = [...Array.from({ length: index }, () => true), { not: sub }];
    const name = dialect.hasPrefixItems ? "prefixItems" : "items";
    return { type: "array", minItems: index + 1, [name]: items };
  };
  const out = countViolations(schema, "array", ["minItems", "maxItems"]);
  out.push(...tuple.prefix.map((item, index) => at(index, item.schema)));
  if (tuple.rest !== undefined) out.push(at(tuple.prefix.length, tuple.rest.schema));
  if (schemaOf(schema, "unevaluatedItems") !== undefined) {
    out.push({ type: "array", minItems: tuple.prefix.length + UNSEEN_ITEMS });
  }
  return [...out, ...containsViolations(schema, dialect)];
}

function containsViolations(schema: JsonObject, dialect: Dialect): Violation[] {
  const contains = schemaOf(schema, "contains");
  if (contains === undefined) return [];
  const { least, most } = containsBounds(schema, dialect.hasUnevaluated);
  const out: Violation[] = [];
  if (least === 1) out.push({ type: "array", items: { not: contains } });
  if (least > 1) out.push({ type: "array", contains, minContains: 0, maxContains: least - 1 });
  if (most !== Infinity) out.push({ type: "array", contains, minContains: most + 1 });
  return out;
}
