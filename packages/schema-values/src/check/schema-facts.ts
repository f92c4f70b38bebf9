import { isJsonObject, type JsonValue } from "../json.ts";
import { keyword, numberOf } from "../source/schema.ts";

/** The facts about a schema that determine how best to build its validator. */
export type SchemaFacts = {
  /** Number of objects in it, most of which are schemas. */
  readonly objects: number;
  /** Largest number of sibling objects. */
  readonly neighbors: number;
  /** Number of values in the longest `enum`. */
  readonly largestEnum: number;
  readonly hasEmptyEnum: boolean;
  /** Largest `minItems` among arrays with unique items. */
  readonly mostUnique: number;
  /** Whether it uses the name of a member of Object.prototype. */
  readonly hasPrototypeName: boolean;
  /** Whether it contains `unevaluatedItems` or `unevaluatedProperties`. */
  readonly hasUnevaluated: boolean;
};

/** Counts everything in a schema, because a reference may lead anywhere in it. */
export function schemaFacts(schema: JsonValue): SchemaFacts {
  let [objects, neighbors, largestEnum, mostUnique] = [0, 0, 0, 0];
  let [hasPrototypeName, hasUnevaluated, hasEmptyEnum] = [false, false, false];
  const pending: JsonValue[] = [schema];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    let inner = 0;
    for (const [key, item] of entriesOf(value)) {
      hasUnevaluated ||= key === "unevaluatedItems" || key === "unevaluatedProperties";
      hasPrototypeName ||= key in Object.prototype;
      if (key === "enum" && Array.isArray(item)) {
        largestEnum = Math.max(largestEnum, item.length);
        hasEmptyEnum ||= item.length === 0;
      } else if (typeof item === "object") pending.push(item);
      else if (typeof item === "string") hasPrototypeName ||= item in Object.prototype;
      if (isJsonObject(item)) inner++;
    }
    if (isJsonObject(value) && keyword(value, "uniqueItems") === true)
      mostUnique = Math.max(mostUnique, numberOf(value, "minItems") ?? 0);
    objects += inner;
    neighbors = Math.max(neighbors, inner);
  }
  return {
    objects,
    neighbors,
    largestEnum,
    hasEmptyEnum,
    mostUnique,
    hasPrototypeName,
    hasUnevaluated,
  };
}

function entriesOf(value: JsonValue): Iterable<readonly [string | number, JsonValue]> {
  if (Array.isArray(value)) return value.entries();
  return isJsonObject(value) ? Object.entries(value) : [];
}
