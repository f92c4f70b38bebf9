import type { Readable, Transform } from "node:stream";

/** A body does not match its Content-Encoding. */
export class MalformedEncodingError extends Error {
  override readonly name = "MalformedEncodingError";
}

/** A Content-Encoding and its decoder. */
export type Encoding = { readonly name: string; readonly decoder: Transform };

/**
 * Decodes a request body, no faster than it is read. Throws a `MalformedEncodingError`; passes on errors from the source.
 * When it stops early, it leaves the source open, so that the caller can still respond.
 */
export async function* decodedBody(
  source: Readable,
  { name, decoder }: Encoding,
): AsyncGenerator<Uint8Array, void> {
  let broken: Error | undefined;
  const breakOff = (error: Error): void => {
    broken = error;
    decoder.destroy(error);
  };
  source.once("error", breakOff);
  source.pipe(decoder);
  try {
    for await (const chunk of decoder) yield chunk as Uint8Array;
  } catch (error) {
    if (broken !== undefined) throw broken;
    // A zlib stream fails with an Error, but not always with one from this realm.
    const { message } = error as Error;
    const found = `Failed to decode the body from \`${name}\`: ${message}.`;
    throw new MalformedEncodingError(found, { cause: error });
  } finally {
    source.unpipe(decoder);
    source.off("error", breakOff);
  }
}
