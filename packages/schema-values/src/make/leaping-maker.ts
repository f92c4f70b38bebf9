import type { Choice } from "../plan/literal.ts";
import type { Plan } from "../plan/plan.ts";
import type { MakerBook } from "./maker-book.ts";
import type { Maker, Making } from "./making.ts";

/** A set of many choices, and the maker that makes them one by one. */
export type Leap = {
  readonly many: readonly Choice[];
  readonly name: string;
  readonly make: Maker;
};

const TRIES = 4;

/** A maker that makes many choices at once, and falls back to one by one if that fails. */
export function leapingMaker(book: MakerBook, plan: Plan, { many, name, make }: Leap): Maker {
  if (many.length === 0) return make;
  const key = `leap ${plan.id}`;
  const resolved = new Set([...plan.resolved, ...many.map((choice) => choice.key)]);
  const cost = many.length + plan.flat.parts.length;
  const leap = (making: Making): Plan | undefined => {
    making.steps -= cost;
    if (making.steps < 0) return undefined;
    const options = many.flatMap((choice) => making.rng.pick(choice.options));
    const next = book.planner.plan([...plan.atoms, ...options], resolved);
    return book.planner.conflictOf(next, 1) === undefined ? next : undefined;
  };
  if (book.shunned.has(key)) return make;
  return (making) => {
    const count = book.trials?.counts.get(key) ?? { tried: 0, done: 0 };
    book.trials?.counts.set(key, count);
    for (let i = 0; i < TRIES; i++) {
      count.tried++;
      const next = leap(making);
      const value = next === undefined ? undefined : book.makerOf(next, name)(making);
      if (value === undefined) continue;
      book.trials?.taken.add(key);
      return value;
    }
    return make(making);
  };
}
