import type { Recipe } from "./recipe.ts";

/** Recipes whose strings are labels, so that a list in the description means the labels to use. */
const LABELS: ReadonlySet<Recipe> = new Set(
  "categories continents departments devices difficulties emotions entityTypes frequencies genders industries intents keywords levels paymentMethods relations seasons sentiments sizes statuses teams tones topics verdicts yesOrNo"
    .split(" ")
    .map((name) => `{${name}}`),
);

/** Whether a recipe gives a label from a short list. */
export function isLabel(recipe: Recipe): boolean {
  return LABELS.has(recipe);
}
