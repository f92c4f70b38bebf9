const CHUNK_LENGTH = 65_536;

/**
 * UTF-8 chunks of about 64 KB of all the texts in order; a longer text makes a longer chunk.
 * The chunks depend on the texts alone, not on how they come in batches. Each text must be
 * well-formed on its own, because a chunk may end after any of them.
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
