import { givenTextNamed } from "./given-names.ts";
import type { Hints } from "./hints.ts";
import { FULL_NAME, type Recipe } from "./recipe.ts";
import type { MentionKind, Subject } from "./subject.ts";
import { textRecipe } from "./text-recipe.ts";

const MENTIONED: { readonly [recipe: Recipe]: ReadonlySet<MentionKind> } = {
  [FULL_NAME]: new Set(["person"]),
  "{firstNames}": new Set(["person"]),
  "{lastNames}": new Set(["person"]),
  "{firms}": new Set(["organization"]),
  "{cities}": new Set(["place"]),
  "{emails}": new Set(["email"]),
  "+1-{202-989}-555-01{##}": new Set(["phone"]),
  "https://example.com/{words}/{words}": new Set(["url"]),
};

/** Whether the input lacks what an optional string is for; undefined if its name doesn't tell. */
export function missingText(hints: Hints): ((subject: Subject) => boolean) | undefined {
  const given = givenTextNamed(hints);
  const kinds = MENTIONED[textRecipe(hints) ?? ""];
  if (given === undefined && kinds === undefined) return undefined;
  return (subject) =>
    (given === undefined || subject.stated.text(given) === undefined) &&
    (kinds === undefined || subject.mentionsOf(kinds).length === 0);
}
