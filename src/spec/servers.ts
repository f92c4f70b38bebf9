import { isJsonObject, type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import type { LiveUrls } from "../core/service-rules.ts";
import { originOfUrl, withoutEndSlashes } from "../core/urls.ts";
import { asObject, asObjects } from "./document-place.ts";

/**
 * The path of a document's first server, with its variables' defaults and without a trailing slash.
 * Empty if the document has no server; undefined if the server isn't a URL or a path.
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

/** A copy of a document whose `servers` have the simulator's actual addresses. */
export function withLiveServers(document: JsonObject, urls: LiveUrls): JsonObject {
  const paths = mapValues(asObject(document["paths"]), (item) => {
    const members = mapValues(asObject(item), (member) => withServers(member, urls));
    return withServers(members, urls);
  });
  // Operations without their own servers are served at the base URL, regardless of the spec.
  const servers = asObjects(document["servers"])
    .slice(0, 1)
    .map(({ variables, ...server }) => ({ ...server, url: urls.baseUrl }));
  return { ...document, servers, paths };
}

function withServers(holder: JsonValue, urls: LiveUrls): JsonValue {
  if (!isJsonObject(holder) || holder["servers"] === undefined) return holder;
  return { ...holder, servers: asObjects(holder["servers"]).map((server) => live(server, urls)) };
}

function live(
  { variables, ...server }: JsonObject,
  { baseUrl, deploymentUrl }: LiveUrls,
): JsonObject {
  const addresses: Readonly<Record<string, string>> = {
    base_url: baseUrl,
    deployment_url: deploymentUrl,
    origin: originOfUrl(baseUrl),
  };
  const url = String(server["url"]).replace(/\{(\w+)\}/g, (all, name) => addresses[name] ?? all);
  const others = Object.entries(asObject(variables)).filter(([name]) => !(name in addresses));
  const rest = others.length === 0 ? {} : { variables: Object.fromEntries(others) };
  return { ...server, url, ...rest };
}
