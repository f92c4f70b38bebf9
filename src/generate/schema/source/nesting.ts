import { isJsonObject, type JsonValue } from "../../../core/json.ts";

const DEEPEST = 500;

/** Whether a value is nested deeper than those who walk it by recursion can go. */
export function isTooDeep(root: JsonValue): boolean {
  let level: JsonValue[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    const next: JsonValue[] = [];
    for (const value of level) {
      const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
      for (const item of inner) if (typeof item === "object" && item !== null) next.push(item);
    }
    level = next;
  }
  return false;
}
