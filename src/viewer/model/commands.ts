import { CONTROL_PATH, SANDBOX_HEADER } from "../../control/control-path.ts";
import type { Exchange } from "../../core/exchange.ts";
import { shellWord } from "../../core/visible-text.ts";

/** A request that the page sends to the control API, and shows as a curl command. */
export type ControlCall = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path under `/_sim`. */
  readonly path: string;
  /** A JSON value, or a string that is sent unchanged. */
  readonly body?: unknown;
};

export function curlOf(
  { method, path, body }: ControlCall,
  { origin, sandbox }: { readonly origin: string; readonly sandbox: string },
): string {
  const text = bodyText(body);
  const implied = text === undefined ? "GET" : "POST";
  return [
    ...["curl", ...(method === implied ? [] : ["-X", method])],
    `-H ${shellWord(`${SANDBOX_HEADER}: ${sandbox}`)}`,
    ...(text === undefined ? [] : [`--data-raw ${shellWord(text)}`]),
    shellWord(`${origin}${CONTROL_PATH}${path}`),
  ].join(" ");
}

/** The body as the text to send; undefined if there is none. */
export function bodyText(body: unknown): string | undefined {
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}

/** Headers that the client's HTTP library sets by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "host",
  "transfer-encoding",
]);

function headersOf({ request }: Exchange): readonly (readonly [string, string])[] {
  return Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
}

/** Environment variable for the key in commands, because the journal keeps only the key's end. */
const KEY_VARIABLE = "BATCH_SIM_API_KEY";

/** A redacted key in the journal, such as `Key ***1a2b`. */
const KEY = /^([\w-]+ )?\*{3}.{0,4}$/;

/** A header as a shell argument, with a variable in place of an API key. */
function shellHeader(name: string, value: string): string {
  const [key, scheme = ""] = KEY.exec(value) ?? [];
  if (key === undefined) return shellWord(`${name}: ${value}`);
  return `${shellWord(`${name}: ${scheme}`)}"$${KEY_VARIABLE}"`;
}

/** A header's value as a JavaScript expression, with a variable in place of an API key. */
function scriptHeader(value: string): string {
  const [key, scheme = ""] = KEY.exec(value) ?? [];
  return key === undefined ? JSON.stringify(value) : `\`${scheme}\${process.env.${KEY_VARIABLE}}\``;
}

/** The request as a curl command; the shell inserts the key. */
export function asCurl(exchange: Exchange, origin: string): string {
  const { method, url, request } = exchange;
  const text = request.body?.text;
  // With a body, curl would send a POST request by default; with `-X HEAD`, it waits for a body.
  const named = text || method !== "GET" ? ["-X", method] : [];
  const words = [
    ["curl", ...(method === "HEAD" ? ["--head"] : named), shellWord(origin + url)].join(" "),
    ...headersOf(exchange).map(([name, value]) => `-H ${shellHeader(name, value)}`),
    ...(text ? [`--data-raw ${shellWord(text)}`] : []),
  ];
  return words.join(" \\\n  ");
}

/** The request as a call to `fetch`, with the key from an environment variable. */
export function asFetch(exchange: Exchange, origin: string): string {
  const { method, url, request } = exchange;
  const text = request.body?.text;
  return [
    `await fetch(${JSON.stringify(origin + url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    "  headers: {",
    ...headersOf(exchange).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${scriptHeader(value)},`,
    ),
    "  },",
    ...(text ? [`  body: ${JSON.stringify(text)},`] : []),
    "});",
  ].join("\n");
}

/** A scenario's fault rule that repeats this response for the operation's next call. */
export function asFaultRule(exchange: Exchange): string {
  const { operationId = "*", response, end } = exchange;
  const lines = [`- on: ${operationId === "*" ? '"*"' : operationId}`];
  if (response.status === 0) lines.push("  reset: beforeHeaders");
  else if (end !== "finished") lines.push("  truncate: { atShare: 50% }");
  else {
    lines.push(`  status: ${response.status}`);
    const type = response.headers["content-type"];
    if (type !== undefined) lines.push(`  headers: { content-type: ${JSON.stringify(type)} }`);
    const { text, isCut } = response.body ?? {};
    if (text && isCut !== true) lines.push(`  body: ${JSON.stringify(text)}`);
  }
  return [...lines, "  times: 1", ""].join("\n");
}
