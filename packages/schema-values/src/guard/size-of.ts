import type { RefusedVerdict } from "../compile/open-schema.ts";
import type { JsonObject } from "../json.ts";
import { type Amount, type Amounts, amountsBy, type Census, census, LIMITS } from "./census.ts";
import { leastSize, MOST_CHARACTERS } from "./least-size.ts";

/** The limits of schemas that compile in a moment, of conditions, and of all. */
export const CHEAP: Amounts = amountsBy(({ cheap }) => cheap);
const CONDITION: Amounts = amountsBy(({ cheap, condition = cheap }) => condition);
export const MOST: Amounts = amountsBy(({ most }) => most);

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

/** Facts about a schema that counting reveals. */
export type Size =
  | { readonly kind: "refused"; readonly verdict: RefusedVerdict }
  /** Compiling it takes only a moment, unless it takes more than `CHEAP_STEPS`. */
  | { readonly kind: "cheap" }
  | { readonly kind: "costly" };

/**
 * Counts what is in a schema and rejects one that is too large; the result is the same on every
 * machine. `factor` multiplies the limits.
 */
export function sizeOf(schema: JsonObject, factor: number = 1): Size {
  // Nesting is limited by the stack.
  const most = { ...amountsBy((it) => Math.floor(it.most * factor)), levels: MOST.levels };
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
  return `Expected ${place} to have at most ${CONDITION[name]} ${LIMITS[name].noun}, got ${amounts[name]}.`;
}

function isCheap(schema: JsonObject, counted: Census): boolean {
  return (
    exceeded(counted, CHEAP) === undefined &&
    JSON.stringify(schema).length <= CHEAP_CHARACTERS &&
    ![...counted.patterns].some((pattern) => EXPENSIVE.test(pattern))
  );
}

/** Lookarounds, whose states multiply, and Unicode properties, whose characters take milliseconds to look up. */
const EXPENSIVE = /\(\?[=!]|\\[pP]/;

function exceeded({ amounts }: Pick<Census, "amounts">, most: Amounts): Amount | undefined {
  return (Object.keys(amounts) as Amount[]).find((name) => amounts[name] > most[name]);
}

function tooMuch({ amounts, placeOf }: Census, name: Amount, most: Amounts): RefusedVerdict {
  const path = placeOf(name);
  const hint = name === "levels" ? "" : "; the option `maxSchemaSteps` can raise this limit";
  const limit = `more than the ${most[name]} that a compiled schema can have${hint}`;
  const place = path === "" ? "" : ` (at \`${path}\`)`;
  const reason = `Failed to make values that conform to the schema: it has ${amounts[name]} ${LIMITS[name].noun}, ${limit}${place}.`;
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
