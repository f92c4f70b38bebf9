import type { ClockSpec } from "../../core/clock-spec.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { SandboxRecipe } from "../../state/sandbox.ts";

/** What is stored of a recipe, with references in place of scenarios. */
export type RecipeData = {
  readonly key?: string;
  readonly name: string;
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockSpec;
  readonly asked: {
    readonly title?: string;
    readonly scenario?: string;
    readonly seed?: number;
    readonly clock?: ClockSpec;
  };
};

/** A recipe as it is stored. */
export function recipeData(
  { key, name, scenario, seed, clock, asked }: SandboxRecipe,
  refOf: (scenario: Scenario) => string,
): RecipeData {
  const { scenario: own, ...others } = asked;
  return {
    ...(key === undefined ? {} : { key }),
    name,
    scenario: refOf(scenario),
    seed,
    clock,
    asked: { ...others, ...(own && { scenario: refOf(own) }) },
  };
}

/** A stored recipe. */
export function recipeOf(
  { key, scenario, asked, ...others }: RecipeData,
  scenarioOf: (ref: string) => Scenario,
): SandboxRecipe {
  const { scenario: own, ...alsoAsked } = asked;
  return {
    ...others,
    key,
    scenario: scenarioOf(scenario),
    asked: { ...alsoAsked, ...(own === undefined ? {} : { scenario: scenarioOf(own) }) },
  };
}
