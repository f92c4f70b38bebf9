import { createHash } from "node:crypto";

/** A file's identity: its length, and the SHA-256 of its bytes in hex. */
export type FileMeasure = { readonly byteLength: number; readonly sha256: string };

/** Computes a stream's length and hash. Returns undefined if `stop` aborts first. */
export async function measureFile(
  bytes: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): Promise<FileMeasure | undefined> {
  const hash = createHash("sha256");
  let byteLength = 0;
  for await (const chunk of bytes) {
    if (stop.aborted) return undefined;
    hash.update(chunk);
    byteLength += chunk.byteLength;
  }
  return { byteLength, sha256: hash.digest("hex") };
}
