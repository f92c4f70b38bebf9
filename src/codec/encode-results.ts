import type { ResultsFile } from "../core/rows/file-layout.ts";
import type { RowSource } from "../core/rows/row.ts";
import { CODECS, type CodecName, isCodecName } from "./codecs.ts";

/** Name of a file's codec; throws a RangeError if there is none of that name. */
export function codecOf({ codec, contentType }: ResultsFile): CodecName {
  if (isCodecName(codec)) return codec;
  throw new RangeError(
    `Expected the file of type \`${contentType}\` to have a codec, got \`${codec}\`.`,
  );
}

/**
 * The bytes of a results file: always the same for the same rows, and encoded again each time they
 * are read.
 */
export function encodeResults(rows: RowSource, file: ResultsFile): AsyncIterable<Uint8Array> {
  const { encode } = CODECS[codecOf(file)];
  return { [Symbol.asyncIterator]: () => encode(rows, file)[Symbol.asyncIterator]() };
}
