import { FileFormatError } from "../codec/file-format-error.ts";

/** A sentence for a file that is not read; `problem` may be a question at its end. */
export function readProblem(fileName: string, problem: string): string {
  const stop = problem.endsWith("?") ? "" : ".";
  return `Failed to read the file ${fileName}: ${problem}${stop}`;
}

/** The sentence for what a reader threw, naming the file; throws it on where it is no problem of the file's. */
export function formatProblem(fileName: string, error: unknown): string {
  if (!(error instanceof FileFormatError)) throw error;
  return error.message.replace(/^(Failed to read the \w+ file):/, `$1 ${fileName}:`);
}
