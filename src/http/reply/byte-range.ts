import { type ReplyStream, repeatable } from "../../core/reply.ts";

/** A range of bytes, both ends included, from 0. */
export type ByteRange = { readonly first: number; readonly last: number };

/**
 * The range of a file that a `Range` header asks for (RFC 9110, 14.1.2): `whole` if there is none,
 * or one that is to be ignored because it is malformed or has several parts; `unsatisfiable` if it
 * has no byte of the file.
 *
 * Express's `req.range` reads `bytes=-100` of a file of 50 bytes as unsatisfiable, although it asks
 * for the whole file.
 */
export function requestedRange(
  header: string | undefined,
  fileBytes: number,
): ByteRange | "whole" | "unsatisfiable" {
  const [, start = "", end = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (start === "" && end === "") return "whole";
  if (start !== "" && end !== "" && Number(end) < Number(start)) return "whole";
  const last = start === "" || end === "" ? fileBytes - 1 : Math.min(Number(end), fileBytes - 1);
  const first = start === "" ? Math.max(0, fileBytes - Number(end)) : Number(start);
  return first > last ? "unsatisfiable" : { first, last };
}

/** Some bytes of a stream; what follows them is never produced. */
export async function* bytesIn(
  stream: AsyncIterable<Uint8Array>,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (last < first) return;
  let at = 0;
  for await (const chunk of stream) {
    const part = chunk.subarray(Math.max(0, first - at), last + 1 - at);
    at += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (at > last) return;
  }
}

/** A stream of these bytes that can be read repeatedly. */
export function partOf(stream: ReplyStream, range: ByteRange): ReplyStream {
  return repeatable(() => bytesIn(stream, range));
}
