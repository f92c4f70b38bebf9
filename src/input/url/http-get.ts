import { lookup } from "node:dns";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { unescape as decodePercent } from "node:querystring";
import { checkHost, guardedLookup } from "./address-policy.ts";

export type ConnectionOptions = {
  /** The only trusted CA certificates, in PEM; by default, Node's. */
  readonly ca?: string;
  /** Name resolution; by default, the system's. */
  readonly lookup?: LookupFunction;
};

/**
 * Sends one GET over its own connection, without a proxy, and doesn't follow redirects. Credentials in
 * the URL are sent as basic authentication. Rejects with Node's error, or with a `RefusedAddressError`.
 */
export async function httpGet(
  url: URL,
  signal: AbortSignal,
  options: ConnectionOptions,
): Promise<IncomingMessage> {
  checkHost(url.hostname);
  const isSecure = url.protocol === "https:";
  const requestOptions = { ...optionsFor(url, options), signal };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(requestOptions);
    request.on("response", resolve);
    // Nothing else tells that the server has switched to another protocol.
    request.on("upgrade", resolve);
    request.on("error", reject);
    request.end();
  });
}

/** Discards a response whose content is not needed, and closes its connection. */
export function abandon(response: IncomingMessage): void {
  response.on("error", () => {});
  response.destroy();
}

function optionsFor(
  url: URL,
  { ca, lookup: resolveName = lookup }: ConnectionOptions,
): RequestOptions & { ca?: string } {
  return {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    agent: false,
    lookup: guardedLookup(resolveName),
    headers: {
      accept: "text/csv, application/vnd.apache.parquet, */*;q=0.5",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "batch-sim",
      ...authorizationFor(url),
    },
    ...(ca === undefined ? {} : { ca }),
  };
}

function authorizationFor({ username, password }: URL): { authorization?: string } {
  if (username === "" && password === "") return {};
  const credentials = `${decodePercent(username)}:${decodePercent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}
