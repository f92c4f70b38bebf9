import type { JsonObject } from "../core/json.ts";
import { compile } from "./compile.ts";
import { sizeOf } from "./guard/size-of.ts";
import { tryOut } from "./guard/try-out.ts";
import type { OpenedSchema } from "./schema-generator.ts";

const opened = new WeakMap<JsonObject, Promise<OpenedSchema>>();

/**
 * Compiles a schema, once an object. One that is not cheap beyond doubt is tried out in a worker first; where the worker's
 * limits are met, a SimulatorError `SIM_SCHEMA_LIMIT` says so, and the next call tries again.
 */
export function openSchema(schema: JsonObject): Promise<OpenedSchema> {
  const known = opened.get(schema) ?? open(schema);
  opened.set(schema, known);
  known.catch(() => opened.delete(schema));
  return known;
}

async function open(schema: JsonObject): Promise<OpenedSchema> {
  const size = sizeOf(schema);
  if (size.kind === "refused") return { verdict: size.verdict };
  if (size.kind === "costly") {
    const verdict = await tryOut(schema);
    if (verdict.kind === "refused") return { verdict };
  }
  return compile(schema);
}
