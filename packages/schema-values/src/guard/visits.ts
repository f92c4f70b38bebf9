import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { schemaPartAt } from "../source/walk.ts";

/**
 * Number of objects visited if every JSON Pointer reference is followed each time: thirty schemas
 * that each refer twice to the next make a billion. A recursive schema counts once. Only for
 * schemas without deep nesting.
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
      visits += visit(schemaPartAt(root, reference.slice(1)));
    known.set(value, visits);
    return visits;
  };
  return visit(root);
}
