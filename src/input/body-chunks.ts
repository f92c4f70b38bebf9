import { Readable } from "node:stream";
import { formatBytes } from "../core/visible-text.ts";

/** A request body, or a part of it, is too large. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** A request body is not valid JSON, not a valid form, or does not match its Content-Encoding. */
export class MalformedBodyError extends Error {
  override readonly name = "MalformedBodyError";
}

/** The error for a body that exceeds the maximum size. */
export function largerThan(maxBytes: number): BodyTooLargeError {
  const limit = formatBytes(maxBytes);
  return new BodyTooLargeError(`Expected a body of at most ${limit}, got a larger one.`);
}

export type BodyLimit = {
  readonly maxBytes: number;
  /** The Content-Length, if there is one, so that a body that is too long can be rejected before it is read. */
  readonly declaredBytes?: number | undefined;
};

/**
 * The chunks of a request body. Throws a `BodyTooLargeError` as soon as there are too many bytes.
 * When it stops early, it leaves a Node stream open, so that the caller can still respond; the
 * caller drains the rest. Passes on errors from the stream itself.
 */
export async function* bodyChunks(
  stream: AsyncIterable<Uint8Array>,
  { maxBytes, declaredBytes = 0 }: BodyLimit,
): AsyncGenerator<Uint8Array, void> {
  if (declaredBytes > maxBytes) throw largerThan(maxBytes);
  let seenBytes = 0;
  for await (const chunk of keptOpen(stream)) {
    seenBytes += chunk.length;
    if (seenBytes > maxBytes) throw largerThan(maxBytes);
    yield chunk;
  }
}

/** A stream that stays open if it is not read completely; anything but a Node stream is returned unchanged. */
export function keptOpen(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(stream instanceof Readable)) return stream;
  const iterator: AsyncIterator<Uint8Array> = stream.iterator({ destroyOnReturn: false });
  return { [Symbol.asyncIterator]: () => iterator };
}
