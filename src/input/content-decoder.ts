import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";

/**
 * What undoes a Content-Encoding: gzip, deflate (in zlib's format, as HTTP has it) and br.
 * Undefined for an encoding that can't be undone.
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
