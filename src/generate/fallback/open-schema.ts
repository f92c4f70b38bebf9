import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { Rng } from "../../core/rng.ts";
import type { RefusedVerdict, SchemaGenerator, SupportedVerdict } from "../schema-generator.ts";
import type { Complaint } from "./complaint.ts";
import { findExcess } from "./excess.ts";
import { createDraw, type Draw } from "./faker-schema.ts";
import { type Probe, probeSchema } from "./probe.ts";
import { compileValidator, type Validator } from "./validator.ts";
import { valueAt } from "./walk.ts";

/** A schema that values can be made for, or why none can. */
export type OpenedSchema =
  | { readonly verdict: SupportedVerdict; readonly generator: SchemaGenerator }
  | { readonly verdict: RefusedVerdict };

const TRIES_PER_FREEDOM = 4;
const MOST_TRIES = 24;

/**
 * Makes values with json-schema-faker, each judged by Ajv. A fixed number of values is tried first: what
 * they teach about the schema is kept and never changes, so rows don't depend on the rows before them.
 */
export async function openSchema(schema: JsonObject): Promise<OpenedSchema> {
  const excess = findExcess(schema);
  if (excess !== undefined) return refuse(excess);
  const compilation = await compileValidator(schema);
  if (compilation.kind === "refused") return refuse(compilation.complaint);
  const { validator } = compilation;
  const draw = await createDraw(validator.schema);
  const startedAt = performance.now();
  const probe = probeSchema(draw, validator);
  if (probe.good.length === 0) return refuse(complainOfProbe(schema, probe));
  const msPerRow = (performance.now() - startedAt) / probe.tries;
  const generator: SchemaGenerator = {
    row: (rng) => makeValue(rng, draw, { ...probe, conforms: validator.conforms }),
  };
  return { verdict: { kind: "supported", msPerRow }, generator };
}

function refuse({ path, reason }: Complaint): OpenedSchema {
  return { verdict: { kind: "refused", path, reason } };
}

function complainOfProbe(schema: JsonObject, { tries, lastError }: Probe): Complaint {
  const start = `Failed to make a value that conforms to the schema in ${tries} tries`;
  const message = lastError?.message ?? "";
  const schemaPath = decodeURIComponent(lastError?.schemaPath ?? "");
  const path = schemaPath.replace(/^#/, "").replace(/\/false schema$/, "");
  if (path !== "" && valueAt(schema, path) !== undefined) {
    return { path, reason: `${start}: \`${path}\` was not met ("${message}").` };
  }
  const why = message === "" ? "it allows none, or none that can be made" : `"${message}"`;
  return { path: "", reason: `${start}: ${why}.` };
}

function makeValue(
  rng: Rng,
  draw: Draw,
  { freedoms, good, conforms }: Probe & Pick<Validator, "conforms">,
): JsonValue {
  for (let i = 0; i < MOST_TRIES; i++) {
    const freedom = freedoms[Math.min(Math.floor(i / TRIES_PER_FREEDOM), freedoms.length - 1)];
    const value = freedom === undefined ? undefined : draw(rng, freedom);
    if (value !== undefined && conforms(value)) return value;
  }
  // A row always gets a value that conforms, if not one of its own.
  return rng.pick(good);
}
