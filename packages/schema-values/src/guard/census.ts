import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { pointer } from "../source/schema.ts";

type Limits = {
  /** For messages. */
  readonly noun: string;
  /** The most of a schema that compiles in a moment if its patterns are plain, too. Low, because costs multiply. */
  readonly cheap: number;
  /** The most of a condition's schema; the same by default. */
  readonly condition?: number;
  /** The most of a schema that is compiled: beyond it, a current machine needs more than about 2 s. */
  readonly most: number;
};

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** What is counted in a schema: everything that takes time to compile. */
export const LIMITS = {
  // Most objects are schemas.
  objects: { noun: "objects", cheap: 40, condition: 60, most: 12_000 },
  // Entries of one object, or of one list other than an `enum`.
  neighbors: { noun: "sibling entries", cheap: 60, most: 5000 },
  levels: { noun: "levels of nesting", cheap: 20, most: 500 },
  enumValues: { noun: "values in one `enum`", cheap: 300, most: 100_000 },
  branches: { noun: "branches in one list", cheap: 8, condition: 60, most: 500 },
  // Branches, and every `not`, `if`, and similar keyword.
  options: { noun: "alternatives", cheap: 8, condition: 60, most: 5000 },
  references: { noun: "references", cheap: 10, most: 12_000 },
  // References that are not JSON Pointers into the schema.
  namedReferences: { noun: "references by name", cheap: 2, most: 12_000 },
  // Each is parsed only once. Those of conditions have limits of their own.
  patterns: { noun: "different patterns", cheap: 4, most: 400 },
  patternCharacters: {
    noun: "characters in one pattern",
    cheap: 100,
    condition: NO_LIMIT,
    most: 5000,
  },
  looks: {
    noun: "lookaheads or lookbehinds in patterns",
    cheap: 0,
    condition: NO_LIMIT,
    most: 500,
  },
  repeats: { noun: "repetitions in one pattern", cheap: 60, condition: NO_LIMIT, most: 100_000 },
  // The largest minimum of one value. That of whole values is checked separately, along the paths through the schema.
  least: {
    noun: "items, properties, or characters",
    cheap: 60,
    condition: NO_LIMIT,
    most: NO_LIMIT,
  },
} as const satisfies { readonly [name: string]: Limits };

/** The name of something that is counted. */
export type Amount = keyof typeof LIMITS;

/** A number for each counted thing. */
export type Amounts = Readonly<Record<Amount, number>>;

/** Numbers that depend on the limits. */
export function amountsBy(numberOf: (limits: Limits) => number): Amounts {
  const entries = Object.entries(LIMITS).map(([name, limits]) => [name, numberOf(limits)]);
  return Object.fromEntries(entries) as Amounts;
}

/**
 * The amounts of a schema. For an amount that belongs to one place, the largest value and its JSON
 * Pointer.
 */
export type Census = {
  readonly amounts: Amounts;
  readonly patterns: ReadonlySet<string>;
  placeOf(amount: Amount): string;
};

/** A step on the path to a value. */
type Step = { readonly key: string | number; readonly from: Step | undefined };
type Counting = {
  readonly amounts: { -readonly [Name in Amount]: number };
  readonly places: Map<Amount, Step | undefined>;
  readonly sources: Set<string>;
};

