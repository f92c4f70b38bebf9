import type { Amounts } from "./census.ts";

/** A schema within all of these compiles in a moment, so no guard is needed around it. */
export const CHEAP: Amounts = {
  objects: 300,
  neighbours: 300,
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

/** The largest schemas that are compiled: beyond these amounts, a current machine needs more than about 2 s. */
export const MOST: Amounts = {
  objects: 12_000,
  neighbours: 5000,
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
  // What values need at least is reckoned by itself, along the ways through the schema.
  least: Number.POSITIVE_INFINITY,
};

/** Objects that may be met in a cheap schema where references are followed as often as they are met. */
export const CHEAP_VISITS = 3000;
