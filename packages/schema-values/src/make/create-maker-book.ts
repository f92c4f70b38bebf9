import type { JsonValue } from "../json.ts";
import { finiteValues } from "../plan/finite-values.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planner } from "../plan/planner.ts";
import type { MakerBook, Trials } from "./maker-book.ts";
import type { Maker } from "./making.ts";
import { planMaker } from "./plan-maker.ts";

const MOST_MAKERS = 100_000;
/**
 * Budget steps per value during the warm-up; limits schemas whose minimums multiply without end.
 */
const STEPS_OF_A_VALUE = 1 / 4;

/** What has been learned about branches, and what values look like. */
export type MakerSupplies = Pick<MakerBook, "lexicon" | "texts" | "shunned" | "trials">;

/** Counts that start at zero. */
export function noTrials(): Trials {
  return { counts: new Map(), taken: new Set() };
}

/** An empty book; a wide one draws from all allowed values. */
export function createMakerBook(
  planner: Planner,
  supplies: MakerSupplies,
  isWide = false,
): MakerBook {
  const lists = new Map<Plan, readonly JsonValue[] | undefined>();
  const isTrial = supplies.trials !== undefined;
  let wide: MakerBook | undefined;
  const makers = new Map<string, Maker>();
  const book: MakerBook = {
    planner,
    checks: planner.checks,
    ...supplies,
    isWide,
    makerOf: (plan, name) => {
      const key = `${plan.id} ${name}`;
      const known = makers.get(key);
      if (known !== undefined) return known;
      let made: Maker | undefined;
      const maker: Maker = (making) => {
        made ??= planMaker(book, plan, name);
        if (isTrial) planner.spend(STEPS_OF_A_VALUE);
        return made(making);
      };
      if (makers.size > MOST_MAKERS) makers.clear();
      makers.set(key, maker);
      return maker;
    },
    wide: () => {
      wide ??= isWide ? book : createMakerBook(planner, supplies, true);
      return wide;
    },
    finiteValuesOf: (plan) => {
      if (!lists.has(plan)) lists.set(plan, finiteValues(planner, plan));
      return lists.get(plan);
    },
  };
  return book;
}
