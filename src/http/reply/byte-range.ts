import { isStream, type Reply, type ReplyStream, repeatable } from "../../core/reply.ts";

/** A range of bytes, counted from 0; both ends are inclusive. */
type ByteRange = { readonly first: number; readonly last: number };

/**
 * The range of a file that a `Range` header requests (RFC 9110, 14.1.2). Returns `whole` if the
 * header is missing or malformed, or requests several ranges. Returns `unsatisfiable` if the range
 * contains no byte of the file.
 *
 * Express's `req.range` treats `bytes=-100` as unsatisfiable for a file of 50 bytes, although that
 * header requests the whole file.
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

/** A range of a stream's bytes; the stream isn't read beyond the range. */
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

export function streamOf(body: Reply["body"]): ReplyStream {
  if (isStream(body)) return body;
  return repeatable(async function* () {
    yield Buffer.from(body);
  });
}

/** The header that names a downloaded file (RFC 6266); adds the name in UTF-8 if necessary. */
export function attachment(fileName: string): Readonly<Record<string, string>> {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = plain === fileName ? "" : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return { "content-disposition": `attachment; filename="${plain}"${encoded}` };
}
