import type { ServerResponse } from "node:http";
import { isStream, type Reply } from "../../core/reply.ts";
import { untilOneOf } from "./close-signal.ts";

export function withHeaders(reply: Reply, more: Reply["headers"]): Reply {
  return { ...reply, headers: { ...reply.headers, ...more } };
}

/** The reply to HEAD: the same headers, without the body. */
export function headOf({ status, headers, body, byteLength }: Reply): Reply {
  const length = isStream(body) ? byteLength : Buffer.byteLength(body);
  const lengths = length === undefined ? {} : { "content-length": String(length) };
  return { status, headers: { ...headers, ...lengths }, body: "", hasNoBody: true };
}

type BodyTap = (chunk: Uint8Array | string) => void;

/**
 * Writes a reply. Reads a stream only as fast as the client reads, until its end or until the
 * client disconnects. Calls `writeHead` and `end` directly: with `res.json`, a server would handle
 * a third fewer requests per second. `finish` ends the response after a stream.
 */
export function writeReply(
  res: ServerResponse,
  reply: Reply,
  tap: BodyTap = () => {},
  finish: () => unknown = () => res.end(),
): Promise<void> | undefined {
  const { status, headers, body, byteLength, hasNoBody } = reply;
  if (hasNoBody) {
    res.writeHead(status, headers).end();
    return undefined;
  }
  const length = isStream(body) ? byteLength : Buffer.byteLength(body);
  res.writeHead(status, length === undefined ? headers : withLength(headers, length));
  if (isStream(body)) return writeStream(res, body, tap, finish);
  if (res.req.method !== "HEAD") tap(body);
  res.end(body);
  return undefined;
}

/** Lists names and values in turn. Extending a copied object takes ten times as long on Node 20. */
function withLength(headers: Reply["headers"], length: number): (string | number)[] {
  const all: (string | number)[] = [];
  for (const name of Object.keys(headers)) all.push(name, headers[name] ?? "");
  all.push("content-length", length);
  return all;
}

async function writeStream(
  res: ServerResponse,
  body: AsyncIterable<Uint8Array>,
  tap: BodyTap,
  finish: () => unknown,
): Promise<void> {
  for await (const chunk of body) {
    if (res.destroyed) return;
    tap(chunk);
    if (!res.write(chunk)) await untilOneOf(res, "drain", "close");
  }
  if (!res.destroyed) await finish();
}
