import type { JsonValue } from "../json.ts";
import type { Draws } from "../lexicon/lexicon.ts";

/** The state while one row is made: what has been used, and how generous to be. */
export type Making = Draws & {
  /** The probability of an optional property. */
  optional: number;
  /** Levels below the root. */
  depth: number;
  /** Number of values made so far, which limits the size of a row. */
  made: number;
  /** Number of values that may still be tried before the row is abandoned. */
  steps: number;
};

/** Makes one value; undefined if it failed. */
export type Maker = (making: Making) => JsonValue | undefined;

/** Below this level, only required values are made. */
export const SOFT_DEPTH = 6;
/** Once a row has more values than this, only required ones are added. */
const SOFT_SIZE = 120;

/** Whether a row should stop growing. */
export function isLate(making: Making): boolean {
  return making.depth >= SOFT_DEPTH || making.made > SOFT_SIZE;
}
