import type { DecodedArray } from "hyparquet";

/**
 * Reads the next values as stored: at least one, and at most a number. Throws an Error if there are
 * too few.
 */
export type RawReader = (most: number) => DecodedArray;

/** A slice ends with the value that reaches this size. */
export const SLICE_BYTES: number = 1024 ** 2;
