import { Buffer } from "node:buffer";
import type { ReasonedAnswer } from "./reasoned-answer.ts";

const FILLER = "This output is longer than anybody would have asked for. ";

/**
 * An output with exactly this number of bytes in UTF-8, or the normal output if that is longer. It
 * keeps its format: text continues with filler, and JSON, which still parses and conforms, is
 * padded with spaces.
 */
export function huge(
  usual: ReasonedAnswer,
  bytes: number,
  { write, hasSchema }: { write: (answer: ReasonedAnswer) => string; hasSchema: boolean },
): string {
  const output = write(usual);
  const missing = bytes - Buffer.byteLength(output);
  if (missing <= 0) return output;
  if (hasSchema) return output + " ".repeat(missing);
  const filler = FILLER.repeat(Math.ceil(missing / FILLER.length)).slice(0, missing);
  // JSON escapes nothing in the filler, so the output of a reasoning model grows by exactly the
  // filler's length.
  return write({ ...usual, content: usual.content + filler });
}
