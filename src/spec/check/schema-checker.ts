import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { linearTest, regExpEngine } from "schema-values";
import { messageOf } from "../../core/errors.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { once, oncePer } from "../../core/once-per.ts";

/**
 * Checks against JSON Schemas; each returns the validator's errors, or an empty list for a valid
 * value.
 */
export type SchemaChecker = {
  /** Checks a document against the JSON Schema of OpenAPI 3.1. */
  readonly openApiErrors: (document: JsonObject) => readonly ErrorObject[];
  /** Checks a JSON Schema against the draft 2020-12 metaschema. */
  readonly schemaErrors: (schema: JsonValue) => readonly ErrorObject[];
  /**
   * Checks a value against a schema whose references point into a document. Throws if the schema is
   * invalid.
   */
  readonly valueErrors: (
    document: JsonObject,
    schema: JsonObject,
    value: unknown,
  ) => readonly ErrorObject[];
};

/**
 * A checker made from the libraries that also check request bodies and generated rows, and the
 * schema that the OpenAPI Initiative publishes. Compiling that schema takes a fraction of a second,
 * so it happens once, and only with overlays.
 */
export const schemaChecker: () => Promise<SchemaChecker> = once(createSchemaChecker);

/** The document's URI, for references. */
const DOCUMENT = "doc:";

/** Makes a schema's references absolute. */
function absoluteSchema(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`);
  return JSON.parse(text);
}

/** Compiles one schema whose references point into a document, both of which have been checked. */
export async function compileChecked(
  document: JsonObject,
  schema: JsonObject,
): Promise<ValidateFunction> {
  const create = await loadAjv();
  return create()
    .addSchema({ ...document, $id: DOCUMENT })
    .compile(absoluteSchema(schema));
}

/** Loads Ajv; resolves with a function that makes an instance. */
async function loadAjv() {
  const [ajv2020, formats] = await Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")]);
  return () => {
    const ajv = new ajv2020.default.Ajv2020({
      strict: false,
      allErrors: true,
      logger: false,
      // Otherwise, Ajv searches nested lists for references, which takes twice as long with each
      // level.
      inlineRefs: false,
      // Compiling the metaschema takes a long time, so only `plain` does it.
      validateSchema: false,
      code: { regExp: regExpEngine(linearTest) },
    });
    formats.default.default(ajv);
    return ajv;
  };
}

async function createSchemaChecker(): Promise<SchemaChecker> {
  const [create, { default: openApi }] = await Promise.all([
    loadAjv(),
    import("@seriousme/openapi-schema-validator/schemas/v3.1/schema.json", {
      with: { type: "json" },
    }),
  ]);
  const plain = create();
  const compilerOf = oncePer((document: JsonObject) => {
    // Also fails for unusable names in schemas, such as anchors.
    const ajv = usable(() => create().addSchema({ ...document, $id: DOCUMENT }));
    const compiled = new Map<string, ValidateFunction>();
    return (schema: JsonObject): ValidateFunction => {
      const text = JSON.stringify(schema);
      const known = compiled.get(text);
      if (known !== undefined) return known;
      const absolute = absoluteSchema(schema);
      const validate = usable(() => {
        plain.validateSchema(absolute, true);
        return ajv.compile(absolute);
      });
      compiled.set(text, validate);
      return validate;
    };
  });
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
      const validate = compilerOf(document)(schema);
      // Also fails for an invalid pattern.
      usable(() => validate(value));
      return validate.errors ?? [];
    },
  };
}

/**
 * Throws a RangeError, which `checkDocument` reports, instead of Ajv's error for a schema such as
 * one with an invalid anchor.
 */
function usable<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const found = messageOf(error);
    throw new RangeError(`Failed to use the document's schemas: ${found}.`, { cause: error });
  }
}
