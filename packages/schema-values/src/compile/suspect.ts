import type { Document } from "../check/document.ts";
import { LONGEST as MOST_ITEMS } from "../make/array-maker.ts";
import { MOST_EXTRAS } from "../make/extra-properties.ts";
import { LONGEST_TEXT as MOST_LENGTH } from "../make/text/text-sources.ts";
import { applicatorsOf } from "../source/keywords.ts";
import { keyword, numberOf, pointer, type Schema } from "../source/schema.ts";

/** Keywords that are hard to satisfy, hardest first. */
const HARD = [
  ...["$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems", "not", "oneOf"],
  ...["pattern", "propertyNames", "uniqueItems", "minLength", "minItems", "minProperties"],
  ...["contains", "multipleOf", "if", "format", "anyOf", "required"],
];

/** Maximum of each that a row can have. */
const MOST: readonly (readonly [keyword: string, most: number, things: string])[] = [
  ["minItems", MOST_ITEMS, "items"],
  ["minContains", MOST_ITEMS, "items"],
  ["minLength", MOST_LENGTH, "characters"],
  ["minProperties", MOST_EXTRAS, "properties"],
];

/** The likely obstacle to making a value, and its location. */
export type Suspicion = {
  readonly keyword: string;
  readonly path: string;
  /** The limit that the bound exceeds, if any. */
  readonly limit: string | undefined;
};

/** The keyword that most likely prevents a value. */
export function suspect(document: Document): Suspicion {
  const found = new Map<string, string>();
  const pending: Schema[] = [document.schema];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const { pointer: path = "" } = document.subSchemas.registry.placeOf(schema) ?? {};
    for (const [name, most, things] of MOST) {
      const asked = numberOf(schema, name) ?? 0;
      if (asked <= most) continue;
      const limit = `\`${name}\` requires ${asked} ${things}, but values have at most ${most}`;
      return { keyword: name, path: pointer(path, name), limit };
    }
    for (const name of HARD) {
      if (keyword(schema, name) !== undefined && !found.has(name))
        found.set(name, pointer(path, name));
    }
    pending.push(...applicatorsOf(schema));
  }
  const hardest = HARD.find((name) => found.has(name)) ?? "type";
  return { keyword: hardest, path: found.get(hardest) ?? "", limit: undefined };
}
