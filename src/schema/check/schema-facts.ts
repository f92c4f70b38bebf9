import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { keyword, numberOf } from "../source/schema.ts";

/** What of a schema decides how a validator is best made of it. */
export type SchemaFacts = {
  /** Objects in it, which are schemas for the most part. */
  readonly objects: number;
  /** Most objects that stand side by side. */
  readonly neighbours: number;
  /** Values of the longest `enum`. */
  readonly largestEnum: number;
  readonly hasEmptyEnum: boolean;
  /** The largest `minItems` of arrays whose items must differ. */
  readonly mostUnique: number;
  /** Whether a name in it is that of a member of Object.prototype. */
  readonly hasPrototypeName: boolean;
  /** Whether `unevaluatedItems` or `unevaluatedProperties` occur. */
  readonly hasUnevaluated: boolean;
};

/** Counts a schema through and through: a reference may lead to any place in it. */
export function schemaFacts(schema: JsonValue): SchemaFacts {
  let [objects, neighbours, largestEnum, mostUnique] = [0, 0, 0, 0];
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
    neighbours = Math.max(neighbours, inner);
  }
  return {
    objects,
    neighbours,
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
