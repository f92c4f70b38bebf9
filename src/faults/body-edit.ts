import { isStream, type Reply, type ReplyStream, repeatable } from "../core/reply.ts";

/** A change to some bytes of a body. */
export type BytesEdit = (bytes: Uint8Array) => Uint8Array;

/**
 * A body with a change to its last `byteLength` bytes, or to all if it has fewer. A stream stays a
 * stream.
 */
export function withTail(body: Reply["body"], byteLength: number, edit: BytesEdit): Reply["body"] {
  if (isStream(body)) return repeatable(() => tailEdited(body, byteLength, edit));
  const bytes = Buffer.from(body);
  const start = Math.max(0, bytes.length - byteLength);
  return Buffer.concat([bytes.subarray(0, start), edit(bytes.subarray(start))]);
}

/** A stream with a change to its first `byteLength` bytes, or to all if it has fewer. */
export function withHead(body: ReplyStream, byteLength: number, edit: BytesEdit): ReplyStream {
  return repeatable(() => headEdited(body, byteLength, edit));
}

/**
 * The reply with a change to its file, of which it may have only a part; undefined if there is
 * nothing to change.
 */
export async function withFile(
  reply: Reply,
  edit: (file: Reply) => Reply["body"] | undefined | Promise<Reply["body"] | undefined>,
): Promise<Reply | undefined> {
  const { whole, hasNoBody } = reply;
  const body = hasNoBody ? undefined : await edit({ ...reply, body: whole?.body ?? reply.body });
  if (body === undefined) return undefined;
  return whole === undefined ? { ...reply, body } : await whole.replyWith(body);
}

async function* headEdited(
  body: ReplyStream,
  byteLength: number,
  edit: BytesEdit,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
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
}

async function* tailEdited(
  body: ReplyStream,
  byteLength: number,
  edit: BytesEdit,
): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = new Uint8Array();
  for await (const piece of body) {
    const held = Buffer.concat([tail, piece]);
    const start = Math.max(0, held.length - byteLength);
    if (start > 0) yield held.subarray(0, start);
    tail = held.subarray(start);
  }
  yield edit(tail);
}
