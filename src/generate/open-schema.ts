import type { JsonObject } from "../core/json.ts";
import { compile } from "./compile.ts";
import { sizeOf } from "./guard/size-of.ts";
import { tryOut } from "./guard/try-out.ts";
import type { OpenedSchema } from "./schema-generator.ts";

/** A suite of tests sends the same few schemas again and again. */
const MOST_KEPT = 16;

const byObject = new WeakMap<JsonObject, Promise<OpenedSchema>>();
/** By the schema's text, the one used last at the end. */
const byText = new Map<string, Promise<OpenedSchema>>();

/**
 * Compiles a schema, or remembers what came of it. One that is not cheap beyond doubt is tried out in a worker first; where the
 * worker's limits are met, a SimulatorError `SIM_SCHEMA_LIMIT` says so, and the next call tries again.
 */
export function openSchema(schema: JsonObject): Promise<OpenedSchema> {
  const known = byObject.get(schema) ?? open(schema);
  byObject.set(schema, known);
  known.catch(() => byObject.delete(schema));
  return known;
}

async function open(schema: JsonObject): Promise<OpenedSchema> {
  const size = sizeOf(schema);
  if (size.kind === "refused") return { verdict: size.verdict };
  // The order of properties matters: rows have theirs in the same.
  const text = JSON.stringify(schema);
  const known = byText.get(text) ?? openAnew(schema, size.kind === "costly");
  keep(text, known);
  return known;
}

function keep(text: string, opened: Promise<OpenedSchema>): void {
  byText.delete(text);
  byText.set(text, opened);
  opened.catch(() => byText.delete(text));
  const [oldest] = byText.keys();
  if (byText.size > MOST_KEPT && oldest !== undefined) byText.delete(oldest);
}

async function openAnew(schema: JsonObject, isCostly: boolean): Promise<OpenedSchema> {
  if (isCostly) {
    const verdict = await tryOut(schema);
    if (verdict.kind === "refused") return { verdict };
  }
  return compile(schema);
}
