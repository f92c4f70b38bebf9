import type { JsonValue } from "../../core/json.ts";
import type { Rng } from "../../core/rng.ts";
import type { Subject } from "../words/subject.ts";

/** The making of one row: what is used up, and how lavish to be. */
export type Making = {
  readonly rng: Rng;
  /** The probability of a property that may be left out. */
  optional: number;
  /** Levels below the root. */
  depth: number;
  /** Values made so far, which bounds the size of a row. */
  made: number;
  /** Values that may still be tried before the row is given up. */
  steps: number;
  /** About how many tokens a longer text may have. */
  readonly tokens: number;
  /** What longer texts are about, where that is known. */
  readonly subject: Subject | undefined;
};

/** Makes one value; undefined where it did not succeed. */
export type Maker = (making: Making) => JsonValue | undefined;

/** Below this level only what must be there is made. */
export const SOFT_DEPTH = 6;
/** Rows of more values than this only get what must be there. */
const SOFT_SIZE = 120;

/** Whether a row should come to its end. */
export function isLate(making: Making): boolean {
  return making.depth >= SOFT_DEPTH || making.made > SOFT_SIZE;
}
