import { Buffer } from "node:buffer";
import type { ReasonedAnswer } from "./reasoning.ts";

const FILLER = "This output is longer than anybody would have asked for. ";

/**
 * An output of exactly so many bytes of UTF-8, or the usual one where that is longer. It keeps its form: text goes on and
 * on, and JSON, which still parses and conforms, is followed by spaces.
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
  // Nothing in the filler is escaped in JSON, so it makes the output of a reasoning model longer by just its own length.
  return write({ ...usual, content: usual.content + filler });
}
