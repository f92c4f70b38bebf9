import { openSchemaDocument } from "../check/document.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SchemaGenerator } from "../make/schema-generator.ts";
import { type Rng, rngFor } from "../rng.ts";
import { findExcess } from "./excess.ts";
import { createDraw, type ValueDraw } from "./faker-schema.ts";
import { type FallbackProbe, probeSchema } from "./fallback-probe.ts";

const TRIES_PER_FREEDOM = 4;
const MOST_TRIES = 24;

type Accepts = (value: JsonValue) => boolean;

/**
 * Makes values with json-schema-faker and judges each with Ajv; undefined if it found none. It
 * tries a fixed number of values first; what they reveal about the schema never changes, so rows
 * don't depend on earlier rows.
 */
export async function openFaker(schema: JsonObject): Promise<SchemaGenerator | undefined> {
  const opening = openSchemaDocument(schema);
  if (findExcess(schema) !== undefined || opening.kind === "refused") return undefined;
  const { document } = opening;
  const draw = await createDraw(isJsonObject(document.schema) ? document.schema : schema);
  const accepts: Accepts = (value) => document.judge.accepts(value);
  const probe = probeSchema(draw, accepts);
  if (probe.good.length === 0) return undefined;
  const row: SchemaGenerator["row"] = (rng) => makeValue(rng, draw, { ...probe, accepts });
  return {
    row,
    // Its choices are not known, so all kinds of values are drawn.
    indexed: (kind, { seed, index }) => ({
      text: JSON.stringify(row(rngFor(seed, kind, index))),
      edges: [],
    }),
  };
}

function makeValue(
  rng: Rng,
  draw: ValueDraw,
  { freedoms, good, accepts }: FallbackProbe & { readonly accepts: Accepts },
): JsonValue {
  for (let i = 0; i < MOST_TRIES; i++) {
    const freedom = freedoms[Math.min(Math.floor(i / TRIES_PER_FREEDOM), freedoms.length - 1)];
    const value = freedom === undefined ? undefined : draw(rng, freedom);
    if (value !== undefined && accepts(value)) return value;
  }
  // A row always gets a value that conforms, even if another row has the same one.
  return rng.pick(good);
}
