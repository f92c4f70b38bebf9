import type { JsonObject } from "../../core/json.ts";
import { asObject } from "../document-place.ts";
import { isAtOrigin } from "../operation.ts";

/** A document without the simulator's own pages, so that an overlay that defines such a path replaces the page. */
export function withoutOwnPaths(document: JsonObject): JsonObject {
  const paths = Object.entries(asObject(document["paths"]));
  const kept = paths.filter(([, item]) => !isAtOrigin(asObject(item)));
  return { ...document, paths: Object.fromEntries(kept) };
}

/** A document with the base document's own pages at the paths that it doesn't define. */
export function withOwnPaths(document: JsonObject, base: JsonObject): JsonObject {
  const paths = Object.entries(asObject(base["paths"]));
  const defined = asObject(document["paths"]);
  const own = paths.filter(([path, item]) => !(path in defined) && isAtOrigin(asObject(item)));
  return { ...document, paths: { ...defined, ...Object.fromEntries(own) } };
}
