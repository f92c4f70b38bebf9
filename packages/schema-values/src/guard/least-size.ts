import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { valueAt } from "../source/schema.ts";

/** Maximum number of characters that a value may require; more would make a row take too long. */
export const MOST_CHARACTERS = 1_000_000;

const MAX_LEVELS = 300;

type Measuring = {
  readonly root: JsonObject;
  readonly known: Map<JsonObject, number>;
  levels: number;
};

/**
 * A lower bound for the characters in a conforming value, from nested bounds such as ten thousand
 * items of ten thousand characters each. Follows references that are JSON Pointers, and counts the
 * smallest alternative of each choice.
 */
export function leastSize(root: JsonObject): number {
  return measure({ root, known: new Map(), levels: MAX_LEVELS }, root);
}

function measure(measuring: Measuring, schema: JsonValue | undefined): number {
  if (!isJsonObject(schema) || measuring.levels === 0) return 1;
  const known = measuring.known.get(schema);
  if (known !== undefined) return known;
  // A recursive schema counts once: its values may end there.
  measuring.known.set(schema, 1);
  measuring.levels--;
  const size = Math.max(1, ownSize(measuring, schema), besideSize(measuring, schema));
  measuring.levels++;
  measuring.known.set(schema, size);
  return size;
}

/**
 * The minimum size from a schema's own bounds, if it allows only the type of value that they apply
 * to.
 */
function ownSize(measuring: Measuring, schema: JsonObject): number {
  switch (schema["type"]) {
    case "string":
      return atLeast(schema, "minLength");
    case "array":
      return itemsSize(measuring, schema);
    case "object":
      return fieldsSize(measuring, schema);
    default:
      return 0;
  }
}

function itemsSize(measuring: Measuring, schema: JsonObject): number {
  const count = atLeast(schema, "minItems");
  const first = listOf(schema["prefixItems"]).slice(0, count);
  const size = first.reduce<number>((sum, item) => sum + measure(measuring, item), 0);
  const rest = count - first.length;
  return rest === 0 ? size : size + rest * measure(measuring, schema["items"]);
}

function fieldsSize(measuring: Measuring, schema: JsonObject): number {
  const { properties, required } = schema;
  const least = atLeast(schema, "minProperties");
  if (!isJsonObject(properties) || !Array.isArray(required)) return least;
  const sizes = required.map((name) => {
    const isDeclared = typeof name === "string" && Object.hasOwn(properties, name);
    return isDeclared ? measure(measuring, properties[name]) : 1;
  });
  return Math.max(
    least,
    sizes.reduce((sum, size) => sum + size, 0),
  );
}

/** The minimum size from the other schemas that the same value must conform to. */
function besideSize(measuring: Measuring, schema: JsonObject): number {
  const { $ref, allOf } = schema;
  const sizes = listOf(allOf).map((sub) => measure(measuring, sub));
  if (typeof $ref === "string" && $ref.startsWith("#/"))
    sizes.push(measure(measuring, valueAt(measuring.root, $ref.slice(1))));
  for (const choice of [schema["anyOf"], schema["oneOf"]]) {
    const branches = listOf(choice).map((sub) => measure(measuring, sub));
    sizes.push(branches.reduce((least, size) => Math.min(least, size), branches[0] ?? 0));
  }
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function atLeast(schema: JsonObject, keyword: string): number {
  const bound = schema[keyword];
  return typeof bound === "number" && bound > 0 ? bound : 0;
}
