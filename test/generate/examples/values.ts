import type { JsonObject, JsonValue } from "../../../src/core/json.ts";
import { createRowGenerator, type RowSettings } from "../../../src/generate/generator.ts";
import { settings } from "../settings.ts";

/** A string without other keywords. */
export const text: JsonObject = { type: "string" };

/** A list of strings. */
export const texts: JsonObject = { type: "array", items: text };

/** An object with all of some properties. */
export function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

/** How many rows to read, and what their job changes. */
export type Sample = Partial<RowSettings> & { readonly count?: number };

/** Rows with properties for an input. */
export async function rowsFor(
  properties: JsonObject,
  input: string,
  { count = 20, ...change }: Sample = {},
): Promise<JsonObject[]> {
  const job = { ...settings, randomSeedPerInput: true, ...change };
  const generator = await createRowGenerator({ ...job, jsonSchema: objectOf(properties) });
  return Array.from({ length: count }, (_, i) => JSON.parse(generator.row(i, input).output));
}

/** The values of a property in rows for an input. */
export async function valuesFor(
  name: string,
  schema: JsonObject,
  input: string,
): Promise<JsonValue[]> {
  const rows = await rowsFor({ [name]: schema }, input);
  return rows.map((row) => row[name] ?? null);
}

/** Answers without a schema to an input. */
export async function answersTo(
  input: string,
  { count = 20, ...change }: Sample = {},
): Promise<string[]> {
  const generator = await createRowGenerator({ ...settings, randomSeedPerInput: true, ...change });
  return Array.from({ length: count }, (_, i) => generator.row(i, input).output);
}
