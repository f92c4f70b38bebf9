import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { openParquet } from "../../codec/parquet/open-parquet.ts";
import { readFooter } from "../../codec/parquet/parquet-footer.ts";
import { loadParquetLibrary } from "../../codec/parquet/parquet-library.ts";
import { fileInMemory } from "../../input/spool.ts";
import type { FileFacts, PassedBody } from "../raw-call.ts";

/** Maximum size, in bytes, of a body that is kept until its call has been processed. */
export const MAX_KEPT = 1024 ** 2;
/** Maximum decoded size, in bytes, of a kept body or of an archive's first entry. */
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

/** Forwards a body unchanged, and keeps a copy of short text or of a small rows file. */
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

  /** Describes the body so far. Call this method only once. */
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

/** The text of a complete body and, unless its type is JSON, the properties of the file in it. */
export async function contentOf(
  bytes: Buffer,
  headers: BodyHeaders,
): Promise<Pick<PassedBody, "text" | "file">> {
  const type = headers["content-type"] ?? "";
  const text = TEXT.test(type) ? { text: bytes.toString() } : {};
  const file = /json/.test(type) ? undefined : await fileFactsOf(bytes);
  return file === undefined ? text : { ...text, file };
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

const NAME_START = 30;
const DEFLATED = 8;

/** The properties of a file: Parquet, a ZIP file with a CSV file, or another kind. */
async function fileFactsOf(bytes: Buffer): Promise<FileFacts | undefined> {
  try {
    const signature = bytes.toString("latin1", 0, 4);
    if (signature === "PAR1") return await parquetFacts(bytes);
    if (signature === "PK\u0003\u0004") return zipFacts(bytes);
    return { format: isUtf8(bytes) ? "text" : "unknown" };
  } catch {
    // The file is damaged, so nothing is known about it.
    return undefined;
  }
}

async function parquetFacts(bytes: Buffer): Promise<FileFacts> {
  const file = fileInMemory(bytes);
  const [{ columns }, footer] = await Promise.all([
    openParquet(file),
    loadParquetLibrary().then((library) => readFooter(file, library)),
  ]);
  const chunks = footer.row_groups.flatMap((group) => group.columns);
  const codecs = new Set(chunks.map(({ meta_data: chunk }) => chunk?.codec ?? "UNCOMPRESSED"));
  return {
    format: "Parquet",
    compression: [...codecs].join(", "),
    columns: columns.map(({ name, type }) => `${name} (${type})`).join(", "),
  };
}

function zipFacts(bytes: Buffer): FileFacts {
  const nameEnd = NAME_START + bytes.readUInt16LE(26);
  const isDeflated = bytes.readUInt16LE(8) === DEFLATED;
  const archive = {
    format: "ZIP",
    compression: isDeflated ? "deflate" : "none",
    "entry name": bytes.toString("utf8", NAME_START, nameEnd),
  };
  if (!isDeflated) return archive;
  const content = bytes.subarray(nameEnd + bytes.readUInt16LE(28));
  const text = inflateRawSync(content, { maxOutputLength: MAX_DECODED }).toString();
  const [header = ""] = text.split("\n", 1);
  const cells = header.trimEnd().split(",");
  return {
    ...archive,
    columns: cells.map((cell) => cell.replaceAll('"', "")).join(", "),
    quotes: cells.every((cell) => cell.startsWith('"')) ? "around every cell" : "where needed",
    "line endings": header.endsWith("\r") ? "CRLF" : "LF",
  };
}
