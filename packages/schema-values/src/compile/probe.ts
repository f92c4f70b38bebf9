import type { Budget } from "../budget.ts";
import type { Check, Feasibility, Refusal } from "../check/check.ts";
import { type Document, MOST_CHECK_STEPS } from "../check/document.ts";
import type { JsonValue } from "../json.ts";
import { LONGEST as MOST_ITEMS } from "../make/array-maker.ts";
import { MOST_EXTRAS } from "../make/extra-properties.ts";
import { makeRow } from "../make/make-row.ts";
import type { Maker } from "../make/making.ts";
import { LONGEST_TEXT as MOST_LENGTH } from "../make/text/text-sources.ts";
import type { Planner } from "../plan/plan.ts";
import { rngFor } from "../rng.ts";
import { applicatorsOf } from "../source/keywords.ts";
import { keyword, numberOf, pointer, type Schema } from "../source/schema.ts";

type Probe = ReturnType<typeof probe>;

const ROWS = 32;
/** Number of checking steps after which ENOUGH_ROWS attempts are enough. */
const ENOUGH_STEPS = 300_000;
/** Number of checking steps after which a single row is enough. */
const ONE_IS_ENOUGH_STEPS = 800_000;
/** A checking step takes about half as long as other steps. */
const SHARE_OF_A_STEP = 1 / 2;
const ENOUGH_ROWS = 4;
const ENOUGH_FAILURES = 4;

/** Makes up to ROWS rows from fixed seeds, and counts the steps to check them. */
export function probe(make: Maker, check: Check, { spend }: Planner) {
  const rows: JsonValue[] = [];
  let [tried, used] = [0, 0];
  // Whether validating a value took too long.
  let isHeavy = false;
  const accepts = (value: JsonValue): boolean => {
    const budget: Budget = { steps: MOST_CHECK_STEPS };
    try {
      return !isHeavy && check(value, budget);
    } catch (error) {
      isHeavy ||= budget.steps < 0 || error instanceof RangeError;
      throw error;
    } finally {
      const steps = MOST_CHECK_STEPS - budget.steps;
      used += steps;
      spend(steps * SHARE_OF_A_STEP);
    }
  };
  const isEnough = (): boolean =>
    isHeavy ||
    (rows.length === 0 && tried >= ENOUGH_FAILURES) ||
    (used > ENOUGH_STEPS && tried >= ENOUGH_ROWS) ||
    (used > ONE_IS_ENOUGH_STEPS && rows.length > 0);
  for (; tried < ROWS && !isEnough(); tried++) {
    const row = makeRow(make, accepts, { rng: rngFor(1, "probe", tried), hints: {} });
    if (row !== undefined) rows.push(row);
  }
  return { rows, tried, isHeavy, stepsOfARow: used / tried };
}

const MS_OF_A_STEP = 0.0004;
const SLOW_MS = 20;

export function judged(probed: Probe, document: Document): Feasibility {
  if (probed.isHeavy) {
    const reason = `a value takes more than ${MOST_CHECK_STEPS.toLocaleString("en")} steps to validate`;
    return { kind: "unsupported", reason, paths: [""] };
  }
  const made = probed.rows.length;
  if (made > probed.tried / 2) {
    const ms = Number((probed.stepsOfARow * MS_OF_A_STEP).toPrecision(2));
    if (ms < SLOW_MS) return { kind: "supported" };
    return { kind: "slow", reason: `each row takes about ${ms} ms to make` };
  }
  const tries = `${made === 0 ? "none" : `only ${made}`} of ${probed.tried} attempts`;
  return refusedFor(document, tries);
}

/** Keywords that are hard to satisfy, hardest first. */
const HARD = [
  ...["$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems", "not", "oneOf"],
  ...["pattern", "propertyNames", "uniqueItems", "minLength", "minItems", "minProperties"],
  ...["contains", "multipleOf", "if", "format", "anyOf", "required"],
];

/** For each keyword, the largest minimum that values can reach. */
const MOST: readonly (readonly [keyword: string, most: number, things: string])[] = [
  ["minItems", MOST_ITEMS, "items"],
  ["minContains", MOST_ITEMS, "items"],
  ["minLength", MOST_LENGTH, "characters"],
  ["minProperties", MOST_EXTRAS, "properties"],
];

/** Returns a refusal that names the bound that no row reaches, or else the most likely cause. */
function refusedFor({ schema: root, subSchemas }: Document, tries: string): Refusal {
  const found = new Map<string, string>();
  const pending: Schema[] = [root];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const { pointer: path = "" } = subSchemas.registry.placeOf(schema) ?? {};
    for (const [name, most, things] of MOST) {
      const asked = numberOf(schema, name) ?? 0;
      if (asked <= most) continue;
      const reason = `\`${name}\` requires ${asked} ${things}, but generated values have at most ${most}`;
      return { kind: "unsupported", reason, paths: [pointer(path, name)] };
    }
    for (const name of HARD) {
      if (keyword(schema, name) !== undefined && !found.has(name))
        found.set(name, pointer(path, name));
    }
    pending.push(...applicatorsOf(schema));
  }
  const hardest = HARD.find((name) => found.has(name)) ?? "type";
  const reason = `${tries} produced a conforming value; the most likely cause is \`${hardest}\``;
  return { kind: "unsupported", reason, paths: [found.get(hardest) ?? ""], mayYield: true };
}
