import type { Hints } from "schema-values";
import { choicesIn } from "./described-choices.ts";
import { type DescribedCount, describedCount } from "./described-count.ts";
import { isLabel } from "./labels.ts";
import { isListed, listedText } from "./listed-text.ts";
import type { MeantText } from "./meant-text.ts";
import { numberKind } from "./number-kind.ts";
import type { PoolName, Pools } from "./pools.ts";
import { type Recipe, recipeWriter, type TextBounds, type TextWriter } from "./recipe.ts";
import { type RelatedRequest, relatedWriter } from "./related-text.ts";
import { textRecipe } from "./text-recipe.ts";

/**
 * A writer for the strings that the hints suggest: a number if they mention one, and some words if
 * they say nothing.
 */
export function meantText(hints: Hints, pools: Pools, bounds: TextBounds): MeantText {
  const recipe = textRecipe(hints);
  const choices = choicesIn(hints.description, bounds, recipe === undefined || isLabel(recipe));
  if (choices.length > 1) {
    const write: TextWriter = (rng) => rng.pick(choices);
    return { write, labels: choices, isTold: true };
  }
  const request: RelatedRequest = { hints, bounds, pools };
  if (isListed(hints.description)) {
    // A recipe for prose says nothing about the items.
    const isItem = recipe !== undefined && !recipe.endsWith("+}");
    const item = textOf(isItem ? recipe : "{keywords}", { ...request, bounds: ANY_LENGTH });
    return listedText(item, describedCount(hints) ?? USUAL_ITEMS);
  }
  const isFromInput = recipe === "{keywords}" || recipe === "{topics}";
  if (recipe !== undefined && isLabel(recipe) && !isFromInput)
    return { ...textOf(recipe, request), labels: pools[recipe.slice(1, -1) as PoolName] };
  if (recipe !== undefined) return textOf(recipe, request);
  const number = numberKind(hints);
  if (number === undefined) return unmeantText(request);
  const { min, max, digits } = number;
  return { write: (rng) => (min + (max - min) * rng.next()).toFixed(digits), isTold: true };
}

const ANY_LENGTH: TextBounds = { least: 0, most: Infinity };

function textOf(recipe: Recipe, request: RelatedRequest, isTold = true): MeantText {
  const { pools, bounds } = request;
  const related = relatedWriter(recipe, request);
  return { write: recipeWriter(recipe, pools, bounds), related, isTold };
}

const USUAL_ITEMS: DescribedCount = { least: 3, most: 3 };

/** A string with at least this many characters, and room for more, is prose. */
const LONG = 60;

/** Writes some words, or sentences if more than a few words are needed. */
function unmeantText(request: RelatedRequest): MeantText {
  const { bounds } = request;
  const isLong = bounds.least >= LONG && bounds.most >= bounds.least + LONG;
  const recipe = isLong ? "{sentences+}" : "{words} {words}";
  return textOf(recipe, request, false);
}
