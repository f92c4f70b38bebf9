import { BUSINESS_NAMES } from "./names/business-names.ts";
import { FOREIGN_NAMES } from "./names/foreign-names.ts";
import { PEOPLE_NAMES } from "./names/people-names.ts";
import { PLACE_NAMES } from "./names/place-names.ts";
import { PROSE_NAMES } from "./names/prose-names.ts";
import { TIME_NAMES } from "./names/time-names.ts";
import { WEB_NAMES } from "./names/web-names.ts";
import { WORLD_NAMES } from "./names/world-names.ts";
import type { NamedRecipes } from "./recipe.ts";

/** Recipes by property name. */
export const TEXT_NAMES: NamedRecipes = [
  ...PROSE_NAMES,
  ...PEOPLE_NAMES,
  ...PLACE_NAMES,
  ...BUSINESS_NAMES,
  ...TIME_NAMES,
  ...WEB_NAMES,
  ...WORLD_NAMES,
  ...FOREIGN_NAMES,
];
