import type { Exchange, RecordedBody } from "../../core/exchange.ts";

/** Exchanges as an HTTP archive (HAR 1.2). Names that begin with `_` are specific to batch-sim. */
export function harText(
  exchanges: readonly Exchange[],
  { origin, version }: { readonly origin: string; readonly version: string },
): string {
  const entries = exchanges.map((exchange) => entryOf(exchange, origin));
  const log = { version: "1.2", creator: { name: "batch-sim", version }, entries };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function entryOf(exchange: Exchange, origin: string) {
  const { id, at, wallAt, durationMs, operationId, jobId, fault, end } = exchange;
  return {
    startedDateTime: new Date(wallAt).toISOString(),
    time: durationMs,
    request: requestOf(exchange, origin),
    response: responseOf(exchange),
    cache: {},
    // The journal contains only the total duration.
    timings: { send: 0, wait: durationMs, receive: 0 },
    _id: id,
    _virtualTime: new Date(at).toISOString(),
    _operation: operationId,
    _job: jobId,
    _fault: fault,
    _end: end,
  };
}

function requestOf({ method, url, request: { headers, body } }: Exchange, origin: string) {
  const { searchParams, href } = new URL(url, origin);
  const postData = body && { mimeType: headers["content-type"] ?? "", ...textOf(body) };
  return {
    ...{ method, url: href, httpVersion: "HTTP/1.1", cookies: [] },
    headers: pairsOf(Object.entries(headers)),
    queryString: pairsOf(searchParams),
    ...(postData && { postData }),
    ...{ headersSize: -1, bodySize: body?.byteLength ?? 0 },
  };
}

function responseOf({ response: { status, headers, body } }: Exchange) {
  const size = body?.byteLength ?? 0;
  const mimeType = headers["content-type"] ?? "";
  return {
    ...{ status, statusText: "", httpVersion: "HTTP/1.1", cookies: [] },
    headers: pairsOf(Object.entries(headers)),
    content: { size, mimeType, ...(body && textOf(body)) },
    ...{ redirectURL: headers["location"] ?? "", headersSize: -1, bodySize: size },
  };
}

function textOf({ text, isCut, sha256 }: RecordedBody) {
  const comment = isCut === true ? "only the beginning" : "not recorded as text";
  if (text !== undefined && isCut !== true) return { text };
  const hash = sha256 === undefined ? "" : `; SHA-256 of the whole body: ${sha256}`;
  return { ...(text === undefined ? {} : { text }), comment: comment + hash };
}

function pairsOf(entries: Iterable<readonly [string, string]>) {
  return [...entries].map(([name, value]) => ({ name, value }));
}
