import { isJsonObject, type JsonValue } from "../json.ts";

/** Recursive walks over a schema can't go much deeper. */
const DEEPEST = 500;
/** Ajv takes seconds for more, and then overflows its stack. */
const MOST_OBJECTS = 60_000;

/**
 * Why a schema is too large to process; undefined if it isn't. The values of an `enum` may be many.
 */
export function oversize(root: JsonValue): string | undefined {
  let objects = 0;
  let level: JsonValue[] = [root];
  const enums = new Set<JsonValue>();
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return `it is nested more than ${DEEPEST} levels deep`;
    if (objects > MOST_OBJECTS) return `it contains more than ${MOST_OBJECTS} objects`;
    const next: JsonValue[] = [];
    for (const value of level) {
      if (isJsonObject(value) && Array.isArray(value["enum"])) enums.add(value["enum"]);
      const inner = innerOf(value);
      if (!enums.has(value)) objects += inner.length;
      for (const item of inner) next.push(item);
    }
    level = next;
  }
  return undefined;
}

function innerOf(value: JsonValue): JsonValue[] {
  const all = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return all.filter((item) => typeof item === "object" && item !== null);
}
