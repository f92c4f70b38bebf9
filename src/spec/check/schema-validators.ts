import openApi from "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json" with {
  type: "json",
};
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";

type SchemaValidators = {
  /** The JSON Schema of OpenAPI 3.1 that the OpenAPI Initiative publishes. */
  readonly openApi: ValidateFunction;
  /** The metaschema of JSON Schema, draft 2020-12. */
  readonly metaschema: ValidateFunction;
};

/**
 * Compiles both validators, which takes a fraction of a second. The build does so in advance, and
 * replaces this function (`scripts/schema-validators.mjs`).
 */
export function schemaValidators(ajv: Ajv2020): SchemaValidators {
  const metaschema = { $ref: "https://json-schema.org/draft/2020-12/schema" };
  return { openApi: ajv.compile(openApi), metaschema: ajv.compile(metaschema) };
}
