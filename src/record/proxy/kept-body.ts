import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { fileFactsOf } from "../file-facts.ts";
import type { PassedBody } from "../raw-call.ts";

/** Maximum size, in bytes, of a body that is kept until its call has been explained. */
const MAX_KEPT = 1024 ** 2;
/** Maximum size of a kept body after decoding, in bytes. */
const MAX_DECODED = 8 * 1024 ** 2;

const TEXT = /json|text|xml/;
/** Content types of text, and of files that may contain rows. */
const KEPT = /json|text|xml|zip|parquet|octet-stream/;

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MAX_DECODED }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MAX_DECODED }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MAX_DECODED }),
};

type BodyHeaders = Pick<IncomingHttpHeaders, "content-type" | "content-encoding">;

/** Forwards a body unchanged, and keeps a copy of short text or of a small file of rows. */
export class KeptBody extends Transform {
  readonly #headers: BodyHeaders;
  readonly #hash = createHash("sha256");
  #chunks: Buffer[] | undefined;
  #byteLength = 0;
  #isWhole = false;

  constructor(headers: BodyHeaders) {
    super();
    this.#headers = headers;
    this.#chunks = KEPT.test(headers["content-type"] ?? "") ? [] : undefined;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#byteLength += chunk.byteLength;
    this.#hash.update(chunk);
    if (this.#byteLength > MAX_KEPT) this.#chunks = undefined;
    this.#chunks?.push(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#isWhole = true;
    done();
  }

  /** Returns the body so far. Call it only once. */
  async passed(): Promise<PassedBody> {
    const byteLength = this.#byteLength;
    if (!this.#isWhole || byteLength === 0) return { byteLength };
    const hash = this.#hash.digest("base64");
    const bytes = this.#chunks && decodedBytes(Buffer.concat(this.#chunks), this.#headers);
    return {
      byteLength,
      hash,
      ...(bytes !== undefined && (await contentOf(bytes, this.#headers))),
    };
  }
}

/** The text of a complete body, or the facts about the file in it. */
export async function contentOf(
  bytes: Buffer,
  headers: BodyHeaders,
): Promise<Pick<PassedBody, "text" | "file">> {
  const isText = TEXT.test(headers["content-type"] ?? "");
  if (isText) return { text: bytes.toString() };
  const file = await fileFactsOf(bytes);
  return file === undefined ? {} : { file };
}

/** A complete body after decoding; undefined if the encoding is unknown or the body is damaged. */
export function decodedBytes(bytes: Buffer, headers: BodyHeaders): Buffer | undefined {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return bytes;
  try {
    return DECODERS[encoding.toLowerCase()]?.(bytes);
  } catch {
    return undefined;
  }
}
