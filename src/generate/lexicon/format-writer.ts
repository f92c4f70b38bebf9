import { type FormatWriter, plainFormatWriter, squeezed } from "schema-values";
import { FORMAT_RECIPES } from "./format-recipes.ts";
import type { Pools } from "./pools.ts";
import { type Recipe, recipeWriter } from "./recipe.ts";

const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  FORMAT_RECIPES.flatMap(([recipe, names]) =>
    names.split("|").map((name): [string, Recipe] => [name, recipe]),
  ),
);

/**
 * A writer for a format, however its name is spelled; undefined for a format that says nothing
 * about the appearance of strings.
 */
export function formatWriter(format: string, pools: Pools): FormatWriter | undefined {
  const plain = plainFormatWriter(format, pools);
  if (plain !== undefined) return plain;
  const recipe = RECIPES.get(squeezed(format));
  if (recipe === undefined) return undefined;
  const free = recipeWriter(recipe, pools, { least: 0, most: Infinity });
  return (rng, least, most) =>
    least <= 1 && most === Infinity
      ? free(rng, 0)
      : recipeWriter(recipe, pools, { least, most })(rng, 0);
}
