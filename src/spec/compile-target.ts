import type { JsonObject, JsonValue } from "../core/json.ts";
import { placesOf, requestMapOf } from "./request-map.ts";
import { parsePlace } from "./request-place.ts";

/** A field of a use case, and the part of a request's target that it comes from. */
type TargetPlace = {
  readonly field: string;
  readonly part: "path" | "query";
  readonly name: string;
};

/** The first place in the path or query that each field of an operation's use case comes from. */
export function targetPlaces(operation: JsonObject): readonly TargetPlace[] {
  return Object.entries(requestMapOf(operation)).flatMap(([field, places]) => {
    const [place] = placesOf(places).flatMap((source): TargetPlace[] => placeIn(field, source));
    return place === undefined ? [] : [place];
  });
}

function placeIn(field: string, source: JsonValue): TargetPlace[] {
  const parsed = typeof source === "string" ? parsePlace(source) : undefined;
  const { part, keys: [name = ""] = [] } = parsed ?? {};
  return part === "path" || part === "query" ? [{ field, part, name }] : [];
}

/** Compiles the path and query of a request that sets a use case's fields; undefined fields are omitted. */
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
