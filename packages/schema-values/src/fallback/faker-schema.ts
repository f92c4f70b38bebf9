import type { JsonSchema } from "json-schema-faker";
import type { JsonObject, JsonValue } from "../json.ts";
import type { Rng } from "../rng.ts";
import { fromEntries, mapSchemas } from "../source/walk.ts";

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
    return withTuple(fromEntries(known));
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
