import type { JsonObject } from "../core/json.ts";
import { compile } from "./compile.ts";
import { sizeOf } from "./guard/size-of.ts";
import { tryOut } from "./guard/try-out.ts";
import type { OpenedSchema } from "./schema-generator.ts";

/** A suite of tests sends the same few schemas again and again. */
const MOST_KEPT = 16;
/** What is compiled of a schema takes some hundred times the memory of its text. */
const MOST_CHARACTERS = 500_000;

/** By the schema's text, the one used last at the end. */
const opened = new Map<string, Promise<OpenedSchema>>();

/**
 * Compiles a schema, or remembers what came of it. One that is not cheap beyond doubt is tried out in a worker first; where the
 * worker's limits are met, a SimulatorError `SIM_SCHEMA_LIMIT` says so, and the next call tries again.
 */
export function openSchema(schema: JsonObject): Promise<OpenedSchema> {
  return open(schema, { isTried: false });
}

/** The same for a schema that was accepted before, and may be forgotten since: it needs no trial. */
export function reopenSchema(schema: JsonObject): Promise<OpenedSchema> {
  return open(schema, { isTried: true });
}

async function open(schema: JsonObject, { isTried }: { isTried: boolean }): Promise<OpenedSchema> {
  const size = sizeOf(schema);
  if (size.kind === "refused") return { verdict: size.verdict };
  return remembered(schema, async () => {
    const verdict = size.kind === "costly" && !isTried ? await tryOut(schema) : undefined;
    return verdict?.kind === "refused" ? { verdict } : compile(schema);
  });
}

function remembered(schema: JsonObject, open: () => Promise<OpenedSchema>): Promise<OpenedSchema> {
  // The order of properties matters: rows have theirs in the same.
  const text = JSON.stringify(schema);
  const found = opened.get(text) ?? open();
  opened.delete(text);
  opened.set(text, found);
  found.catch(() => opened.delete(text));
  forgetOldest();
  return found;
}

function forgetOldest(): void {
  let characters = 0;
  for (const [index, text] of [...opened.keys()].reverse().entries()) {
    characters += text.length;
    if (index > 0 && (index >= MOST_KEPT || characters > MOST_CHARACTERS)) opened.delete(text);
  }
}
