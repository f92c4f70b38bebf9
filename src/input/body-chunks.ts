import type { IncomingMessage } from "node:http";
import { PassThrough, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { ApiError } from "../core/errors.ts";
import { formatBytes } from "../core/visible-text.ts";

/** Thrown if a request body, or a part of it, is too large. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** Thrown if a request body can't be decoded or is malformed, such as invalid JSON. */
export class MalformedBodyError extends Error {
  override readonly name = "MalformedBodyError";
}

export function largerThan(maxBytes: number): BodyTooLargeError {
  const limit = formatBytes(maxBytes);
  return new BodyTooLargeError(`Expected a body of at most ${limit}, got a larger one.`);
}

export type BodyLimit = {
  readonly maxBytes: number;
  /** The Content-Length. If it exceeds `maxBytes`, the body is rejected without being read. */
  readonly declaredBytes?: number | undefined;
};

/**
 * The chunks of a request body. Throws a `BodyTooLargeError` as soon as there are too many bytes,
 * and passes on the stream's own errors. If the caller stops early, a Node stream stays open, so
 * that the caller can respond and then drain the rest.
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

/** Keeps a Node stream open if it isn't read to its end; returns other streams unchanged. */
export function keptOpen(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(stream instanceof Readable)) return stream;
  const iterator: AsyncIterator<Uint8Array> = stream.iterator({ destroyOnReturn: false });
  return { [Symbol.asyncIterator]: () => iterator };
}

/**
 * Maximum ratio of decoded size to sent size. Only crafted bodies exceed it: gzip can reach 1032,
 * and brotli hundreds of thousands.
 */
const MAX_RATIO = 1000;

/** Decoded size, in bytes, that is allowed regardless of the ratio. */
const FREE_BYTES = 16 * 1024 ** 2;

export type Encoding = {
  readonly name: string;
  readonly decoder: Transform & { readonly bytesWritten?: number };
};

/**
 * Decodes a request body, no faster than the caller reads. Throws a `MalformedBodyError` or a
 * `BodyTooLargeError`; passes on errors from the source. If the caller stops early, the source
 * stays open, so that the caller can still respond.
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
    let decodedBytes = 0;
    for await (const chunk of decoder) {
      decodedBytes += (chunk as Uint8Array).length;
      if (decodedBytes > FREE_BYTES + (decoder.bytesWritten ?? 0) * MAX_RATIO)
        throw new BodyTooLargeError(
          `Failed to decode the body from \`${name}\`: it expands to more than ${MAX_RATIO} times its size. Send it without compression.`,
        );
      yield chunk as Uint8Array;
    }
  } catch (error) {
    if (broken !== undefined || error instanceof BodyTooLargeError) throw broken ?? error;
    // A zlib stream always fails with an Error, but its class may be from another realm.
    const { message } = error as Error;
    const found = `Failed to decode the body from \`${name}\`: ${message}.`;
    throw new MalformedBodyError(found, { cause: error });
  } finally {
    source.unpipe(decoder);
    source.off("error", breakOff);
  }
}

const DECODERS = new Map<string, () => Transform>([
  ["", () => new PassThrough()],
  ["identity", () => new PassThrough()],
  ["gzip", createUnzip],
  ["x-gzip", createUnzip],
  ["deflate", createUnzip],
  ["br", createBrotliDecompress],
]);

/** The decoder for identity, gzip, deflate (zlib format), or br; undefined for other encodings. */
export function contentDecoder(contentEncoding = ""): Transform | undefined {
  return DECODERS.get(contentEncoding.trim().toLowerCase())?.();
}

/** Whether a request body has a Content-Encoding that changes its bytes. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  const name = headers["content-encoding"];
  return name !== undefined && !["", "identity"].includes(name.trim().toLowerCase());
}

/**
 * A request body's Content-Encoding; undefined for none or `identity`. Throws an ApiError if the
 * encoding is unsupported, or if the assumption `content-encoding` rejects all encodings. The
 * error's Accept-Encoding header names the supported encodings (RFC 9110, 15.5.16).
 */
export function encodingOf(req: IncomingMessage, isRefused: boolean): Encoding | undefined {
  if (!isEncoded(req)) return undefined;
  const name = req.headers["content-encoding"] ?? "";
  const decoder = isRefused ? undefined : contentDecoder(name);
  if (decoder !== undefined) return { name, decoder };
  const [wanted, accepted] = isRefused
    ? ["be omitted", "identity"]
    : ["be `gzip`, `deflate`, or `br`, or omitted", "gzip, deflate, br"];
  const message = `Expected the header \`content-encoding\` to ${wanted}, got \`${name}\`.`;
  throw new ApiError("unsupported-encoding", message, { headers: { "accept-encoding": accepted } });
}
