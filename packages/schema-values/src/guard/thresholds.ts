import type { Amounts } from "./census.ts";

/**
 * A schema within all of these limits compiles in a moment if its patterns are plain too. The limits
 * are low because their costs multiply, and because a worker makes the same rows.
 */
export const CHEAP: Amounts = {
  objects: 40,
  neighbors: 60,
  levels: 20,
  enumValues: 300,
  branches: 8,
  options: 8,
  references: 10,
  namedReferences: 2,
  patterns: 4,
  patternCharacters: 100,
  looks: 0,
  repeats: 60,
  least: 60,
};

/**
 * The largest schemas of conditions in scenarios: Ajv compiles each of them in the main thread, in up to about 50 ms. Their
 * patterns have limits of their own.
 */
export const CONDITION: Amounts = {
  ...CHEAP,
  objects: 60,
  branches: 60,
  options: 60,
  patternCharacters: Number.POSITIVE_INFINITY,
  looks: Number.POSITIVE_INFINITY,
  repeats: Number.POSITIVE_INFINITY,
  least: Number.POSITIVE_INFINITY,
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

/** The limits on compiled schemas, multiplied; nesting is limited by the stack instead. */
export function limitsTimes(factor: number): Amounts {
  const entries = Object.entries(MOST).map(([name, most]) => [name, Math.floor(most * factor)]);
  return { ...(Object.fromEntries(entries) as Amounts), levels: MOST.levels };
}

/** Maximum number of objects visited in a cheap schema if every reference is followed each time. */
export const CHEAP_VISITS = 100;

/** Maximum length of a cheap schema as JSON. */
export const CHEAP_CHARACTERS = 20_000;

/** Maximum number of steps to compile a cheap schema; beyond it, a worker compiles it. */
export const CHEAP_STEPS = 60_000;

/** Default limit for a schema's work; a million steps take about a second. */
export const DEFAULT_MAX_SCHEMA_STEPS = 1_200_000;

/** How far the limits on a schema's contents are raised. */
export function factorOf(maxSteps: number): number {
  return Math.max(1, maxSteps / DEFAULT_MAX_SCHEMA_STEPS);
}
