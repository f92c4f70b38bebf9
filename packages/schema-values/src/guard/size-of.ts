import type { RefusedVerdict } from "../compile/opened-schema.ts";
import type { JsonObject } from "../json.ts";
import { type Amount, type Amounts, type Census, census } from "./census.ts";
import { leastSize, MOST_CHARACTERS, visitsOf } from "./least-size.ts";
import { arePlainPatterns } from "./pattern-cost.ts";
import { CHEAP, CHEAP_CHARACTERS, CHEAP_VISITS, CONDITION, limitsTimes } from "./thresholds.ts";

/** What counting alone reveals about a schema. */
export type Size =
  | { readonly kind: "refused"; readonly verdict: RefusedVerdict }
  /** Compiling it takes only a moment, unless it takes more than `CHEAP_STEPS`. */
  | { readonly kind: "cheap" }
  | { readonly kind: "costly" };

const NAMES: Readonly<Record<Amount, string>> = {
  objects: "objects",
  neighbors: "sibling entries",
  levels: "levels of nesting",
  enumValues: "values in one `enum`",
  branches: "branches in one list",
  options: "alternatives",
  references: "references",
  namedReferences: "references by name",
  patterns: "different patterns",
  patternCharacters: "characters in one pattern",
  looks: "lookaheads or lookbehinds in patterns",
  repeats: "repetitions in one pattern",
  least: "items, properties, or characters",
};

/**
 * Counts what is in a schema and rejects one that is too large; the result is the same on every
 * machine. `factor` multiplies the limits.
 */
export function sizeOf(schema: JsonObject, factor: number = 1): Size {
  const most = limitsTimes(factor);
  // Looking into a huge object takes long, and the schema is rejected anyway.
  const counted = census(schema, most.neighbors);
  const excess = exceeded(counted, most);
  if (excess !== undefined) return { kind: "refused", verdict: tooMuch(counted, excess, most) };
  const least = leastSize(schema);
  if (least > MOST_CHARACTERS) return { kind: "refused", verdict: tooLong(counted, least) };
  return { kind: isCheap(schema, counted) ? "cheap" : "costly" };
}

/** Why a schema is too large for a condition, as a sentence; undefined if it isn't. */
export function conditionExcess(schema: JsonObject): string | undefined {
  const { amounts, placeOf } = census(schema, CONDITION.neighbors);
  const name = exceeded({ amounts }, CONDITION);
  if (name === undefined) return undefined;
  const path = placeOf(name);
  const place = path === "" ? "the schema" : `\`${path}\` of the schema`;
  return `Expected ${place} to have at most ${CONDITION[name]} ${NAMES[name]}, got ${amounts[name]}.`;
}

function isCheap(schema: JsonObject, counted: Census): boolean {
  return (
    exceeded(counted, CHEAP) === undefined &&
    visitsOf(schema) <= CHEAP_VISITS &&
    JSON.stringify(schema).length <= CHEAP_CHARACTERS &&
    arePlainPatterns(counted.patterns)
  );
}

function exceeded({ amounts }: Pick<Census, "amounts">, most: Amounts): Amount | undefined {
  return (Object.keys(amounts) as Amount[]).find((name) => amounts[name] > most[name]);
}

function tooMuch({ amounts, placeOf }: Census, name: Amount, most: Amounts): RefusedVerdict {
  const path = placeOf(name);
  const hint = name === "levels" ? "" : "; the option `maxSchemaSteps` can raise this limit";
  const limit = `more than the ${most[name]} that a compiled schema can have${hint}`;
  const place = path === "" ? "" : ` (at \`${path}\`)`;
  const reason = `Failed to make values that conform to the schema: it has ${amounts[name]} ${NAMES[name]}, ${limit}${place}.`;
  return { kind: "refused", path, reason };
}

function tooLong({ amounts, placeOf }: Census, least: number): RefusedVerdict {
  const path = placeOf("least");
  const found = least > Number.MAX_SAFE_INTEGER ? "more than can be counted" : String(least);
  const place = path === "" ? "" : ` (at \`${path}\`)`;
  const why = amounts.least > MOST_CHARACTERS ? "" : ": its minimums multiply";
  const reason = `Expected values of the schema to need at most ${MOST_CHARACTERS} characters, got ${found}${why}${place}.`;
  return { kind: "refused", path, reason };
}
