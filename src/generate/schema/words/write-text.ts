import type { Pools } from "../pools.ts";
import { choicesIn } from "./described-choices.ts";
import type { Hints } from "./hints.ts";
import { numberKind } from "./number-kind.ts";
import { type Bounds, recipeWriter, type TextWriter } from "./recipe.ts";
import { textRecipe } from "./text-recipe.ts";

/** Writes texts of a meaning. */
export type MeantText = {
  readonly write: TextWriter;
  /** Whether the schema says what the text is about. */
  readonly isTold: boolean;
};

/** The writer of the text that hints ask for: a number where they speak of one, and some words where they say nothing. */
export function meantText(hints: Hints, pools: Pools, bounds: Bounds): MeantText {
  const choices = choicesIn(hints.description, bounds);
  if (choices.length > 1) return { write: (rng) => rng.pick(choices), isTold: true };
  const recipe = textRecipe(hints);
  if (recipe !== undefined) return { write: recipeWriter(recipe, pools, bounds), isTold: true };
  const number = numberKind(hints);
  if (number === undefined)
    return { write: recipeWriter("{words} {words}", pools, bounds), isTold: false };
  const { min, max, digits } = number;
  return { write: (rng) => (min + (max - min) * rng.next()).toFixed(digits), isTold: true };
}
