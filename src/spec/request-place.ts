import type { JsonObject } from "../core/json.ts";
import { asObject, asObjects, type PlacedOperation, resolveRef } from "./document-place.ts";

/** A place in a request: a part of the request, and the keys that lead to a value in it. */
export type RequestPlace = {
  readonly part: keyof RequestParts;
  readonly keys: readonly string[];
};

/** The parts of a request that can supply a use case's fields. */
export type RequestParts = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** Parses a place in a request; undefined if the string isn't a place. */
export function parsePlace(place: string): RequestPlace | undefined {
  const [part = "", ...keys] = place.split(".");
  if (part !== "path" && part !== "query" && part !== "header" && part !== "body") return undefined;
  return keys.length === 0 ? undefined : { part, keys };
}

/** The schema of a place in the request; undefined if the operation doesn't declare the place. */
export function schemaAt(
  served: PlacedOperation,
  { part, keys }: RequestPlace,
): JsonObject | undefined {
  const { document } = served;
  if (part !== "body") {
    const parameter = parametersIn(part, served).find((given) => given["name"] === keys[0]);
    return parameter && asObject(resolveRef(document, parameter["schema"]));
  }
  let schema = bodySchema(served);
  for (const key of keys) {
    const property = /^\d+$/.test(key) ? schema["items"] : asObject(schema["properties"])[key];
    if (property === undefined) return undefined;
    schema = asObject(resolveRef(document, property));
  }
  return schema;
}

/** An operation's parameters: its own before those of its path. */
export function parametersOf({ document, item, operation }: PlacedOperation): JsonObject[] {
  return [operation["parameters"], item["parameters"]]
    .flatMap(asObjects)
    .map((given) => asObject(resolveRef(document, given)));
}

export function parametersIn(part: string, served: PlacedOperation): JsonObject[] {
  return parametersOf(served).filter((parameter) => parameter["in"] === part);
}

/** The schema of an operation's request body for its first content type. */
export function bodySchema({ document, operation }: BodyOwner): JsonObject {
  const content = asObject(asObject(resolveRef(document, operation["requestBody"]))["content"]);
  return asObject(resolveRef(document, asObject(Object.values(content)[0])["schema"]));
}

export type BodyOwner = Pick<PlacedOperation, "document" | "operation">;
