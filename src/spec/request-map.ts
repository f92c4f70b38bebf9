import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { asObject, asObjects, resolveRef } from "./place.ts";

/** The parts of a request that a use case's fields can come from. */
export type RequestParts = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** A use case's fields by name; absent and null ones have their schema's default, or are left out. */
export type Fields = Readonly<Record<string, unknown>>;

type Source = {
  readonly part: keyof RequestParts;
  readonly keys: readonly string[];
  readonly fallback: JsonValue | undefined;
};

/** Compiles an operation's `request` mapping; the defaults come from its parameters and body schema. */
export function compileRequestMap(
  document: JsonObject,
  operation: JsonObject,
): (request: RequestParts) => Fields {
  const mapping = asObject(asObject(operation["x-batch-sim"])["request"]);
  const fields = Object.entries(mapping).map(([name, places]) => {
    const list = Array.isArray(places) ? places : [places];
    return {
      name,
      sources: list.map((place) => compileSource(document, operation, String(place))),
    };
  });
  return (request) => {
    const result: Record<string, unknown> = {};
    for (const { name, sources } of fields) {
      const value = firstPresent(request, sources);
      if (value !== undefined && value !== null) result[name] = value;
    }
    return result;
  };
}

/** Keys of the body at which a use case's field stands; undefined where it doesn't come from the body. */
export function bodyPathOf(operation: JsonObject, field: string): readonly string[] | undefined {
  const places = asObject(asObject(operation["x-batch-sim"])["request"])[field];
  const place = Array.isArray(places) ? places[0] : places;
  return typeof place === "string" && place.startsWith("body.")
    ? place.split(".").slice(1)
    : undefined;
}

function firstPresent(request: RequestParts, sources: readonly Source[]): unknown {
  for (const { part, keys } of sources) {
    let value: unknown = request[part];
    for (const key of keys) value = isJsonObject(value) ? value[key] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return sources.find((source) => source.fallback !== undefined)?.fallback;
}

function compileSource(document: JsonObject, operation: JsonObject, place: string): Source {
  const [part = "", ...keys] = place.split(".");
  if (part !== "path" && part !== "query" && part !== "header" && part !== "body") {
    throw new RangeError(
      `Expected the request mapping \`${place}\` to start with path., query., header. or body.`,
    );
  }
  const names = part === "header" ? keys.map((key) => key.toLowerCase()) : keys;
  return { part, keys: names, fallback: defaultOf(document, operation, part, keys) };
}

function defaultOf(
  document: JsonObject,
  operation: JsonObject,
  part: string,
  keys: readonly string[],
): JsonValue | undefined {
  if (part !== "body") {
    const parameters = asObjects(operation["parameters"]).map((item) =>
      asObject(resolveRef(document, item)),
    );
    const parameter = parameters.find((item) => item["in"] === part && item["name"] === keys[0]);
    return asObject(resolveRef(document, parameter?.["schema"]))["default"];
  }
  let schema = bodySchema(document, operation);
  for (const key of keys)
    schema = asObject(resolveRef(document, asObject(schema["properties"])[key]));
  return schema["default"];
}

/** The schema of an operation's request body, of its first content type. */
export function bodySchema(document: JsonObject, operation: JsonObject): JsonObject {
  const content = asObject(asObject(resolveRef(document, operation["requestBody"]))["content"]);
  return asObject(resolveRef(document, asObject(Object.values(content)[0])["schema"]));
}
