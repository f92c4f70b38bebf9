import type { Document } from "./source/document.ts";
import { keyword, pointer, type Schema } from "./source/schema.ts";
import { applicatorsOf } from "./source/subschemas.ts";

/** Keywords that are hard to satisfy, the hardest first. */
const HARD = [
  "unevaluatedProperties",
  "unevaluatedItems",
  "not",
  "oneOf",
  "pattern",
  "propertyNames",
  "uniqueItems",
  "minLength",
  "minItems",
  "minProperties",
  "contains",
  "multipleOf",
  "if",
  "format",
  "anyOf",
  "required",
];

/** The keyword that most likely stands in the way where no value could be made. */
export function suspect(document: Document): { keyword: string; path: string } {
  const found = new Map<string, string>();
  const pending: Schema[] = [document.schema];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "boolean") continue;
    const { pointer: path } = document.registry.placeOf(schema);
    for (const name of HARD) {
      if (keyword(schema, name) !== undefined && !found.has(name))
        found.set(name, pointer(path, name));
    }
    pending.push(...applicatorsOf(schema).map((sub) => sub.schema));
  }
  const hardest = HARD.find((name) => found.has(name)) ?? "type";
  return { keyword: hardest, path: found.get(hardest) ?? "" };
}
