import type { ServerResponse } from "node:http";
import type { CodecName } from "../../codec/codecs.ts";
import type { FilePart } from "../../core/conduct.ts";

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
  /** Length in bytes of a stream, if it is known before it is read. */
  readonly byteLength?: number;
  /** For a response that can't have a body: to HEAD, or with status 204 or 304. */
  readonly hasNoBody?: true;
  /** For a download: the file in the body. */
  readonly file?: ReplyFile;
  /** For a download in parts: which part the body is. */
  readonly part?: FilePart;
  /** For a download in parts: the whole file. */
  readonly whole?: WholeFile;
};

/** The file of which a reply has a part. */
export type WholeFile = {
  readonly body: ReplyStream;
  /** The same reply for a file with other bytes. */
  readonly replyWith: (body: Reply["body"]) => Promise<Reply>;
};

/** A file as a response body: an uploaded file, or results. */
export type ReplyFile =
  | { readonly kind: "csv" | "parquet" }
  | {
      readonly kind: CodecName;
      readonly numRows: number;
      /** The body without the row at this index, from 0. */
      readonly withoutRow: (index: number) => ReplyStream;
      /** For a binary file, once it has been sent: the names of its columns, and its first rows. */
      readonly firstRows?: () => readonly (readonly string[])[];
    };

/** The reply to HEAD: the same headers, without the body. */
export function headOf({ status, headers, body, byteLength }: Reply): Reply {
  const length = isStream(body) ? byteLength : byteLengthOf(body);
  const lengths = length === undefined ? {} : { "content-length": String(length) };
  return { status, headers: { ...headers, ...lengths }, body: "", hasNoBody: true };
}

/** A JSON response. */
export function jsonReply(
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return {
    status,
    headers: headers === undefined ? JSON_TYPE : { ...JSON_TYPE, ...headers },
    body: JSON.stringify(value),
  };
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** Receives each piece of a body as it is sent. */
export type BodyTap = (chunk: Uint8Array | string) => void;

/**
 * Writes a reply, and a stream until the client has received it or has disconnected. A stream is pulled only as fast as
 * the client reads. It calls `writeHead` and `end` itself: `res.json` costs a third of the requests per second.
 */
export function writeReply(
  res: ServerResponse,
  reply: Reply,
  tap: BodyTap,
): Promise<void> | undefined {
  const { status, headers, body, byteLength, hasNoBody } = reply;
  if (hasNoBody) {
    res.writeHead(status, headers).end();
    return undefined;
  }
  const length = isStream(body) ? byteLength : byteLengthOf(body);
  res.writeHead(status, length === undefined ? headers : withLength(headers, length));
  if (isStream(body)) return writeStream(res, body, tap);
  if (res.req.method !== "HEAD") tap(body);
  res.end(body);
  return undefined;
}

/** Names and values in turn: on Node 20, a copy with one more property takes ten times as long. */
function withLength(headers: Reply["headers"], length: number): (string | number)[] {
  const all: (string | number)[] = [];
  for (const name of Object.keys(headers)) all.push(name, headers[name] ?? "");
  all.push("content-length", length);
  return all;
}

/** Whether a body is produced while it is read, instead of being held in memory. */
export function isStream(body: Reply["body"]): body is ReplyStream {
  return typeof body !== "string" && !(body instanceof Uint8Array);
}

/** A stream that restarts each time it is read. */
export function repeatable(make: () => ReplyStream): ReplyStream {
  return { [Symbol.asyncIterator]: () => make()[Symbol.asyncIterator]() };
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
