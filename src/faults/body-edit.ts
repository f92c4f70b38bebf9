import type { JsonValue } from "../core/json.ts";
import {
  isStream,
  plainResponse,
  type Reply,
  type ReplyStream,
  repeatable,
  type Transmission,
} from "../core/reply.ts";
import type { FaultContext, Spoil } from "./fault-kind.ts";

type BytesEdit = (bytes: Buffer) => Uint8Array;

/** A body whose last `byteLength` bytes (or all, if fewer) are changed. A stream stays a stream. */
export function withTail(body: Reply["body"], byteLength: number, edit: BytesEdit): Reply["body"] {
  if (!isStream(body)) {
    const bytes = Buffer.from(body);
    const start = Math.max(0, bytes.length - byteLength);
    return Buffer.concat([bytes.subarray(0, start), edit(bytes.subarray(start))]);
  }
  return repeatable(async function* () {
    let tail = Buffer.alloc(0);
    for await (const piece of body) {
      const held = Buffer.concat([tail, piece]);
      const start = Math.max(0, held.length - byteLength);
      if (start > 0) yield held.subarray(0, start);
      tail = held.subarray(start);
    }
    yield edit(tail);
  });
}

/** A stream whose beginning is edited: at least `byteLength` bytes, or all if there are fewer. */
export function withHead(body: ReplyStream, byteLength: number, edit: BytesEdit): ReplyStream {
  return repeatable(async function* () {
    let head: Buffer | undefined = Buffer.alloc(0);
    for await (const piece of body) {
      if (head === undefined) {
        yield piece;
        continue;
      }
      head = Buffer.concat([head, piece]);
      if (head.length < byteLength) continue;
      yield edit(head);
      head = undefined;
    }
    if (head !== undefined) yield edit(head);
  });
}

/** Edits the file that a reply sends in full or in part; undefined if nothing changes. */
export async function spoilFile(
  reply: Reply,
  edit: (file: Reply) => Reply["body"] | undefined | Promise<Reply["body"] | undefined>,
): Promise<Transmission | undefined> {
  const { whole, hasNoBody } = reply;
  const body = hasNoBody ? undefined : await edit({ ...reply, body: whole?.body ?? reply.body });
  if (body === undefined) return undefined;
  const { byteLength: _, ...others } = reply;
  const changed = whole ? await whole.replyWith(body) : { ...others, body };
  return changed && plainResponse(changed);
}

type JsonEdit = (value: JsonValue) => JsonValue | undefined;

/** Maximum size in bytes of editable JSON: parsing needs several times as much memory. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Whether a reply's body is JSON or JSON Lines. Some APIs don't declare their results as JSON. */
export function isJson(reply: Reply): boolean {
  return hasLines(reply) || /json\s*(;|$)/i.test(reply.headers["content-type"] ?? "");
}

function hasLines({ file }: Reply): boolean {
  return file?.kind === "lines" || file?.kind === "jsonl";
}

/** Makes a function that edits a JSON body, or each line of JSON Lines or of a live body. */
export function spoilJson({ closed }: FaultContext, edit: JsonEdit): Spoil {
  return async (reply) => {
    if (!isJson(reply)) return undefined;
    if (reply.isLive && isStream(reply.body))
      return plainResponse({ ...reply, body: livePieces(reply.body, edit) });
    return spoilFile(reply, async ({ body }) => {
      const text = await textOf(body, closed);
      if (closed.aborted) return undefined;
      return hasLines(reply) ? linesEdited(text, edit) : edited(text, edit);
    });
  };
}

function edited(text: string, edit: JsonEdit): string | undefined {
  const value = edit(JSON.parse(text) as JsonValue);
  return value === undefined ? undefined : JSON.stringify(value);
}

async function textOf(body: Reply["body"], closed: AbortSignal): Promise<string> {
  if (!isStream(body)) return Buffer.from(body).toString();
  const pieces: Uint8Array[] = [];
  let byteLength = 0;
  for await (const piece of body) {
    if (closed.aborted) return "";
    pieces.push(piece);
    byteLength += piece.byteLength;
    if (byteLength <= MAX_BYTES) continue;
    throw new RangeError(
      `Failed to change a field of the response: the body has more than ${MAX_BYTES} bytes. Use a smaller job.`,
    );
  }
  return Buffer.concat(pieces).toString();
}

/** Edits each line of a stream. Each piece of the stream must consist of whole lines. */
async function* livePieces(body: ReplyStream, edit: JsonEdit): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    const lines = Buffer.from(piece).toString();
    yield Buffer.from(linesEdited(lines, edit) ?? lines);
  }
}

function linesEdited(text: string, edit: JsonEdit): string | undefined {
  const lines = text.split("\n").map((line) => (line === "" ? line : (edited(line, edit) ?? line)));
  const changed = lines.join("\n");
  return changed === text ? undefined : changed;
}
