import { copyJson, isJsonObject, type JsonValue } from "../../core/json.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";

/** A value that can't be merged: its place in the update, and the reason. */
export type Conflict = { readonly path: DataPath; readonly message: string };

/** The merged value, and the parts of the update that can't be merged. */
export type Merged = { readonly value: JsonValue; readonly conflicts: readonly Conflict[] };

/**
 * Merges an update into a value as the Overlay Specification requires: objects are merged key by key, lists are appended, and
 * primitive values are replaced. An update that would silently drop an object or a list is a conflict.
 */
export function merge(target: JsonValue, update: JsonValue, path: DataPath = []): Merged {
  if (isJsonObject(target) && isJsonObject(update)) return mergeObjects(target, update, path);
  if (Array.isArray(target) && Array.isArray(update)) {
    return { value: [...target, ...copyJson(update)], conflicts: [] };
  }
  if (isPrimitive(target)) return { value: copyJson(update), conflicts: [] };
  const kind = Array.isArray(target) ? "a list" : "an object";
  const message = `Expected ${kind}, to merge with the one that the document has, got ${describeValue(update)}. To replace it, remove it in an action before this one.`;
  return { value: target, conflicts: [{ path, message }] };
}

function mergeObjects(
  target: { readonly [key: string]: JsonValue },
  update: { readonly [key: string]: JsonValue },
  path: DataPath,
): Merged {
  const value: { [key: string]: JsonValue } = { ...target };
  const conflicts: Conflict[] = [];
  for (const [key, item] of Object.entries(update)) {
    const before = Object.hasOwn(target, key) ? target[key] : undefined;
    if (before === undefined) value[key] = copyJson(item);
    else {
      const merged = merge(before, item, [...path, key]);
      value[key] = merged.value;
      conflicts.push(...merged.conflicts);
    }
  }
  return { value, conflicts };
}

/** Whether a value is neither an object nor a list. */
export function isPrimitive(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}
