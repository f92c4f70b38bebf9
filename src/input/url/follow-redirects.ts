import type { IncomingMessage } from "node:http";
import { connectionProblem, statusProblem } from "./fetch-problem.ts";
import { abandon, type ConnectionOptions, httpGet } from "./http-get.ts";
import { type FetchTarget, InputFetchError } from "./input-fetch-error.ts";

const MAX_REDIRECTS = 5;

/** A successful response with its content still unread, and the URL that it came from. */
export type FetchResponse = { readonly response: IncomingMessage; readonly target: FetchTarget };

/** Gets a URL, following at most 5 redirects; the same rules apply to each hop. Throws an `InputFetchError`. */
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
  const problem = `${verb} a URL of the scheme \`${url.protocol}\`, expected \`http:\` or \`https:\``;
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

/** Credentials are sent only to their own origin, so a redirect to another one drops them unless it has its own. */
function nextUrl(target: FetchTarget, location: string): URL {
  const { current } = target;
  const next = parseUrl(location, target);
  if (next.origin !== current.origin || next.username !== "" || next.password !== "") return next;
  next.username = current.username;
  next.password = current.password;
  return next;
}
