/** Length from which texts make a chunk, in UTF-16 units. */
export const CHUNK_LENGTH = 65_536;

/**
 * All strings in order as UTF-8 chunks of at least 64 KB; a longer string makes a longer chunk. The
 * chunks depend only on the strings, not on the batches in which they arrive. Each string must be
 * well formed on its own, because a chunk may end after any of them.
 */
export async function* utf8Chunks(
  batches: AsyncIterable<Iterable<string>>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let pending = "";
  for await (const texts of batches) {
    for (const text of texts) {
      pending += text;
      if (pending.length < CHUNK_LENGTH) continue;
      yield encoder.encode(pending);
      pending = "";
    }
  }
  if (pending !== "") yield encoder.encode(pending);
}
