import type { ServerResponse } from "node:http";
import type { CodecName } from "../../codec/codecs.ts";

/** A response body that is produced while it is read. */
export type ReplyStream = AsyncIterable<Uint8Array>;

/** A response as a value: its content, but not how it is sent. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | ReplyStream;
  /** Whether the stream is produced as time passes, and can be read only once; any other stream can be read repeatedly. */
  readonly isLive?: boolean;
  /** For a temporary refusal: the remaining time on the sandbox's clock, in milliseconds. */
  readonly retryAfterMs?: number;
  /** For a download: the file in the body. */
  readonly file?: ReplyFile;
};

/** A file as a response body: an uploaded file, or results. */
export type ReplyFile =
  | { readonly kind: "csv" | "parquet" }
  | {
      readonly kind: CodecName;
      readonly numRows: number;
      /** The body without the row at this index, from 0. */
      readonly withoutRow: (index: number) => ReplyStream;
    };

/** A JSON response. */
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

/** Receives each piece of a body as it is sent. */
export type BodyTap = (chunk: Uint8Array | string) => void;

/**
 * Writes a reply and resolves when it is with the client, or the client is gone. A stream is pulled only as fast as
 * the client reads. It calls `writeHead` and `end` itself: `res.json` costs a third of the requests per second.
 */
export async function writeReply(res: ServerResponse, reply: Reply, tap: BodyTap): Promise<void> {
  const { status, headers, body } = reply;
  if (typeof body === "string" || body instanceof Uint8Array) {
    res.writeHead(status, { ...headers, "content-length": byteLengthOf(body) });
    tap(body);
    res.end(body);
    return;
  }
  res.writeHead(status, headers);
  await writeStream(res, body, tap);
}

/** Length of a body in memory, in bytes. */
export function byteLengthOf(body: string | Uint8Array): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
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

/** Resolves when a response can accept more data, or is closed. */
export function drained(res: ServerResponse): Promise<void> {
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
