import type { Plan } from "../plan/plan.ts";
import { textOf } from "../source/schema.ts";
import { type Hints, splitName } from "../words/hints.ts";

/** Of a longer description only the start is read. */
const READ_CHARACTERS = 400;

/** What the schemas of a plan say of the meaning of its values, for the value of a property with a name. */
export function hintsOf(plan: Plan, name: string): Hints {
  const texts = (keyword: string): string[] =>
    plan.flat.parts.flatMap((part) => textOf(part.schema, keyword) ?? []);
  const description = texts("description").join(" ").slice(0, READ_CHARACTERS);
  return { ...splitName(name), titles: texts("title"), description };
}

/** What holds the properties of an object: the property that it is the value of, or else its title. */
export function ownerOf(plan: Plan, name: string): string {
  const [title = ""] = hintsOf(plan, name).titles;
  return name === "" ? title : name;
}
