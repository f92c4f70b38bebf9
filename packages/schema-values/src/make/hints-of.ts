import { type Hints, splitName } from "../lexicon/lexicon.ts";
import type { Plan } from "../plan/plan.ts";
import { keyword, textOf } from "../source/schema.ts";

/** Number of characters read from a description. */
const READ_CHARACTERS = 400;

/** The hints of a plan's schemas about the meaning of its values, for a property with this name. */
export function hintsOf(plan: Plan, name: string): Hints {
  const texts = (key: string): string[] =>
    plan.flat.parts.flatMap((part) => textOf(part.schema, key) ?? []);
  const { around = "", ...place } = splitName(name);
  const description = texts("description").join(" ").slice(0, READ_CHARACTERS);
  return {
    ...place,
    titles: texts("title"),
    description: description === "" ? around : description,
    examples: plan.flat.parts.flatMap((part) => {
      const examples = keyword(part.schema, "examples");
      return Array.isArray(examples) ? examples : [];
    }),
  };
}

/**
 * The name of what an object describes: the name of the property that holds it, or otherwise its
 * title.
 */
export function ownerOf(plan: Plan, name: string): string {
  const [title = ""] = hintsOf(plan, name).titles;
  const { around: _, owner, name: own } = splitName(name);
  if (own === "") return title;
  return owner === undefined ? own : `${owner} ${own}`;
}
