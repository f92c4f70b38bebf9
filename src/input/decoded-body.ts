import type { Readable, Transform } from "node:stream";

/** A body is not what its Content-Encoding says. */
export class MalformedEncodingError extends Error {
  override readonly name = "MalformedEncodingError";
}

/** A Content-Encoding, and what undoes it. */
export type Encoding = { readonly name: string; readonly decoder: Transform };

/**
 * A request's body without its Content-Encoding, no faster than it is read. Throws a `MalformedEncodingError`; errors of the source are passed on.
 * Leaves the source open when it is not read to its end, so that the request can still be answered.
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
    // A stream of zlib fails with an Error, though not always one of this realm.
    const { message } = error as Error;
    const found = `Failed to decode the body from \`${name}\`: ${message}.`;
    throw new MalformedEncodingError(found, { cause: error });
  } finally {
    source.unpipe(decoder);
    source.off("error", breakOff);
  }
}
