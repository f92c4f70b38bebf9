import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { valueAtPath } from "../core/json-pointer.ts";
import { asObject, type PlacedOperation } from "./document-place.ts";
import { parsePlace, type RequestParts, type RequestPlace, schemaAt } from "./request-place.ts";

/** A use case's fields; an absent or null field has its schema's default, or is omitted. */
export type FieldsOfRequest = Readonly<Record<string, unknown>>;

export type RequestReader = (request: RequestParts) => unknown;

type Source = { readonly read: RequestReader; readonly fallback: unknown };

/** Compiles an operation's `request` mapping; defaults come from its parameters and body schema. */
export function compileRequestMap(
  served: PlacedOperation,
): (request: RequestParts) => FieldsOfRequest {
  const names = Object.keys(requestMapOf(served));
  const fields = names.map((name) => [name, compileField(served, name)] as const);
  return (request) => {
    const result: Record<string, unknown> = {};
    for (const [name, read] of fields) {
      const value = read(request);
      if (value !== undefined && value !== null) result[name] = value;
    }
    return result;
  };
}

/** Makes a function that reads one field; it returns undefined if the field isn't mapped. */
export function compileField(served: PlacedOperation, name: string): RequestReader {
  const sources = sourcesOf(served, name).map((source) => compileSource(served, source));
  const { fallback } = sources.find((source) => source.fallback !== undefined) ?? {};
  return (request) => {
    for (const { read } of sources) {
      const value = read(request);
      if (value !== undefined && value !== null) return value;
    }
    return fallback;
  };
}

/** The `request` of an operation's binding: a place, or a list of places, for each field. */
export function requestMapOf({ binding }: Pick<PlacedOperation, "binding">): JsonObject {
  return asObject(binding["request"]);
}

/** The sources of a use case's field, in the order in which they are tried. */
export function sourcesOf(served: PlacedOperation, field: string): readonly JsonValue[] {
  const sources = requestMapOf(served)[field];
  if (sources === undefined) return [];
  return Array.isArray(sources) ? sources : [sources];
}

/** A source's place in the request; undefined for a constant. */
export function placeNamed(source: JsonValue): string | undefined {
  const place = isJsonObject(source) ? source["from"] : source;
  return typeof place === "string" ? place : undefined;
}

export function placeOf(source: JsonValue): RequestPlace | undefined {
  return parsePlace(placeNamed(source) ?? "");
}

/** Keys to the first place in the body that supplies a use case's field, if there is one. */
export function bodyPathOf(served: PlacedOperation, field: string): readonly string[] | undefined {
  const places = sourcesOf(served, field).map(placeOf);
  return places.find((place) => place?.part === "body")?.keys;
}

/** A field's name on the wire. If several places in the body supply it, `index` selects one. */
export function wireNameOf(served: PlacedOperation, field: string, index = 0): string {
  const places = sourcesOf(served, field).map(placeOf);
  const inBody = places.filter((place) => place?.part === "body");
  return (inBody.at(index) ?? places[0])?.keys.join(".") ?? field;
}

function compileSource(served: PlacedOperation, source: JsonValue): Source {
  if (isJsonObject(source) && source["const"] !== undefined)
    return { read: () => source["const"], fallback: undefined };
  const parsed = placeOf(source);
  if (parsed === undefined)
    throw new RangeError(
      `Expected the request mapping \`${JSON.stringify(source)}\` to start with \`path.\`, \`query.\`, \`header.\`, or \`body.\`, or to be an object with the key \`const\`.`,
    );
  const { part, keys } = parsed;
  const schema = schemaAt(served, parsed);
  const names = part === "header" ? keys.map((key) => key.toLowerCase()) : keys;
  const read = (request: RequestParts): unknown => {
    const value = valueAtPath(request[part] as JsonValue, names);
    return part === "body" ? value : coerced(value, schema?.["type"]);
  };
  const fallback = schema?.["default"];
  if (!isJsonObject(source)) return { read, fallback };
  return { read: (request) => changed(source, read(request)), fallback: changed(source, fallback) };
}

/** Translates a value with `words`, or substitutes it for `{value}` in `as`. */
function changed({ as: form, words }: JsonObject, value: unknown): unknown {
  if (words !== undefined) return asObject(words)[String(value)] ?? value;
  if (typeof form !== "string") return value;
  if (value === undefined || value === null) return undefined;
  return form.replace("{value}", () => String(value));
}

/** Converts a string from outside the body if its schema declares a boolean or a number. */
function coerced(value: unknown, type: JsonValue | undefined): unknown {
  if (typeof value !== "string") return value;
  if (type === "boolean") return value === "true" || (value === "false" ? false : value);
  return type === "integer" || type === "number" ? Number(value) : value;
}

type FieldPlace = RequestPlace & { readonly field: string };

/** The places in a request whose values become a use case's fields without a conversion. */
export function plainPlaces(served: PlacedOperation): readonly FieldPlace[] {
  return Object.keys(requestMapOf(served)).flatMap((field) =>
    sourcesOf(served, field).flatMap((source) => {
      const place = typeof source === "string" ? parsePlace(source) : undefined;
      return place === undefined ? [] : [{ field, ...place }];
    }),
  );
}

/** For each use-case field, the first place in the path or query that supplies it. */
export function targetPlaces(served: PlacedOperation): readonly FieldPlace[] {
  const places = plainPlaces(served).filter(({ part }) => part === "path" || part === "query");
  return places.filter((place) => place === places.find(({ field }) => field === place.field));
}

/** Returns a function that writes a request's path and query; it omits undefined fields. */
export function compileTarget(
  path: string,
  served: PlacedOperation,
): (fields: FieldsOfRequest) => string {
  const places = targetPlaces(served);
  return (fields) => {
    const query = new URLSearchParams();
    let pathname = path;
    for (const { field, part, keys } of places) {
      const value = fields[field];
      if (value === undefined) continue;
      if (part === "query") query.set(String(keys[0]), String(value));
      else pathname = pathname.replace(`{${keys[0]}}`, encodeURIComponent(String(value)));
    }
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  };
}
