import { singularOf } from "../../lexicon/hints.ts";
import { setProperty } from "../making.ts";
import type { Agreement, Property } from "./property.ts";

/** Names of the number of `items`, with a gap for the name of one. */
const COUNTS =
  "{} count|num {}|number of {}|n {}|total {}|{} total|no of {}|count of {}|anzahl {}".split("|");

/** Makes the number of items match the length of their list, as `item_count` and `items`. */
export function countAgreement(properties: readonly Property[]): Agreement | undefined {
  const byName = new Map(
    properties.map((property) => [property.words.map(singularOf).join(" "), property]),
  );
  const pairs = [...byName].flatMap(([name, list]) =>
    [name, name.split(" ").at(-1) ?? name].flatMap((items) =>
      COUNTS.flatMap((form) => {
        const count = byName.get(form.replace("{}", items));
        return count === undefined || count === list ? [] : [{ list, count }];
      }),
    ),
  );
  if (pairs.length === 0) return undefined;
  return (out) => {
    for (const { list, count } of pairs) {
      const items = out[list.key];
      if (!Array.isArray(items) || typeof out[count.key] !== "number") continue;
      if (count.fits(items.length)) setProperty(out, count.key, items.length);
    }
  };
}
