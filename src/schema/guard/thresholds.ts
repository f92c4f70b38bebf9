import type { Amounts } from "./census.ts";

/** A schema within all of these limits compiles in a moment, so it needs no guard. */
export const CHEAP: Amounts = {
  objects: 300,
  neighbors: 300,
  levels: 30,
  enumValues: 1000,
  branches: 20,
  options: 50,
  references: 100,
  namedReferences: 8,
  patterns: 20,
  patternCharacters: 200,
  looks: 0,
  repeats: 300,
  least: 300,
};

/**
 * The largest schemas that are compiled. Beyond these amounts, a current machine needs more than
 * about 2 s.
 */
export const MOST: Amounts = {
  objects: 12_000,
  neighbors: 5000,
  levels: 500,
  enumValues: 100_000,
  branches: 500,
  options: 5000,
  references: 12_000,
  namedReferences: 12_000,
  patterns: 400,
  patternCharacters: 5000,
  looks: 500,
  repeats: 100_000,
  // The minimum size of values is checked separately, along the paths through the schema.
  least: Number.POSITIVE_INFINITY,
};

/** Maximum number of objects visited in a cheap schema if every reference is followed each time. */
export const CHEAP_VISITS = 3000;
