import type { JsonValue } from "../../json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Recipe } from "../../words/recipe.ts";
import type { Making } from "../making.ts";
import type { ObjectDraft } from "../set-property.ts";

/**
 * Changes existing property values so that they agree with each other; each new value conforms to
 * its own schema.
 */
export type Agreement = (out: ObjectDraft, making: Making) => void;

/** A property of an object, with what is needed to make other properties agree with it. */
export type Property = {
  readonly key: string;
  readonly words: readonly string[];
  readonly plan: Plan;
  /** How its strings are written, if it is a string and the schema determines how. */
  readonly recipe: Recipe | undefined;
  /** Whether the property's schema allows a value. */
  fits(value: JsonValue): boolean;
};

/** Combines several agreements into one; undefined if there are none. */
export function together(agreements: readonly Agreement[]): Agreement | undefined {
  const [first, ...others] = agreements;
  const rest = others.length === 0 ? undefined : together(others);
  if (first === undefined || rest === undefined) return first;
  return (out, making) => {
    first(out, making);
    rest(out, making);
  };
}

/** The property with the first of some names that one has. */
export function propertyNamed(
  properties: readonly Property[],
  names: string,
): Property | undefined {
  for (const name of names.split("|")) {
    const found = properties.find(({ words }) => words.join(" ") === name);
    if (found !== undefined) return found;
  }
  return undefined;
}
