import type { JsonSchema } from "json-schema-faker";
import { limitedBudget } from "../budget.ts";
import { openSchemaDocument } from "../check/document.ts";
import { leastSize } from "../guard/least-size.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { plainRow, type SchemaGenerator } from "../make/make-row.ts";
import { type Rng, rngFor } from "../rng.ts";
import { BINDING_KEYWORDS, mapSchemas } from "../source/keywords.ts";

/** Settings to try, roughly from varied to plain. Low depths are for recursive schemas. */
const FREEDOMS = [
  { optionalsProbability: 0.5, maxDepth: 100 },
  { optionalsProbability: 0.2, maxDepth: 100 },
  { optionalsProbability: 0.4, maxDepth: 8 },
  { optionalsProbability: 0, maxDepth: 100 },
  { optionalsProbability: 0, maxDepth: 6 },
];

const TRIES = 8;
const TRIES_OF_A_ROW = 4;
/** Maximum number of parts of a value. Making a larger value would take too long. */
const MOST_STEPS = 4000;
/** Maximum number of characters that a value may require; larger values take too long to make. */
const MOST_CHARACTERS = 100_000;
/** Maximum count in a pattern's quantifier: json-schema-faker writes out each repetition. */
const MOST_REPEATS = 10_000;

/**
 * Opens a generator that makes values with json-schema-faker and checks them; undefined if that is
 * too costly or no trial value conforms. All rows use the settings that succeeded most often.
 */
export async function openFaker(
  schema: JsonObject,
  maxSteps: number,
): Promise<SchemaGenerator | undefined> {
  const budget = limitedBudget(maxSteps);
  const opened = openSchemaDocument(schema, budget);
  if (isExcessive(schema) || "kind" in opened) return undefined;
  const { accepts, schema: read } = opened;
  const { generateSync } = await import("json-schema-faker");
  const prepared = prepare(isJsonObject(read) ? read : schema) as JsonSchema;
  const draw = (rng: Rng, freedom: (typeof FREEDOMS)[number]): JsonValue[] => {
    let steps = 0;
    const outputTransform = (value: unknown): unknown => {
      if (++steps > MOST_STEPS) throw new RangeError(`Expected at most ${MOST_STEPS} parts.`);
      return value;
    };
    let value: JsonValue;
    try {
      const seed = rng.below(2 ** 32);
      const made = generateSync(prepared, { ...freedom, seed, outputTransform });
      // Checks the value that a client would receive: JSON drops values that it can't represent.
      value = JSON.parse(JSON.stringify(made)) as JsonValue;
    } catch {
      // The generator throws for branches that it can't fill; another attempt may avoid them.
      return [];
    }
    return accepts(value) ? [value] : [];
  };
  const found = FREEDOMS.map((freedom) => {
    const seeds = Array.from({ length: TRIES }, (_, i) => rngFor(0, "probe", i));
    return { freedom, good: seeds.flatMap((rng) => draw(rng, freedom)) };
  });
  const best = found.reduce((one, other) => (other.good.length > one.good.length ? other : one));
  const good = found.flatMap((it) => it.good);
  if (good.length === 0) return undefined;
  budget.steps = Infinity;
  const row: SchemaGenerator["row"] = (rng) => {
    for (let i = 0; i < TRIES_OF_A_ROW; i++) {
      const [value] = draw(rng, best.freedom);
      if (value !== undefined) return value;
    }
    // As a last resort, repeats a value from the trials.
    return rng.pick(good);
  };
  return {
    row,
    // The generator's choices are unknown, so covering and edge rows are random, too.
    indexed: (kind, { seed, index }) => plainRow(row(rngFor(seed, kind, index))),
  };
}

function isExcessive(schema: JsonObject): boolean {
  const counts = JSON.stringify(schema).matchAll(/\{(\d+)(?:,(\d*))?\}/g);
  return (
    leastSize(schema) > MOST_CHARACTERS ||
    [...counts].some(([, least, most]) => Math.max(Number(least), Number(most ?? 0)) > MOST_REPEATS)
  );
}

/** Drops unknown keywords, which the faker treats as properties, and renames tuples' `items`. */
function prepare(schema: JsonObject): JsonObject {
  // A reference's path can contain unknown keywords, such as `components`, so these are kept.
  const paths = JSON.stringify(schema).matchAll(/"\$ref":"#\/([^"]*)"/g);
  const known = new Set([
    ...["$id", "$anchor", "$dynamicAnchor", ...BINDING_KEYWORDS],
    ...[...paths].flatMap(([, path = ""]) => path.split("/")),
  ]);
  return mapSchemas(schema, (sub) => {
    const { items, additionalItems, ...rest } = sub;
    const others = additionalItems === undefined ? {} : { items: additionalItems };
    const isTuple = Array.isArray(items);
    const renamed: JsonObject = isTuple ? { ...rest, prefixItems: items, ...others } : sub;
    return Object.fromEntries(Object.entries(renamed).filter(([key]) => known.has(key)));
  });
}
