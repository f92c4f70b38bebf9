import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { asObject, bindingOf } from "./document-place.ts";
import { type OperationPlace, parsePlace, type RequestParts, schemaAt } from "./request-place.ts";

/**
 * A use case's fields by name; absent and null fields have their schema's default, or are omitted.
 */
export type FieldsOfRequest = Readonly<Record<string, unknown>>;

type Source = {
  readonly read: (request: RequestParts) => unknown;
  readonly fallback: JsonValue | undefined;
};

/** Compiles an operation's `request` mapping; defaults come from its parameters and body schema. */
export function compileRequestMap(
  document: JsonObject,
  place: OperationPlace,
): (request: RequestParts) => FieldsOfRequest {
  const names = Object.keys(requestMapOf(place.operation));
  const fields = names.map((name) => [name, compileField(document, place, name)] as const);
  return (request) => {
    const result: Record<string, unknown> = {};
    for (const [name, read] of fields) {
      const value = read(request);
      if (value !== undefined && value !== null) result[name] = value;
    }
    return result;
  };
}

/** Makes a function that reads one field, or undefined if the operation doesn't map the field. */
export function compileField(
  document: JsonObject,
  place: OperationPlace,
  name: string,
): (request: RequestParts) => unknown {
  const places = placesOf(requestMapOf(place.operation)[name]);
  const sources = places.map((source) => compileSource(document, place, source));
  const { fallback } = sources.find((source) => source.fallback !== undefined) ?? {};
  return (request) => {
    for (const { read } of sources) {
      const value = read(request);
      if (value !== undefined && value !== null) return value;
    }
    return fallback;
  };
}

/**
 * The `request` of an operation's binding: for each field of the use case, a place or a list of
 * places.
 */
export function requestMapOf(operation: JsonObject): JsonObject {
  return asObject(bindingOf(operation)["request"]);
}

/** A field's places, in the order in which they are tried. */
export function placesOf(places: JsonValue | undefined): readonly JsonValue[] {
  if (places === undefined) return [];
  return Array.isArray(places) ? places : [places];
}

/**
 * A source's place; undefined for a constant. With `as`, the value is inserted into a string; with
 * `words`, it is translated.
 */
export function placeNamed(source: JsonValue): string | undefined {
  const place = isJsonObject(source) ? source["from"] : source;
  return typeof place === "string" ? place : undefined;
}

/**
 * Keys that lead to the first place in the body that supplies a use case's field; undefined if
 * there is none.
 */
export function bodyPathOf(operation: JsonObject, field: string): readonly string[] | undefined {
  return placesOf(requestMapOf(operation)[field])
    .map((source) => parsePlace(placeNamed(source) ?? ""))
    .find((place) => place?.part === "body")?.keys;
}

/**
 * The wire name of a use case's field: its first place in the body or, if there is none, its first
 * place elsewhere; the field's own name if it has no place.
 */
export function wireNameOf(operation: JsonObject, field: string): string {
  const [first] = placesOf(requestMapOf(operation)[field]);
  const keys = bodyPathOf(operation, field) ?? parsePlace(placeNamed(first ?? null) ?? "")?.keys;
  return keys?.join(".") ?? field;
}

function compileSource(document: JsonObject, place: OperationPlace, source: JsonValue): Source {
  if (isJsonObject(source) && source["const"] !== undefined) {
    return { read: () => source["const"], fallback: undefined };
  }
  const parsed = parsePlace(placeNamed(source) ?? "");
  if (parsed === undefined) {
    throw new RangeError(
      `Expected the request mapping \`${JSON.stringify(source)}\` to start with path., query., header., or body., or to be a \`const\`.`,
    );
  }
  const { part, keys } = parsed;
  const schema = schemaAt(document, place, parsed);
  const names = part === "header" ? keys.map((key) => key.toLowerCase()) : keys;
  const read = (request: RequestParts): unknown => {
    let value: unknown = request[part];
    for (const key of names) value = memberOf(value, key);
    return part === "body" ? value : coerced(value, schema?.["type"]);
  };
  const fallback = schema?.["default"];
  const { as: form, words } = asObject(source);
  if (words !== undefined) {
    const translated = (word: unknown): unknown => asObject(words)[String(word)] ?? word;
    return {
      read: (request) => translated(read(request)),
      fallback: translated(fallback) as JsonValue,
    };
  }
  if (typeof form !== "string") return { read, fallback };
  return { read: (request) => inForm(form, read(request)), fallback: inForm(form, fallback) };
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) ? value[key] : undefined;
}

/** A string in which `{value}` is replaced with the value; undefined if there is no value. */
function inForm(form: string, value: unknown): string | undefined {
  return value === undefined || value === null
    ? undefined
    : form.replace("{value}", () => String(value));
}

/**
 * Values outside the body are strings; converts those that the schema declares as booleans or
 * numbers.
 */
function coerced(value: unknown, type: JsonValue | undefined): unknown {
  if (typeof value !== "string") return value;
  if (type === "boolean") return value === "true" || (value === "false" ? false : value);
  return type === "integer" || type === "number" ? Number(value) : value;
}

/** A use case's field, and the part of the request target that supplies it. */
type TargetPlace = {
  readonly field: string;
  readonly part: "path" | "query";
  readonly name: string;
};

/** The first place in the path or query that supplies each field of an operation's use case. */
export function targetPlaces(operation: JsonObject): readonly TargetPlace[] {
  return Object.entries(requestMapOf(operation)).flatMap(([field, places]) => {
    const found = placesOf(places).flatMap((source): TargetPlace[] => {
      const parsed = typeof source === "string" ? parsePlace(source) : undefined;
      const { part, keys: [name = ""] = [] } = parsed ?? {};
      return part === "path" || part === "query" ? [{ field, part, name }] : [];
    });
    return found.slice(0, 1);
  });
}

/**
 * Compiles the path and query of a request that sets a use case's fields; undefined fields are
 * omitted.
 */
export function compileTarget(
  path: string,
  operation: JsonObject,
): (fields: Readonly<Record<string, unknown>>) => string {
  const places = targetPlaces(operation);
  return (fields) => {
    const query = new URLSearchParams();
    let pathname = path;
    for (const { field, part, name } of places) {
      const value = fields[field];
      if (value === undefined) continue;
      if (part === "query") query.set(name, String(value));
      else pathname = pathname.replace(`{${name}}`, encodeURIComponent(String(value)));
    }
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  };
}
