import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { words } from "../source/keywords.ts";
import { pointer } from "../source/schema.ts";

export type Limits = {
  /** The counted things, as a noun for messages. */
  readonly noun: string;
  /** Limit for a schema that compiles quickly. It is low, because the amounts' costs multiply. */
  readonly cheap: number;
  /** Limit for a schema in a scenario's condition. */
  readonly condition: number;
  /** Limit for a compiled schema; larger schemas take more than about 2 s on a current machine. */
  readonly most: number;
};

const ANY = Infinity;

/** Limits on a schema's contents. `patternProblem` also limits the patterns in a condition. */
export const LIMITS = {
  // Objects of any kind; most of them are schemas.
  objects: { noun: "objects", cheap: 40, condition: 60, most: 12_000 },
  // Entries of one object, or of one list other than an `enum`.
  neighbors: { noun: "sibling entries", cheap: 60, condition: 60, most: 5000 },
  levels: { noun: "levels of nesting", cheap: 20, condition: 20, most: 500 },
  enumValues: { noun: "values in one `enum`", cheap: 300, condition: 300, most: 100_000 },
  branches: { noun: "branches in one `anyOf` or `oneOf`", cheap: 8, condition: 60, most: 500 },
  // Branches, and uses of `not`, `if`, and similar keywords.
  options: { noun: "alternatives", cheap: 8, condition: 60, most: 5000 },
  references: { noun: "references", cheap: 10, condition: 10, most: 12_000 },
  // Counts a repeated pattern once, because it is parsed only once.
  patterns: { noun: "different patterns", cheap: 4, condition: 4, most: 400 },
  patternCharacters: { noun: "characters in one pattern", cheap: 100, condition: ANY, most: 5000 },
  // The largest single minimum; `leastSize` combines nested minimums.
  least: { noun: "items, properties, or characters", cheap: 60, condition: ANY, most: ANY },
} as const satisfies { readonly [name: string]: Limits };

export type Amount = keyof typeof LIMITS;

type Amounts = { [name in Amount]: number };

const CHOICES = words("anyOf oneOf");
const TESTS = words(
  "contains if not propertyNames unevaluatedItems unevaluatedProperties uniqueItems",
);
const DEPENDENCIES = words("dependencies dependentSchemas");
const BOUNDS = words("minContains minItems minLength minProperties");
const REFERENCES = words("$ref $dynamicRef $recursiveRef");

/** Counts keywords by name, including properties that are merely named like a keyword. */
export class Census {
  readonly amounts = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0])) as Amounts;
  readonly patterns = new Set<string>();
  readonly #places = new Map<Amount, string>();

  /** The contents of an object with more than `mostKeys` keys are not counted. */
  constructor(schema: JsonObject, mostKeys: number = Infinity) {
    const found = [{ value: schema as JsonValue, path: "", level: 1 }];
    for (const { value, path, level } of found) {
      this.#largest("levels", level, "");
      if (isJsonObject(value)) {
        const keys = Object.keys(value);
        this.#largest("neighbors", keys.length, path);
        if (keys.length > mostKeys) continue;
        this.amounts.objects++;
        for (const key of keys) this.#countKeyword(key, value[key] ?? null, pointer(path, key));
      }
      for (const [key, item] of Object.entries(value ?? {}))
        if (typeof item === "object" && item !== null && !isEnum(key, item))
          found.push({ value: item, path: pointer(path, key), level: level + 1 });
    }
  }

  /** The JSON Pointer of the place with the largest amount; empty for `levels` and for totals. */
  placeOf(name: Amount): string {
    return this.#places.get(name) ?? "";
  }

  #largest(name: Amount, count: number, path: string): void {
    if (count <= this.amounts[name]) return;
    this.amounts[name] = count;
    this.#places.set(name, path);
  }

  #countKeyword(key: string, value: JsonValue, path: string): void {
    const { amounts } = this;
    if (REFERENCES.has(key)) amounts.references++;
    if (TESTS.has(key)) amounts.options++;
    if (DEPENDENCIES.has(key) && isJsonObject(value)) amounts.options += Object.keys(value).length;
    if (BOUNDS.has(key) && typeof value === "number") this.#largest("least", value, path);
    if (key === "pattern" && typeof value === "string") this.#countPattern(value, path);
    if (key === "patternProperties" && isJsonObject(value))
      for (const source of Object.keys(value)) this.#countPattern(source, pointer(path, source));
    if (!Array.isArray(value)) return;
    this.#largest(isEnum(key, value) ? "enumValues" : "neighbors", value.length, path);
    if (!CHOICES.has(key)) return;
    this.#largest("branches", value.length, path);
    amounts.options += value.length;
  }

  #countPattern(source: string, path: string): void {
    this.patterns.add(source);
    this.amounts.patterns = this.patterns.size;
    this.#largest("patternCharacters", source.length, path);
  }
}

function isEnum(key: string, value: JsonValue): boolean {
  return key === "enum" && Array.isArray(value);
}