const CHOICES: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);
const TESTS: ReadonlySet<string> = new Set(
  "contains if not propertyNames unevaluatedItems unevaluatedProperties uniqueItems".split(" "),
);
const DEPENDENCIES: ReadonlySet<string> = new Set(["dependencies", "dependentSchemas"]);
const BOUNDS: ReadonlySet<string> = new Set(
  "minContains minItems minLength minProperties".split(" "),
);
const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);
const LOOK = /\(\?<?[=!]/;
const POINTER = /^#(\/[^%]*)?$/;

/**
 * Counts everything in a schema, regardless of its meaning; the time depends only on the schema's
 * size. An object with more than `mostKeys` keys is counted without its contents.
 */
export function census(schema: JsonObject, mostKeys: number = Infinity): Census {
  const counting: Counting = {
    amounts: { ...amountsBy(() => 0) },
    places: new Map(),
    sources: new Set(),
  };
  type Level = { readonly value: JsonValue; readonly at: Step | undefined };
  let level: Level[] = [{ value: schema, at: undefined }];
  for (let depth = 1; level.length > 0; depth++) {
    largest(counting, "levels", { count: depth, at: undefined });
    const next: Level[] = [];
    for (const { value, at } of level) {
      const keys = isJsonObject(value) ? Object.keys(value).length : 0;
      if (keys > mostKeys) {
        largest(counting, "neighbors", { count: keys, at });
        continue;
      }
      if (isJsonObject(value)) countKeywords(counting, value, at);
      for (const [key, item] of entriesOf(value)) {
        if (typeof item !== "object" || item === null || isEnum(key, item)) continue;
        next.push({ value: item, at: { key, from: at } });
      }
    }
    level = next;
  }
  return {
    amounts: counting.amounts,
    patterns: counting.sources,
    placeOf: (name) => pointerOf(counting.places.get(name)),
  };
}

type Found = { readonly count: number; readonly at: Step | undefined };

function largest({ amounts, places }: Counting, name: Amount, { count, at }: Found): void {
  if (count <= amounts[name]) return;
  amounts[name] = count;
  places.set(name, at);
}

function countKeywords(counting: Counting, schema: JsonObject, at: Step | undefined): void {
  counting.amounts.objects++;
  const entries = Object.entries(schema);
  largest(counting, "neighbors", { count: entries.length, at });
  for (const [key, value] of entries) countKeyword(counting, { key, value }, { key, from: at });
}

type Keyword = { readonly key: string; readonly value: JsonValue };

function countKeyword(counting: Counting, { key, value }: Keyword, at: Step): void {
  const { amounts } = counting;
  if (REFERENCES.has(key)) {
    amounts.references++;
    if (key !== "$ref" || !POINTER.test(String(value))) amounts.namedReferences++;
  }
  if (TESTS.has(key)) amounts.options++;
  if (DEPENDENCIES.has(key) && isJsonObject(value)) amounts.options += Object.keys(value).length;
  if (BOUNDS.has(key) && typeof value === "number")
    largest(counting, "least", { count: value, at });
  if (key === "pattern" && typeof value === "string") countPattern(counting, value, at);
  if (key === "patternProperties" && isJsonObject(value))
    for (const source of Object.keys(value))
      countPattern(counting, source, { key: source, from: at });
  if (Array.isArray(value)) countList(counting, { key, value }, at);
}

type List = { readonly key: string; readonly value: readonly JsonValue[] };

function countList(counting: Counting, { key, value }: List, at: Step): void {
  const count = value.length;
  largest(counting, isEnum(key, value) ? "enumValues" : "neighbors", { count, at });
  if (!CHOICES.has(key)) return;
  largest(counting, "branches", { count, at });
  counting.amounts.options += count;
}

function isEnum(key: string | number, value: JsonValue): boolean {
  return key === "enum" && Array.isArray(value);
}

function countPattern(counting: Counting, source: string, at: Step): void {
  if (counting.sources.has(source)) return;
  counting.sources.add(source);
  counting.amounts.patterns = counting.sources.size;
  counting.amounts.looks += source.split(LOOK).length - 1;
  largest(counting, "patternCharacters", { count: source.length, at });
  for (const [, least, most] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(Number(least), Number(most ?? 0));
    largest(counting, "repeats", { count, at });
  }
}

function entriesOf(value: JsonValue): Iterable<readonly [string | number, JsonValue]> {
  if (Array.isArray(value)) return value.entries();
  return isJsonObject(value) ? Object.entries(value) : [];
}

function pointerOf(step: Step | undefined): string {
  return step === undefined ? "" : pointer(pointerOf(step.from), step.key);
}
