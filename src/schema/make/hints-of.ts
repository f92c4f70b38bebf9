import type { Plan } from "../plan/plan.ts";
import { textOf } from "../source/schema.ts";
import { type Hints, splitName } from "../words/hints.ts";

/** Number of characters read from a description. */
const READ_CHARACTERS = 400;

/** What a plan's schemas reveal about the meaning of its values, for a property with this name. */
export function hintsOf(plan: Plan, name: string): Hints {
  const texts = (keyword: string): string[] =>
    plan.flat.parts.flatMap((part) => textOf(part.schema, keyword) ?? []);
  const description = texts("description").join(" ").slice(0, READ_CHARACTERS);
  return { ...splitName(name), titles: texts("title"), description };
}

/**
 * The name of what an object describes: the name of the property that holds it, or otherwise its
 * title.
 */
export function ownerOf(plan: Plan, name: string): string {
  const [title = ""] = hintsOf(plan, name).titles;
  return name === "" ? title : name;
}
