import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { valueAtPointer } from "../source/walk.ts";

/**
 * The objects that are met where each reference by JSON Pointer is followed as often as it is met: thirty schemas that each
 * refer twice to the next make a thousand million. A schema within itself counts once. For schemas without deep nesting.
 */
export function visitsOf(root: JsonObject): number {
  const known = new Map<JsonValue, number>();
  const visit = (value: JsonValue | undefined): number => {
    if (typeof value !== "object" || value === null) return 0;
    const before = known.get(value);
    if (before !== undefined) return before;
    known.set(value, 1);
    let visits = Object.values(value).reduce<number>((sum, item) => sum + visit(item), 1);
    const reference = isJsonObject(value) ? value["$ref"] : undefined;
    if (typeof reference === "string" && reference.startsWith("#/"))
      visits += visit(valueAtPointer(root, reference.slice(1)));
    known.set(value, visits);
    return visits;
  };
  return visit(root);
}
