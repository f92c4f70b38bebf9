import openApi from "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json" with {
  type: "json",
};
import type { Ajv2020 } from "ajv/dist/2020.js";

/**
 * Compiles the OpenAPI Initiative's JSON Schema for OpenAPI 3.1, and the metaschema of draft
 * 2020-12. That takes a fraction of a second, so the build compiles them in advance, and replaces
 * this function (`scripts/schema-validators.mjs`).
 */
export function schemaValidators(ajv: Ajv2020) {
  const metaschema = { $ref: "https://json-schema.org/draft/2020-12/schema" };
  return { openApi: ajv.compile(openApi), metaschema: ajv.compile(metaschema) };
}
