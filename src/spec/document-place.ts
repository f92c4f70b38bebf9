import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { keysOf } from "../core/json-pointer.ts";

export type MutableObject = { [key: string]: JsonValue };

/**
 * Writes a value into a document, in place. The place is a JSON Pointer (RFC 6901), or
 * `operation:<operationId>` followed by a pointer, which works even if an overlay moved the
 * operation.
 *
 * Does nothing if the operation no longer exists, because an unserved operation needs no value.
 * @throws {RangeError} if the place's parent is not an object in the document
 */
export function setPlace(document: JsonObject, place: string, value: JsonValue): void {
  const { start, keys } = parsePointer(document, place);
  if (start === undefined) return;
  const last = keys.pop() ?? "";
  let target = start;
  for (const key of keys) {
    const next = target[key];
    if (!isJsonObject(next))
      throw new RangeError(
        `Expected the place \`${place}\` to be in the document, found no object at \`${key}\`.`,
      );
    target = next;
  }
  (target as MutableObject)[last] = value;
}

/** The value at a place, as defined in `setPlace`; undefined if there is none. */
export function findPlace(document: JsonObject, place: string): JsonValue | undefined {
  const { start, keys } = parsePointer(document, place);
  let value: JsonValue | undefined = start;
  for (const key of keys) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}

/** Whether a place's parent exists, so that a value can be written to the place. */
export function hasParent(document: JsonObject, place: string): boolean {
  return isJsonObject(findPlace(document, place.replace(/\/[^/]*$/, "")));
}

function parsePointer(document: JsonObject, place: string) {
  const [, operationId, pointer] = /^operation:([^/]+)(.*)/s.exec(place) ?? [];
  const start =
    operationId === undefined ? document : findPlaceOf(document, operationId)?.operation;
  return { start, keys: [...keysOf(pointer ?? place)] };
}

export function findPlaceOf(document: JsonObject, id: string): PlacedOperation | undefined {
  return operationsOf(document).find(({ operation }) => operation["operationId"] === id);
}

/** The first operation bound to a use case, and its place. */
export function findBoundTo(document: JsonObject, use: string): PlacedOperation | undefined {
  return operationsOf(document).find(({ binding }) => binding["use"] === use);
}

/** The operation with the same ID in another document; an empty object if there is none. */
export function sameOperationIn(other: JsonObject, { operation }: PlacedOperation): JsonObject {
  return findPlaceOf(other, String(operation["operationId"]))?.operation ?? {};
}

export type PlacedOperation = Readonly<ReturnType<typeof operationsOf>[number]>;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function operationsOf(document: JsonObject, part: "paths" | "webhooks" = "paths") {
  return Object.entries(asObject(document[part])).flatMap(([path, value]) => {
    const item = asObject(value);
    return METHODS.filter((method) => isJsonObject(item[method])).map((method) => {
      const operation = asObject(item[method]);
      return {
        ...{ document, path, method, item, operation },
        binding: asObject(operation["x-batch-sim"]),
        /** Path to the operation in the document. */
        at: [part, path, method],
      };
    });
  });
}

export function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function headersIn(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(asObject(value));
  return Object.fromEntries(entries.map(([name, each]) => [name.toLowerCase(), String(each)]));
}

/** Keywords of JSON Schema whose values are data, not schemas. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  ...["const", "default", "enum", "example", "examples"],
]);

export function asStrings(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Resolves local `$ref`s; undefined for a remote `$ref`. Returns any other value unchanged. */
export function resolveRef(
  document: JsonObject,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (!isJsonObject(value) || typeof value["$ref"] !== "string") return value;
  if (!value["$ref"].startsWith("#/")) return undefined;
  let target: JsonValue | undefined = document;
  for (const key of keysOf(value["$ref"])) target = asObject(target)[key];
  return resolveRef(document, target);
}

export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => String(name));
}

/** Whether this `security` requires a key: it has alternatives, and each of them names a scheme. */
export function requiresKey(security: JsonValue | undefined): boolean {
  const forms = asObjects(security);
  return forms.length > 0 && forms.every((form) => Object.keys(form).length > 0);
}
