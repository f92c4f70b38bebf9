import type { JsonObject } from "../core/json.ts";
import { asObject, asObjects, resolveRef } from "./document-place.ts";

/** The parts of a request that a use case's fields can come from. */
export type RequestParts = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** An operation and its path item. */
export type OperationPlace = { readonly item: JsonObject; readonly operation: JsonObject };

/** A part of a request and the keys in it; undefined for a string that doesn't name one. */
export function parsePlace(
  place: string,
): { readonly part: keyof RequestParts; readonly keys: readonly string[] } | undefined {
  const [part = "", ...keys] = place.split(".");
  if (part !== "path" && part !== "query" && part !== "header" && part !== "body") return undefined;
  return keys.length === 0 ? undefined : { part, keys };
}

/** The schema of a place in the request; undefined if the operation declares no such parameter or property. */
export function schemaAt(
  document: JsonObject,
  { item, operation }: OperationPlace,
  { part, keys }: { readonly part: string; readonly keys: readonly string[] },
): JsonObject | undefined {
  if (part !== "body") {
    const parameter = parametersOf(document, { item, operation }).find(
      (given) => given["in"] === part && given["name"] === keys[0],
    );
    return parameter && asObject(resolveRef(document, parameter["schema"]));
  }
  let schema: JsonObject = bodySchema(document, operation);
  for (const key of keys) {
    const property = /^\d+$/.test(key) ? schema["items"] : asObject(schema["properties"])[key];
    if (property === undefined) return undefined;
    schema = asObject(resolveRef(document, property));
  }
  return schema;
}

/** An operation's parameters: its own before those of its path. */
export function parametersOf(
  document: JsonObject,
  { item, operation }: OperationPlace,
): readonly JsonObject[] {
  return [...asObjects(operation["parameters"]), ...asObjects(item["parameters"])].map((given) =>
    asObject(resolveRef(document, given)),
  );
}

/** The schema of an operation's request body for its first content type. */
export function bodySchema(document: JsonObject, operation: JsonObject): JsonObject {
  const content = asObject(asObject(resolveRef(document, operation["requestBody"]))["content"]);
  return asObject(resolveRef(document, asObject(Object.values(content)[0])["schema"]));
}
