import type { Contradiction } from "./literal.ts";
import type { TextShape } from "./text-shape.ts";

/** What is known about the strings of a shape. */
export type TextProofs = {
  /** A proof that no string has the shape, if one was found. */
  conflictOf(shape: TextShape): Contradiction | undefined;
  /** The same with a more thorough search, for a schema for which no value was found. */
  proofAgainst(shape: TextShape): Contradiction | undefined;
  /**
   * All strings of a shape, possibly with some that don't have it; undefined if there are more than
   * `limit`.
   */
  allOf(shape: TextShape, limit: number): readonly string[] | undefined;
};
