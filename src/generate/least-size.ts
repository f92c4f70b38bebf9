import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";

/** Characters that a value may need at least: more takes a row too long to make. */
export const MOST_CHARACTERS = 1_000_000;

const MAX_LEVELS = 32;

/**
 * A lower bound of the characters in a conforming value, by the bounds that stand one inside the other: ten thousand items of
 * ten thousand characters each. What references and choices ask for is not counted.
 */
export function leastSize(schema: JsonValue, levels: number = MAX_LEVELS): number {
  if (!isJsonObject(schema) || levels === 0) return 1;
  const bySize = [
    atLeast(schema, "minLength"),
    itemsSize(schema, levels),
    fieldsSize(schema, levels),
  ];
  return Math.max(1, ...bySize);
}

function itemsSize(schema: JsonObject, levels: number): number {
  const count = atLeast(schema, "minItems");
  return count === 0 ? 0 : count * leastSize(schema["items"] ?? true, levels - 1);
}

function fieldsSize(schema: JsonObject, levels: number): number {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required))
    return atLeast(schema, "minProperties");
  const sizes = required.map((name) => {
    const isDeclared = typeof name === "string" && Object.hasOwn(properties, name);
    return isDeclared ? leastSize(properties[name] ?? true, levels - 1) : 1;
  });
  return Math.max(
    atLeast(schema, "minProperties"),
    sizes.reduce((sum, size) => sum + size, 0),
  );
}

function atLeast(schema: JsonObject, keyword: string): number {
  const bound = schema[keyword];
  return typeof bound === "number" && bound > 0 ? bound : 0;
}
