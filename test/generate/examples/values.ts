import type { JsonObject, JsonValue } from "../../../src/core/json.ts";
import { createRowGenerator, type RowSettings } from "../../../src/generate/generator.ts";
import { settings } from "../settings.ts";

/** Properties of rows, an input, and the values that rows for it have. */
export type RowCase = readonly [
  what: string,
  properties: JsonObject,
  input: string,
  expected: { readonly [name: string]: JsonValue },
];

/** An object with all of some properties. */
export function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

/** Number of rows to read, and the settings of their job that differ. */
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
