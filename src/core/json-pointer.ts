import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/** Returns a function that reads the value at a JSON Pointer (RFC 6901), which is parsed once. */
export function pointedBy(pointer: string): (value: JsonValue) => JsonValue | undefined {
  const keys = keysOf(pointer);
  return (value) => valueAtPath(value, keys);
}

/** The value at the end of a path of keys; undefined if there is none. */
export function valueAtPath(
  value: JsonValue | undefined,
  keys: readonly (string | number)[],
): JsonValue | undefined {
  let found = value;
  for (const key of keys) {
    if (typeof found !== "object" || found === null) return undefined;
    found = childOf(found as Parent, String(key));
  }
  return found;
}

// The following functions return undefined if they can't make the change at the pointer.
// `Object.fromEntries` keeps a repeated name's first position and last value, and treats
// `__proto__` like any other name.

/** A copy of the value without the target of a JSON Pointer. */
export function dropAt(value: JsonValue, pointer: string): JsonValue | undefined {
  return changeAt(value, keysOf(pointer), (parent, key) => {
    if (isJsonObject(parent)) {
      if (!Object.hasOwn(parent, key)) return undefined;
      return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key));
    }
    const index = indexOf(parent, key);
    return index === undefined ? undefined : parent.filter((_, place) => place !== index);
  });
}

/**
 * Copies the value, and puts `item` at a JSON Pointer. Replaces an existing value, or adds a field.
 * In a list, `-` or the index after the last one appends the item.
 */
export function putAt(value: JsonValue, pointer: string, item: JsonValue): JsonValue | undefined {
  return changeAt(value, keysOf(pointer), (parent, key) => {
    if (isJsonObject(parent)) return Object.fromEntries([...Object.entries(parent), [key, item]]);
    if (key === "-" || key === String(parent.length)) return [...parent, item];
    const index = indexOf(parent, key);
    return index === undefined ? undefined : parent.with(index, item);
  });
}

/** Copies the value, and renames the field at a JSON Pointer. The field keeps its position. */
export function renameAt(value: JsonValue, pointer: string, name: string): JsonValue | undefined {
  return changeAt(value, keysOf(pointer), (parent, key) => {
    if (!isJsonObject(parent) || !Object.hasOwn(parent, key)) return undefined;
    const others = Object.entries(parent).filter(([other]) => other === key || other !== name);
    return Object.fromEntries(others.map(([other, item]) => [other === key ? name : other, item]));
  });
}

/** The JSON Pointer to a member or an item of the value at `pointer`. */
export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

type Parent = JsonObject | readonly JsonValue[];
export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Applies a change to a copy of a value; copies only the containers on the path to the change. */
function changeAt(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  change: (parent: Parent, key: string) => JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined || typeof value !== "object" || value === null) return undefined;
  const parent = value as Parent;
  if (rest.length === 0) return change(parent, key);
  const child = childOf(parent, key);
  const changed = child === undefined ? undefined : changeAt(child, rest, change);
  if (changed === undefined) return undefined;
  if (isJsonObject(parent)) return Object.fromEntries([...Object.entries(parent), [key, changed]]);
  return parent.with(Number(key), changed);
}

function childOf(parent: Parent, key: string): JsonValue | undefined {
  if (isJsonObject(parent)) return Object.hasOwn(parent, key) ? parent[key] : undefined;
  const index = indexOf(parent, key);
  return index === undefined ? undefined : parent[index];
}

/** RFC 6901: an index has no leading zeros. */
function indexOf(list: readonly JsonValue[], key: string): number | undefined {
  if (!/^(0|[1-9]\d*)$/.test(key)) return undefined;
  const index = Number(key);
  return index < list.length ? index : undefined;
}
