import type { ServerResponse } from "node:http";

/** An answer as a value: what is to be written, not yet how. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
};

/** A JSON answer. */
export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

/** What the client is sent, as it is sent. */
export type BodyTap = (chunk: Uint8Array | string) => void;

/**
 * Writes a reply and resolves when it is with the client, or the client is gone. A stream is pulled only as fast as
 * the client reads. It calls `writeHead` and `end` itself: `res.json` costs a third of the requests per second.
 */
export async function writeReply(res: ServerResponse, reply: Reply, tap: BodyTap): Promise<void> {
  const { status, headers, body } = reply;
  if (typeof body === "string" || body instanceof Uint8Array) {
    const byteLength = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    res.writeHead(status, { ...headers, "content-length": byteLength });
    tap(body);
    res.end(body);
    return;
  }
  res.writeHead(status, headers);
  await writeStream(res, body, tap);
}

async function writeStream(
  res: ServerResponse,
  body: AsyncIterable<Uint8Array>,
  tap: BodyTap,
): Promise<void> {
  for await (const chunk of body) {
    if (res.destroyed) return;
    tap(chunk);
    if (!res.write(chunk)) await drained(res);
  }
  res.end();
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off("drain", done);
      res.off("close", done);
      resolve();
    };
    res.once("drain", done);
    res.once("close", done);
  });
}
