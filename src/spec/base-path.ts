import type { JsonObject } from "../core/json.ts";
import { withoutEndSlashes } from "../core/urls.ts";
import { asObject, asObjects } from "./document-place.ts";

/**
 * The path of a document's first server, without a slash at the end; empty if there is none. Variables have their defaults.
 * Undefined if the server isn't a URL or a path.
 */
export function basePathOf(document: JsonObject): string | undefined {
  const [server = {}] = asObjects(document["servers"]);
  const variables = asObject(server["variables"]);
  const url = String(server["url"] ?? "/").replace(/\{(\w+)\}/g, (_, name) =>
    String(asObject(variables[name])["default"] ?? ""),
  );
  return URL.canParse(url, ANY_ORIGIN)
    ? withoutEndSlashes(new URL(url, ANY_ORIGIN).pathname)
    : undefined;
}

const ANY_ORIGIN = "http://localhost";
