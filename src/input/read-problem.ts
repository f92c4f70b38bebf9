import { FileFormatError } from "../codec/file-format-error.ts";

/** A sentence for a file that can't be read; `problem` may end with a question. */
export function readProblem(fileName: string, problem: string): string {
  const stop = problem.endsWith("?") ? "" : ".";
  return `Failed to read the file ${fileName}: ${problem}${stop}`;
}

/** The sentence for an error from a reader, naming the file; rethrows an error that is not a problem with the file. */
export function formatProblem(fileName: string, error: unknown): string {
  if (!(error instanceof FileFormatError)) throw error;
  return error.message.replace(/^(Failed to read the \w+ file):/, `$1 ${fileName}:`);
}
