import { Buffer } from "node:buffer";
import type { StoredBytes } from "../../state/file-bytes.ts";
import type { InputRows } from "../../state/input-rows.ts";

/** Rows in a chunk, at most; a list of long rows ends earlier. */
const CHUNK_ROWS = 1024;

/** Bytes of a file in a chunk. */
const CHUNK_BYTES = 512 * 1024;

/** Rows of inputs, or a file. */
export type Content = InputRows | StoredBytes | Uint8Array;

/** What each chunk contains, with the position of its first row or byte. */
export async function* piecesOf(
  content: Content,
): AsyncGenerator<readonly [number, Buffer | string]> {
  if (content instanceof Uint8Array) {
    for (let start = 0; start < content.byteLength; start += CHUNK_BYTES)
      yield [start, Buffer.from(content.subarray(start, start + CHUNK_BYTES))];
    return;
  }
  let start = 0;
  if (!("batches" in content)) {
    for await (const piece of content) {
      yield [start, Buffer.from(piece)];
      start += piece.byteLength;
    }
    return;
  }
  for await (const rows of content.batches(0, CHUNK_ROWS)) {
    yield [start, JSON.stringify(rows)];
    start += rows.length;
  }
}
