import { lookup } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import { unescape as decodePercent } from "node:querystring";
import { checkHost, guardedLookup } from "./address-policy.ts";
import {
  connectionProblem,
  type FetchTarget,
  InputFetchError,
  statusError,
} from "./fetch-error.ts";

/** The trusted CA certificates (default: Node's), and the function that resolves names. */
export type ConnectionOptions = Pick<RequestOptions, "ca" | "lookup">;

/**
 * Opens a request on its own connection, without a proxy. Sends the URL's credentials as basic
 * authentication unless there is an `authorization` header. Throws a `RefusedAddressError`.
 */
export function openRequest(
  url: URL,
  { lookup: resolveName = lookup, ...options }: RequestOptions,
): ClientRequest {
  checkHost(url.hostname);
  return (url.protocol === "https:" ? requestHttps : requestHttp)({
    ...options,
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    agent: false,
    lookup: guardedLookup(resolveName),
    auth: credentialsOf(url),
  });
}

function credentialsOf({ username, password }: URL): string | undefined {
  const credentials = `${decodePercent(username)}:${decodePercent(password)}`;
  return credentials === ":" ? undefined : credentials;
}

/** Discards a response whose content is not needed, and closes its connection. */
export function abandon(response: IncomingMessage): void {
  response.on("error", () => {});
  response.destroy();
}

const MAX_REDIRECTS = 5;

/** A successful response with unread content, and the URL that it came from. */
export type FetchResponse = { readonly response: IncomingMessage; readonly target: FetchTarget };

/** Follows at most 5 redirects, with the same checks for each. Throws an `InputFetchError`. */
export async function followRedirects(
  asked: URL,
  signal: AbortSignal,
  { ca, lookup }: ConnectionOptions,
): Promise<FetchResponse> {
  let target: FetchTarget = { asked, current: asked };
  for (let redirects = 0; ; redirects++) {
    const response = await connect(target, { ca, lookup, signal });
    const { statusCode = 0, headers } = response;
    const kind = Math.floor(statusCode / 100);
    if (kind === 2) return { response, target };
    abandon(response);
    if (kind !== 3 || headers.location === undefined) throw statusError(target, statusCode);
    if (redirects === MAX_REDIRECTS)
      throw new InputFetchError(target, `it redirects more than ${MAX_REDIRECTS} times`);
    target = { asked, current: nextUrl(target, headers.location) };
  }
}

/** Parses an http or https URL. Throws an `InputFetchError` for any other text. */
export function parseUrl(text: string, base?: FetchTarget): URL {
  const start = base?.current.href;
  const url = URL.canParse(text, start) ? new URL(text, start) : undefined;
  const verb = base ? "it redirects to" : "it is";
  if (!url) throw new InputFetchError(base, `${verb} an invalid URL`);
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  const problem = `expected an http or https URL, but ${verb} a URL with the scheme \`${url.protocol}\``;
  throw new InputFetchError(base, problem);
}

/** Sends one GET request. Throws an `InputFetchError` if the server doesn't respond. */
async function connect(target: FetchTarget, options: RequestOptions): Promise<IncomingMessage> {
  const headers = {
    accept: "text/csv, application/vnd.apache.parquet, */*;q=0.5",
    "accept-encoding": "gzip, deflate, br",
    "user-agent": "batch-sim",
  };
  try {
    return await new Promise((resolve, reject) => {
      const request = openRequest(target.current, { ...options, headers });
      request.on("response", resolve);
      // If the server switches to another protocol, only this event reports it.
      request.on("upgrade", resolve);
      request.on("error", reject);
      request.end();
    });
  } catch (error) {
    const found = connectionProblem(error);
    throw found ? new InputFetchError(target, found.problem, found.advice) : error;
  }
}

/** Keeps the credentials on a redirect to the same origin, unless the new URL has its own. */
function nextUrl(target: FetchTarget, location: string): URL {
  const { current } = target;
  const next = parseUrl(location, target);
  if (next.origin !== current.origin || next.username !== "" || next.password !== "") return next;
  next.username = current.username;
  next.password = current.password;
  return next;
}
