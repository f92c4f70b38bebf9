import type { Exchange } from "../../core/exchange.ts";
import { shellWord } from "../../core/shell-word.ts";

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

/** The request as a curl command; its key is redacted, as in the journal. */
export function asCurl(exchange: Exchange, origin: string): string {
  const { method, url, request } = exchange;
  const text = request.body?.text;
  const words = [
    ["curl", ...(method === "GET" ? [] : ["-X", method]), shellWord(origin + url)].join(" "),
    ...headersOf(exchange).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(text === undefined || text === "" ? [] : [`--data-raw ${shellWord(text)}`]),
  ];
  return words.join(" \\\n  ");
}

/** The request as a call of `fetch`. */
export function asFetch(exchange: Exchange, origin: string): string {
  const { method, url, request } = exchange;
  const init = {
    method,
    headers: Object.fromEntries(headersOf(exchange)),
    ...(request.body?.text ? { body: request.body.text } : {}),
  };
  return `await fetch(${JSON.stringify(origin + url)}, ${JSON.stringify(init, null, 2)});`;
}

/** A fault rule for a scenario that gives the same response to the next call of the operation. */
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
