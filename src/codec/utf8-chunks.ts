import { Buffer } from "node:buffer";

/** Minimum length in UTF-16 code units of a chunk, except for the last one. */
export const CHUNK_LENGTH = 65_536;

export type TextBatches = AsyncIterable<Iterable<string>>;

/**
 * Encodes strings as UTF-8 in chunks of at least 64 KiB, except for the last one. The chunks depend
 * only on the strings, not on the batches in which they arrive. Each string must be well formed on
 * its own, because a chunk may end after any of them.
 */
export async function* utf8Chunks(batches: TextBatches): AsyncGenerator<Uint8Array> {
  let pending = "";
  for await (const texts of batches) {
    for (const text of texts) {
      pending += text;
      if (pending.length < CHUNK_LENGTH) continue;
      yield encoded(pending);
      pending = "";
    }
  }
  if (pending !== "") yield encoded(pending);
}

const BYTES_OF_A_UNIT = 3;
/** A buffer that all files share. This is safe, because each use is synchronous. */
const SPACE = Buffer.allocUnsafeSlow(4 * CHUNK_LENGTH);

/** A string as UTF-8. For text beyond Latin-1, `TextEncoder` takes twice as long. */
function encoded(text: string): Uint8Array {
  if (text.length * BYTES_OF_A_UNIT > SPACE.length) return Buffer.from(text);
  return Uint8Array.prototype.slice.call(SPACE, 0, SPACE.write(text, 0, "utf8"));
}
