import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../core/json.ts";

/** Checks values by JSON Schemas; each gives the validator's errors, none where all is well. */
export type SchemaChecker = {
  /** Of a document, by the JSON Schema of OpenAPI 3.1. */
  readonly openApiErrors: (document: JsonObject) => readonly ErrorObject[];
  /** Of a JSON Schema, by the one of draft 2020-12. */
  readonly schemaErrors: (schema: JsonValue) => readonly ErrorObject[];
  /** Of a value, by a schema whose references are into a document. Throws for what is no schema. */
  readonly valueErrors: (
    document: JsonObject,
    schema: JsonObject,
    value: unknown,
  ) => readonly ErrorObject[];
};

/**
 * Makes a checker. Its libraries are those that the program checks request bodies and generated rows by, and the
 * schema is the one that the OpenAPI Initiative publishes; compiling it takes a part of a second, so nothing but an overlay asks for it.
 */
export async function createSchemaChecker(): Promise<SchemaChecker> {
  const [ajv2020, formats, { default: openApi }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
    import("@seriousme/openapi-schema-validator/schemas/v3.1/schema.json", {
      with: { type: "json" },
    }),
  ]);
  const create = () => {
    const ajv = new ajv2020.default.Ajv2020({ strict: false, allErrors: true, logger: false });
    formats.default.default(ajv);
    return ajv;
  };
  const plain = create();
  const byDocument = new WeakMap<JsonObject, typeof plain>();
  return {
    openApiErrors: (document) => {
      const validate = plain.getSchema(openApi.$id) ?? plain.compile(openApi);
      validate(document);
      return validate.errors ?? [];
    },
    schemaErrors: (schema) => {
      plain.validateSchema(schema as JsonObject);
      return plain.errors ?? [];
    },
    valueErrors: (document, schema, value) => {
      const ajv = byDocument.get(document) ?? create().addSchema({ ...document, $id: "doc:" });
      byDocument.set(document, ajv);
      const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc:#/');
      const validate = ajv.compile(JSON.parse(absolute));
      validate(value);
      return validate.errors ?? [];
    },
  };
}
