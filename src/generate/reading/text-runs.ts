import { Spans } from "../text/spans.ts";
import { findWordRuns } from "../text/word-runs.ts";

/** Later parts of an input are not read. */
export const READ_CHARACTERS = 4000;

const RUNS = new Spans(READ_CHARACTERS);
let current: string | undefined;

/**
 * The stretches of letters and digits in the start of an input, until the function is called for
 * another text.
 */
export function runsOf(text: string): Spans {
  if (text !== current) {
    findWordRuns(text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text, RUNS);
    current = text;
  }
  return RUNS;
}
