import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { linearTest, regExpEngine } from "schema-values";
import { messageOf } from "../../core/errors.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { valueAtPointer } from "../../core/json-pointer.ts";

/** Checks against JSON Schemas; each returns the validator's errors, or an empty list for a valid value. */
export type SchemaChecker = {
  /** Checks a document against the JSON Schema of OpenAPI 3.1. */
  readonly openApiErrors: (document: JsonObject) => readonly ErrorObject[];
  /** Checks a JSON Schema against the draft 2020-12 metaschema. */
  readonly schemaErrors: (schema: JsonValue) => readonly ErrorObject[];
  /** Checks a value against a schema whose references point into a document. Throws if the schema is invalid. */
  readonly valueErrors: (
    document: JsonObject,
    schema: JsonObject,
    value: unknown,
  ) => readonly ErrorObject[];
};

/** Maximum number of compiled schemas to keep: several times as many as a document has. */
const MOST_VALIDATORS = 300;

let made: Promise<SchemaChecker> | undefined;

/**
 * A checker made from the libraries that also check request bodies and generated rows, and the schema that the OpenAPI
 * Initiative publishes. Compiling that schema takes a fraction of a second, so it happens once, and only with overlays.
 */
export function schemaChecker(): Promise<SchemaChecker> {
  made ??= createSchemaChecker();
  return made;
}

/** Where the document is, for references. */
const DOCUMENT = "doc:";

/** A schema whose references are absolute. */
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

/** Loads Ajv; returns what makes an instance. */
async function loadAjv() {
  const [ajv2020, formats] = await Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")]);
  return () => {
    const ajv = new ajv2020.default.Ajv2020({
      strict: false,
      allErrors: true,
      logger: false,
      // Otherwise, Ajv looks for references in nested lists, which takes twice as long with each level.
      inlineRefs: false,
      // Compiling the metaschema takes long, so only `plain` does it.
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
  const ajvs = new WeakMap<JsonObject, ReturnType<typeof create>>();
  // Also fails for names of schemas, such as anchors, that can't be used.
  const ajvOf = (document: JsonObject) => {
    const ajv =
      ajvs.get(document) ?? usable(() => create().addSchema({ ...document, $id: DOCUMENT }));
    ajvs.set(document, ajv);
    return ajv;
  };
  const compile = (ajv: ReturnType<typeof create>, schema: JsonObject): ValidateFunction => {
    const absolute = absoluteSchema(schema);
    return usable(() => {
      plain.validateSchema(absolute, true);
      return ajv.compile(absolute);
    });
  };
  const validators = new Map<string, ValidateFunction>();
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
      const text = closedText(document, schema);
      const ajv = ajvOf(document);
      const validate = validators.get(text) ?? compile(ajv, schema);
      if (validators.size >= MOST_VALIDATORS) validators.clear();
      validators.set(text, validate);
      // Also fails for an invalid pattern.
      usable(() => validate(value));
      return validate.errors ?? [];
    },
  };
}

/** Throws a RangeError, which `checkDocument` reports, instead of Ajv's error for a schema such as one with an invalid anchor. */
function usable<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const found = messageOf(error);
    throw new RangeError(`Failed to use the document's schemas: ${found}.`, { cause: error });
  }
}

/** A reference that is a JSON Pointer without escapes. */
const PLAIN = /"\$ref":"#((?:\/[^"\\%]*)?)"/g;

/** A schema with another base or name, or a reference that is not plain. */
const UNUSUAL = /"\$(id|anchor|dynamicAnchor|dynamicRef)":|"\$ref":(?!"#(?:\/[^"\\%]*)?")/;

/**
 * The JSON text of a schema and of everything in a document that it refers to. Two schemas with the same text accept the same
 * values, whatever else their documents contain.
 */
function closedText(document: JsonObject, schema: JsonObject): string {
  const parts = new Map<string, string>();
  const pending: (readonly [string, JsonValue | undefined])[] = [["the schema", schema]];
  for (const [place, value] of pending) {
    const text = JSON.stringify(value) ?? "";
    if (UNUSUAL.test(text)) return JSON.stringify([schema, document]);
    parts.set(place, text);
    for (const [, pointer = ""] of text.matchAll(PLAIN)) {
      if (parts.has(pointer)) continue;
      parts.set(pointer, "");
      pending.push([pointer, valueAtPointer(document, pointer)]);
    }
  }
  return JSON.stringify([...parts]);
}
