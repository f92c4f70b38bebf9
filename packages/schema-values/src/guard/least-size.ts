import type { JsonObject } from "../json.ts";
import {
  isSchema,
  listOf,
  mapOf,
  numberOf,
  type Schema,
  schemaOf,
  stringsOf,
  textOf,
  valueAt,
} from "../source/schema.ts";

/** Maximum number of characters that a value may require; more would make a row take too long. */
export const MOST_CHARACTERS = 1_000_000;

const MAX_LEVELS = 300;

/** Minimum number of characters in a value, from nested bounds and the smallest alternatives. */
export function leastSize(root: JsonObject): number {
  const known = new Map<Schema, number>();
  let levels = MAX_LEVELS;
  const measure = (schema: Schema = true): number => {
    if (typeof schema === "boolean" || levels === 0) return 1;
    const found = known.get(schema);
    if (found !== undefined) return found;
    // Inside itself, a recursive schema counts as one character, because a value may end there.
    known.set(schema, 1);
    levels--;
    const size = Math.max(1, ownSize(schema, measure), ...besideSizes(root, schema, measure));
    levels++;
    known.set(schema, size);
    return size;
  };
  return measure(root);
}

type Measure = (schema?: Schema) => number;

function total(schemas: readonly (Schema | undefined)[], measure: Measure): number {
  return schemas.reduce<number>((sum, schema) => sum + measure(schema), 0);
}

/** The minimum size from the bounds of a string, array, or object type; 0 for other schemas. */
function ownSize(schema: JsonObject, measure: Measure): number {
  switch (textOf(schema, "type")) {
    case "string":
      return numberOf(schema, "minLength") ?? 0;
    case "array": {
      const count = Math.max(0, numberOf(schema, "minItems") ?? 0);
      const first = listOf(schema, "prefixItems").slice(0, count);
      const rest = count - first.length;
      return total(first, measure) + (rest && rest * measure(schemaOf(schema, "items")));
    }
    case "object": {
      const properties = new Map(mapOf(schema, "properties"));
      const required = stringsOf(schema, "required").map((name) => properties.get(name));
      return Math.max(numberOf(schema, "minProperties") ?? 0, total(required, measure));
    }
    default:
      return 0;
  }
}

/** The minimum sizes from the other schemas that the same value must conform to. */
function besideSizes(root: JsonObject, schema: JsonObject, measure: Measure): number[] {
  const sizes = listOf(schema, "allOf").map((sub) => measure(sub));
  const reference = textOf(schema, "$ref") ?? "";
  const target = reference.startsWith("#/") ? valueAt(root, reference.slice(1)) : undefined;
  if (isSchema(target)) sizes.push(measure(target));
  for (const name of ["anyOf", "oneOf"]) {
    const branches = listOf(schema, name).map((sub) => measure(sub));
    if (branches.length > 0) sizes.push(Math.min(...branches));
  }
  return sizes;
}
