import { CODECS, isCodecName } from "../../codec/codecs.ts";
import { type RowSource, rowsWithout } from "../../core/rows/row.ts";
import type { Results } from "../../engine/answer.ts";
import type { Operation } from "../../spec/operation.ts";
import { asObject } from "../../spec/place.ts";
import { compileResultsFile, type FileRequest, type ResultsFile } from "../../spec/results-file.ts";
import { attachment } from "./attachment.ts";
import type { Reply, ReplyStream } from "./reply.ts";

/** A job's results file, as the operation's `response` describes it for the format. */
export function resultsReply(operation: Operation, results: Results): Reply {
  const { format, rows, numRows } = results;
  const file = compiledFile(operation, format)(results);
  const { codec, contentType, fileName } = file;
  if (!isCodecName(codec)) {
    throw new RangeError(`Expected the format \`${format}\` to have a codec, got \`${codec}\`.`);
  }
  const bodyOf = (from: RowSource): ReplyStream =>
    repeatable(() => CODECS[codec].encode(from, file));
  return {
    status: operation.successStatus,
    headers: {
      "content-type": contentType,
      ...(fileName === undefined ? {} : attachment(fileName)),
    },
    body: bodyOf(rows),
    file: { kind: codec, numRows, withoutRow: (index) => bodyOf(rowsWithout(rows, index)) },
  };
}

type CompiledFile = (request: FileRequest) => ResultsFile;

const compiled = new WeakMap<Operation, Map<string, CompiledFile>>();

function compiledFile(operation: Operation, format: string): CompiledFile {
  const files = compiled.get(operation) ?? new Map<string, CompiledFile>();
  compiled.set(operation, files);
  const file =
    files.get(format) ?? compileResultsFile(asObject(asObject(operation.response)[format]));
  files.set(format, file);
  return file;
}

/** A stream that restarts each time it is read. */
function repeatable(make: () => ReplyStream): ReplyStream {
  return { [Symbol.asyncIterator]: () => make()[Symbol.asyncIterator]() };
}
