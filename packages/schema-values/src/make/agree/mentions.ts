import { isJsonObject, type JsonObject } from "../../json.ts";
import { words as wordSet } from "../../source/keywords.ts";
import type { Properties, Property } from "./property.ts";

/** Words that don't help to identify a property. */
const FILLERS = wordSet(
  "a all an and any are at been by each entire every field found given has have i in is it its list listed of on or own own single that the their them there they this to total value was were which who whose with",
);

export function isFiller(words: string): boolean {
  return words.split(" ").every((word) => word === "" || FILLERS.has(word));
}

/** The properties that `words` mentions, in order of appearance, and the remaining words. */
export function mentionedIn(
  words: string,
  among: Properties,
): { readonly found: Properties; readonly rest: string } {
  const places: (readonly [number, Property])[] = [];
  let rest = words;
  for (const property of [...among].sort((a, b) => b.stem.length - a.stem.length)) {
    const place = rest.indexOf(` ${property.stem} `);
    if (place < 0) continue;
    places.push([place, property]);
    // Overwrites the name with spaces, so that the other words keep their positions.
    const end = place + property.stem.length + 1;
    rest = `${rest.slice(0, place).padEnd(end)}${rest.slice(end)}`;
  }
  return { found: places.sort(([a], [b]) => a - b).map(([, property]) => property), rest };
}

/** The list that `words` mentions, and the remaining words; undefined if it mentions none. */
export function listIn(
  words: string,
  lists: Properties,
): { readonly list: Property; readonly rest: string } | undefined {
  const { found, rest } = mentionedIn(words, lists);
  const [named] = found;
  if (named !== undefined) return { list: named, rest };
  // "Items" refers to `line_items` if no other list's name ends with a mentioned word.
  const [only, other] = lists.filter(({ stem }) => words.includes(` ${lastWord(stem)} `));
  return only === undefined || other !== undefined
    ? undefined
    : { list: only, rest: words.replace(` ${lastWord(only.stem)} `, " ") };
}

function lastWord(stem: string): string {
  return stem.slice(stem.lastIndexOf(" ") + 1);
}

/** The properties of a list's objects; none if its items are not objects. */
export function propertiesIn(list: Property): Properties {
  return [...(list.items()?.values() ?? [])];
}

/** The items of a list that are objects; none if the value is not a list. */
export function objectsIn(out: JsonObject, { key }: Property): readonly JsonObject[] {
  const items = out[key];
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

export function numberIn(object: JsonObject, { key }: Property): number {
  const value = object[key];
  return typeof value === "number" ? value : 0;
}
