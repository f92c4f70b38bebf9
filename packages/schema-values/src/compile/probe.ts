import type { Budget } from "../budget.ts";
import type { ConformityCheck } from "../check/check.ts";
import { MOST_CHECK_STEPS } from "../check/document.ts";
import type { JsonValue } from "../json.ts";
import { makeRow } from "../make/make-row.ts";
import type { Maker } from "../make/making.ts";
import type { Planner } from "../plan/plan.ts";
import { rngFor } from "../rng.ts";

/** The evidence of a few trial rows. */
export type Probe = {
  readonly rows: readonly JsonValue[];
  readonly tried: number;
  /** Whether validating a value takes too long. */
  readonly isHeavy: boolean;
  /** Average number of steps to check a row. */
  readonly steps: number;
};

const ROWS = 32;
/** Number of checking steps after which the rows made so far are enough. */
const ENOUGH_STEPS = 300_000;
/** Number of checking steps after which a single row is enough. */
const ONE_IS_ENOUGH_STEPS = 800_000;
/** A step of a check takes about half as long as others. */
const SHARE_OF_A_STEP = 1 / 2;
const ENOUGH_ROWS = 4;
const ENOUGH_FAILURES = 4;

/** Makes a fixed number of rows from fixed draws, and counts the steps to check them. */
export function probe(
  make: Maker,
  check: ConformityCheck,
  { spend }: Pick<Planner, "spend">,
): Probe {
  const rows: JsonValue[] = [];
  let [tried, used] = [0, 0];
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
  return { rows, tried, isHeavy, steps: used / tried };
}
