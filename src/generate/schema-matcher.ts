import type { JsonObject } from "../core/json.ts";
import type { SchemaMatcher } from "../core/profile-rule.ts";

/** Makes a matcher for the JSON Schemas (2020-12) that stand in conditions; each is compiled once. */
export async function createSchemaMatcher(): Promise<SchemaMatcher> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false });
  const compiled = new WeakMap<JsonObject, (value: unknown) => boolean>();
  return (schema, value) => {
    const known = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, known);
    return known(value);
  };
}
