import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type DataPath, valueAt } from "../../yaml/data-path.ts";

/** The keys of a JSON Pointer (also as a fragment), with list indexes as numbers. */
export function pointerPath(root: unknown, pointer: string): DataPath {
  const path: (string | number)[] = [];
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(valueAt(root, path)) ? Number(key) : key);
  }
  return path;
}

/** A place in a document, or the one that it refers to. */
export function resolvedPath(document: JsonObject, place: DataPath): DataPath {
  const value = valueAt(document, place);
  const ref = typeof value === "object" && value !== null && "$ref" in value ? value.$ref : null;
  return typeof ref === "string" ? resolvedPath(document, pointerPath(document, ref)) : place;
}

/** A place and every place that it refers to, directly or indirectly. */
export function withReferences(document: JsonObject, place: DataPath): readonly DataPath[] {
  const found = new Map<string, DataPath>();
  const visit = (value: JsonValue | undefined): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    const { $ref: ref } = value;
    if (typeof ref === "string" && !found.has(ref)) {
      found.set(ref, pointerPath(document, ref));
      visit(valueAt(document, pointerPath(document, ref)) as JsonValue | undefined);
    }
    for (const item of Object.values(value)) visit(item);
  };
  visit(valueAt(document, place) as JsonValue | undefined);
  return [place, ...found.values()];
}
