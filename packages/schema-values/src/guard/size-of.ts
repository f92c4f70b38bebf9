import type { RefusedVerdict } from "../compile/open-schema.ts";
import type { JsonObject } from "../json.ts";
import { type Amount, Census, LIMITS, type Limits } from "./census.ts";
import { leastSize, MOST_CHARACTERS } from "./least-size.ts";

const CHEAP_CHARACTERS = 20_000;

/** Maximum number of steps to compile a cheap schema; beyond that, a worker compiles the schema. */
export const CHEAP_STEPS = 60_000;

/** Default maximum number of steps to compile a schema; a million take about a second. */
export const DEFAULT_MAX_SCHEMA_STEPS = 1_200_000;

/** Factor by which `maxSteps` raises the limits on a schema's contents. */
export function factorOf(maxSteps: number): number {
  return Math.max(1, maxSteps / DEFAULT_MAX_SCHEMA_STEPS);
}

/** The verdict on a schema's size: too large, cheap to compile, or costly to compile. */
export type Size =
  | { readonly kind: "refused"; readonly verdict: RefusedVerdict }
  /** Compiling probably takes at most `CHEAP_STEPS`. */
  | { readonly kind: "cheap" }
  | { readonly kind: "costly" };

/** Lookaheads, which multiply a pattern's states, and Unicode properties, which are slow. */
const EXPENSIVE = /\(\?[=!]|\\[pP]/;

/** Measures a schema, and refuses it if it exceeds a limit; `factor` multiplies the limits. */
export function sizeOf(schema: JsonObject, factor: number = 1): Size {
  // The factor doesn't apply to nesting, which the stack limits.
  const most = (limits: Limits): number =>
    limits === LIMITS.levels ? limits.most : Math.floor(limits.most * factor);
  // Counting the contents of a huge object takes a long time, and the schema is refused anyway.
  const census = new Census(schema, most(LIMITS.neighbors));
  const excess = exceeded(census, most);
  if (excess !== undefined) return tooMuch(census, excess, most(LIMITS[excess]));
  const least = leastSize(schema);
  if (least > MOST_CHARACTERS) return tooLong(census, least);
  const isCheap =
    exceeded(census, ({ cheap }) => cheap) === undefined &&
    JSON.stringify(schema).length <= CHEAP_CHARACTERS &&
    ![...census.patterns].some((pattern) => EXPENSIVE.test(pattern));
  return { kind: isCheap ? "cheap" : "costly" };
}

/** Explains why a schema is too large for a scenario's condition; undefined if it isn't. */
export function conditionExcess(schema: JsonObject): string | undefined {
  const census = new Census(schema, LIMITS.neighbors.condition);
  const name = exceeded(census, ({ condition }) => condition);
  if (name === undefined) return undefined;
  const path = census.placeOf(name);
  const place = path === "" ? "the schema" : `\`${path}\` in the schema`;
  const { condition, noun } = LIMITS[name];
  return `Expected ${place} to have at most ${condition} ${noun}, got ${census.amounts[name]}.`;
}

function exceeded({ amounts }: Census, most: (limits: Limits) => number): Amount | undefined {
  return (Object.keys(LIMITS) as Amount[]).find((name) => amounts[name] > most(LIMITS[name]));
}

function tooMuch(census: Census, name: Amount, most: number): Size {
  const hint = name === "levels" ? "" : "; to raise this limit, set the option `maxSchemaSteps`";
  const reason = `Failed to generate values that conform to the schema: it has ${census.amounts[name]} ${LIMITS[name].noun}, more than the limit of ${most}`;
  return refused(reason, census.placeOf(name), hint);
}

function tooLong(census: Census, least: number): Size {
  const found = least > Number.MAX_SAFE_INTEGER ? "too many to count" : String(least);
  const why = census.amounts.least > MOST_CHARACTERS ? "" : ", because nested minimums multiply";
  const reason = `Expected the smallest value that conforms to the schema to have at most ${MOST_CHARACTERS} characters, got ${found}${why}`;
  return refused(reason, census.placeOf("least"));
}

function refused(reason: string, path: string, hint = ""): Size {
  const end = path === "" ? hint : ` (at \`${path}\`)${hint}`;
  return { kind: "refused", verdict: { kind: "refused", path, reason: `${reason}${end}.` } };
}
