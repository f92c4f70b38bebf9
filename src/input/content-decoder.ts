import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";

/**
 * The decoder for a Content-Encoding: gzip, deflate (in zlib's format, as HTTP defines it), or br.
 * Undefined for an unsupported encoding.
 */
export function contentDecoder(contentEncoding: string | undefined): Transform | undefined {
  switch ((contentEncoding ?? "").trim().toLowerCase()) {
    case "":
    case "identity":
      return new PassThrough();
    case "gzip":
    case "x-gzip":
    case "deflate":
      return createUnzip();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
