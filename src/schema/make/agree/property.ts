import type { JsonValue } from "../../../core/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Recipe } from "../../words/recipe.ts";
import type { Making } from "../making.ts";
import type { ObjectDraft } from "../set-property.ts";

/** Changes values of properties that are there so that they agree, each to another that its own schema allows. */
export type Agreement = (out: ObjectDraft, making: Making) => void;

/** A property of an object, as far as others may have to agree with it. */
export type Property = {
  readonly key: string;
  readonly words: readonly string[];
  readonly plan: Plan;
  /** How its text is written, if it is one and the schema says how. */
  readonly recipe: Recipe | undefined;
  /** Whether the property's schema allows a value. */
  fits(value: JsonValue): boolean;
};

/** One agreement that comes to all of several; undefined for none. */
export function together(agreements: readonly Agreement[]): Agreement | undefined {
  const [first, ...others] = agreements;
  const rest = others.length === 0 ? undefined : together(others);
  if (first === undefined || rest === undefined) return first;
  return (out, making) => {
    first(out, making);
    rest(out, making);
  };
}
