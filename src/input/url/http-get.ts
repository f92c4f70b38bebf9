import { lookup } from "node:dns";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { unescape as decodePercent } from "node:querystring";
import { checkHost, guardedLookup } from "./address-policy.ts";
import {
  connectionProblem,
  type FetchTarget,
  InputFetchError,
  statusProblem,
} from "./fetch-error.ts";

export type ConnectionOptions = {
  /** The only trusted CA certificates, in PEM; by default, Node's. */
  readonly ca?: string;
  /** Name resolution; by default, the system's. */
  readonly lookup?: LookupFunction;
};

/**
 * Sends one GET over its own connection, without a proxy, and doesn't follow redirects. Sends
 * credentials in the URL as basic authentication. Rejects with Node's error, or with a
 * `RefusedAddressError`.
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
    // Only this event shows that the server has switched to another protocol.
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

const MAX_REDIRECTS = 5;

/** A successful response with its content still unread, and the URL that it came from. */
export type FetchResponse = { readonly response: IncomingMessage; readonly target: FetchTarget };

/** Follows at most 5 redirects, each by the same rules. Throws an `InputFetchError`. */
export async function followRedirects(
  asked: URL,
  signal: AbortSignal,
  options: ConnectionOptions,
): Promise<FetchResponse> {
  let target: FetchTarget = { asked, current: asked };
  for (let redirects = 0; ; redirects++) {
    const response = await connect(target, signal, options);
    const location = redirectOf(response);
    if (location === undefined) return { response: checkStatus(response, target), target };
    abandon(response);
    if (redirects === MAX_REDIRECTS) {
      throw new InputFetchError(target, {
        problem: `it redirects more than ${MAX_REDIRECTS} times`,
      });
    }
    target = { asked, current: nextUrl(target, location) };
  }
}

/** Parses an http(s) URL. Throws an `InputFetchError` if it is not one. */
export function parseUrl(text: string, base?: FetchTarget): URL {
  const start = base?.current.href;
  const url = URL.canParse(text, start) ? new URL(text, start) : undefined;
  const verb = base ? "it redirects to" : "it is";
  if (!url) throw new InputFetchError(base, { problem: `${verb} an invalid URL` });
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  const problem = `${verb} a URL with the scheme \`${url.protocol}\`, expected \`http:\` or \`https:\``;
  throw new InputFetchError(base, { problem });
}

async function connect(
  target: FetchTarget,
  signal: AbortSignal,
  options: ConnectionOptions,
): Promise<IncomingMessage> {
  try {
    return await httpGet(target.current, signal, options);
  } catch (error) {
    const problem = connectionProblem(error);
    throw problem ? new InputFetchError(target, problem, { cause: error }) : error;
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return Math.floor(statusCode / 100) === 3 ? headers.location : undefined;
}

function checkStatus(response: IncomingMessage, target: FetchTarget): IncomingMessage {
  const { statusCode = 0 } = response;
  if (Math.floor(statusCode / 100) === 2) return response;
  abandon(response);
  throw new InputFetchError(target, statusProblem(statusCode));
}

/**
 * Credentials are sent only to their own origin, so a redirect to another origin drops them unless
 * the new URL has its own.
 */
function nextUrl(target: FetchTarget, location: string): URL {
  const { current } = target;
  const next = parseUrl(location, target);
  if (next.origin !== current.origin || next.username !== "" || next.password !== "") return next;
  next.username = current.username;
  next.password = current.password;
  return next;
}
