import { type Hints, singularOf } from "../lexicon/lexicon.ts";
import { valuesIn } from "../plan/literal.ts";
import type { Plan } from "../plan/plan.ts";
import { words } from "../source/keywords.ts";
import { textOf } from "../source/schema.ts";

// A value's name is a string of several lines: the names of its property, of the property's
// object, and of its siblings, and a description of the list or map that contains the value.

const NEEDS_AN_OWNER = words(
  "name number title type text value label description unit units score start end min max minimum maximum lower upper low high amount total subtotal email",
);

/** A property's name, its owner if the name alone is ambiguous, and its siblings. */
export function nameWithin(owner: string, name: string, siblings?: readonly string[]): string {
  const itsOwner = NEEDS_AN_OWNER.has(name.toLowerCase()) ? owner : "";
  return `${name}\n${itsOwner}\n${siblings?.join(BETWEEN_NAMES) ?? ""}`.trimEnd();
}

const BETWEEN_NAMES = "\t";

/** The name of an item in a list or map, with the description of that list or map. */
export function itemName({ name, owner = "", description }: Hints): string {
  return `${singularOf(name)}\n${owner}\n\n${description}`;
}

const READ_CHARACTERS = 400;

/** Hints about the meaning of a plan's values, from its schemas and the lines of `whole`. */
export function hintsOf({ flat }: Plan, whole: string): Hints {
  const [name = "", owner = "", siblings = "", ...around] = whole.split("\n");
  const texts = (key: string) => flat.parts.flatMap((part) => textOf(part.schema, key) ?? []);
  const description = texts("description").join(" ").slice(0, READ_CHARACTERS);
  return {
    name,
    ...(owner === "" ? {} : { owner }),
    ...(siblings === "" ? {} : { siblings: siblings.split(BETWEEN_NAMES) }),
    titles: texts("title"),
    description: description === "" ? around.join("\n") : description,
    examples: valuesIn(flat.parts, "examples").filter(Array.isArray).flat(),
  };
}

/** The name of the thing that an object describes: its property's name, or otherwise its title. */
export function ownerOf({ name, owner, titles: [title = ""] }: Hints): string {
  if (name === "") return title;
  return owner === undefined ? name : `${owner} ${name}`;
}
