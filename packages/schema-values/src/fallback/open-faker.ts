import type { JsonSchema } from "json-schema-faker";
import { limitedBudget } from "../budget.ts";
import { openSchemaDocument } from "../check/document.ts";
import { leastSize } from "../guard/least-size.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SchemaGenerator } from "../make/make-row.ts";
import { type Rng, rngFor } from "../rng.ts";
import { mapSchemas } from "../source/keywords.ts";

/** How varied a value may be: the probability of optional properties, and the maximum depth. */
export type Freedom = { readonly optionals: number; readonly depth: number };

/** Makes a value that may or may not conform; undefined if it gave up. */
export type ValueDraw = (rng: Rng, freedom: Freedom) => JsonValue | undefined;

/** A larger value is abandoned, so that no schema can make a row take long. */
const MOST_STEPS = 4000;

const SEEDS = 2 ** 32;

const VOCABULARY: ReadonlySet<string> = new Set(
  `$id $ref $defs $anchor $dynamicRef $dynamicAnchor definitions type enum const minimum maximum
  exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format items prefixItems
  additionalItems contains minItems maxItems uniqueItems minContains maxContains properties required
  additionalProperties patternProperties minProperties maxProperties propertyNames dependencies
  dependentRequired dependentSchemas allOf anyOf oneOf not if then else`.split(/\s+/),
);

/** Prepares a schema for json-schema-faker and returns the function that makes values with it. */
export async function createDraw(schema: JsonObject): Promise<ValueDraw> {
  const { generateSync } = await import("json-schema-faker");
  const prepared = prepare(schema) as JsonSchema;
  return (rng, { optionals, depth }) => {
    let steps = 0;
    const countStep = (value: unknown): unknown => {
      steps++;
      if (steps > MOST_STEPS) throw new RangeError(`Expected at most ${MOST_STEPS} parts.`);
      return value;
    };
    try {
      const value = generateSync(prepared, {
        seed: rng.below(SEEDS),
        optionalsProbability: optionals,
        maxDepth: depth,
        outputTransform: countStep,
      });
      // Removes what JSON can't represent before the value is judged, as sending it would.
      return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as JsonValue);
    } catch {
      // The generator throws for branches that it can't fill; another draw may take another branch.
      return undefined;
    }
  };
}

/**
 * json-schema-faker treats unknown keywords as properties, and supports tuples only under their new
 * name.
 */
function prepare(schema: JsonObject): JsonObject {
  const referenced = referencedKeywords(schema);
  return mapSchemas(schema, (sub) => {
    const known = Object.entries(sub).filter(([key]) => VOCABULARY.has(key) || referenced.has(key));
    return withTuple(Object.fromEntries(known));
  });
}

function withTuple(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema["items"])) return schema;
  const { items, additionalItems, ...rest } = schema;
  const tuple: JsonObject = { ...rest, prefixItems: items ?? [] };
  return additionalItems === undefined ? tuple : { ...tuple, items: additionalItems };
}

/** The unknown keywords, such as `components`, that references lead through. */
function referencedKeywords(schema: JsonObject): ReadonlySet<string> {
  const refs = JSON.stringify(schema).matchAll(/"\$ref":"#\/([^"]*)"/g);
  return new Set([...refs].flatMap(([, pointer]) => (pointer ?? "").split("/")));
}

/**
 * From varied to plain. The shallow ones are for recursive schemas, whose values could nest without
 * end.
 */
const FREEDOMS: readonly Freedom[] = [
  { optionals: 0.5, depth: 100 },
  { optionals: 0.2, depth: 100 },
  { optionals: 0.4, depth: 8 },
  { optionals: 0, depth: 100 },
  { optionals: 0, depth: 6 },
];

const TRIES = 8;
const TRIES_OF_A_ROW = 4;
/** Larger values take a row too long to make. */
const MOST_CHARACTERS = 100_000;
/** Counted repeats of patterns multiply; json-schema-faker writes them all out. */
const MOST_REPEATS = 10_000;

type Accepts = (value: JsonValue) => boolean;

/**
 * Makes values with json-schema-faker and checks each; undefined if it found none. It
 * tries a fixed number of values first, as long as matching their patterns takes at most
 * `maxSteps` steps. What they reveal about the schema never changes, so rows don't depend on
 * earlier rows.
 */
export async function openFaker(
  schema: JsonObject,
  maxSteps: number,
): Promise<SchemaGenerator | undefined> {
  const budget = limitedBudget(maxSteps);
  const opening = openSchemaDocument(schema, budget);
  if (isExcessive(schema) || opening.kind === "refused") return undefined;
  const { document } = opening;
  const draw = await createDraw(isJsonObject(document.schema) ? document.schema : schema);
  const { accepts } = document;
  const found = FREEDOMS.map((freedom) => ({ freedom, good: goodValues(draw, accepts, freedom) }));
  const best = found.reduce((one, other) => (other.good.length > one.good.length ? other : one));
  const good = found.flatMap((it) => it.good);
  if (good.length === 0) return undefined;
  budget.steps = Infinity;
  const row: SchemaGenerator["row"] = (rng) =>
    judgedValue(rng, draw, { freedom: best.freedom, accepts }) ?? rng.pick(good);
  return {
    row,
    // Its choices are not known, so all kinds of values are drawn.
    indexed: (kind, { seed, index }) => ({
      text: JSON.stringify(row(rngFor(seed, kind, index))),
      edges: [],
    }),
  };
}

function isExcessive(schema: JsonObject): boolean {
  const counts = [...JSON.stringify(schema).matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const repeats = counts.map(([, least, most]) => Math.max(1, Number(least), Number(most ?? 0)));
  return leastSize(schema) > MOST_CHARACTERS || repeats.some((count) => count > MOST_REPEATS);
}

function goodValues(draw: ValueDraw, accepts: Accepts, freedom: Freedom): JsonValue[] {
  const values = Array.from({ length: TRIES }, (_, i) => draw(rngFor(0, "probe", i), freedom));
  return values.filter((value) => value !== undefined && accepts(value)) as JsonValue[];
}

type Making = { readonly freedom: Freedom; readonly accepts: Accepts };

/** A value that conforms; if there is none, a row gets one that another row may have, too. */
function judgedValue(
  rng: Rng,
  draw: ValueDraw,
  { freedom, accepts }: Making,
): JsonValue | undefined {
  for (let i = 0; i < TRIES_OF_A_ROW; i++) {
    const value = draw(rng, freedom);
    if (value !== undefined && accepts(value)) return value;
  }
  return undefined;
}
