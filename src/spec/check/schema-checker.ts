import type { Ajv2020, CodeOptions, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { cacheOf } from "../../core/cache-of.ts";
import { messageOf } from "../../core/errors.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { once, oncePer } from "../../core/once-per.ts";
import { asObject } from "../document-place.ts";

export type SchemaChecker = Readonly<Awaited<ReturnType<typeof createSchemaChecker>>>;

/**
 * A checker made from the libraries that also check request bodies and generated rows. It is
 * created once, and only if there are overlays to check.
 */
export const schemaChecker: () => Promise<SchemaChecker> = once(createSchemaChecker);

/** Maximum number of validators to cache per document: more than any document needs. */
const MOST_KEPT = 500;

/** The document's URI, for references. */
const DOCUMENT = "doc:";

function absoluteSchema(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`);
  return JSON.parse(text);
}

/** Compiles a checked schema whose references point into a checked document. */
export async function compileChecked(
  document: JsonObject,
  schema: JsonObject,
): Promise<ValidateFunction> {
  const create = await loadAjv();
  return withDocument(create, document).compile(absoluteSchema(schema));
}

function withDocument(create: () => Ajv2020, document: JsonObject): Ajv2020 {
  return create().addSchema({ ...document, $id: DOCUMENT });
}

/** Loads Ajv; resolves with a function that makes an instance. */
export async function loadAjv(codeOptions: CodeOptions = {}): Promise<() => Ajv2020> {
  const [ajv2020, formats, { linearTest, regExpEngine }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
    import("schema-values"),
  ]);
  return () => {
    const ajv = new ajv2020.default.Ajv2020({
      strict: false,
      allErrors: true,
      logger: false,
      // Otherwise, Ajv searches nested lists for references: each level doubles the time.
      inlineRefs: false,
      // Schemas are checked separately, so that the metaschema is compiled only once.
      validateSchema: false,
      code: { regExp: regExpEngine(linearTest), ...codeOptions },
    });
    formats.default.default(ajv);
    return ajv;
  };
}

async function createSchemaChecker() {
  const [create, { schemaValidators }] = await Promise.all([
    // The validators run only a few times, so optimizing their code takes longer than it saves.
    loadAjv({ optimize: false }),
    import("./schema-validators.ts"),
  ]);
  const ajv = create();
  const { openApi, metaschema } = schemaValidators(ajv);
  /** Checks a JSON Schema against the draft 2020-12 metaschema. */
  const schemaErrors = (schema: JsonValue): readonly ErrorObject[] => {
    if (typeof schema === "boolean") return [];
    if (asObject(schema)["$schema"] === undefined) return errorsOf(metaschema, schema);
    ajv.validateSchema(schema as JsonObject);
    return ajv.errors ?? [];
  };
  const compilerOf = oncePer((document: JsonObject) => {
    // Adding the document throws if a name in its schemas, such as an anchor, is unusable.
    const own = usable(() => withDocument(create, document));
    // Many schemas are equal, such as references to the error schema.
    const cached = cacheOf<ValidateFunction>(MOST_KEPT);
    const compile = (schema: JsonObject): ValidateFunction => {
      const absolute = absoluteSchema(schema);
      const errors = schemaErrors(absolute);
      if (errors.length > 0) throw new Error(`schema is invalid: ${ajv.errorsText([...errors])}`);
      return own.compile(absolute);
    };
    return (schema: JsonObject): ValidateFunction =>
      cached(JSON.stringify(schema), () => usable(() => compile(schema)));
  });
  return {
    openApiErrors: (document: JsonObject) => errorsOf(openApi, document),
    schemaErrors,
    /** Checks a value against a schema that can refer to `document`. Throws for invalid schemas. */
    valueErrors: (
      document: JsonObject,
      schema: JsonObject,
      value: unknown,
    ): readonly ErrorObject[] => {
      const validate = compilerOf(document)(schema);
      // Validation also throws if a pattern is invalid.
      usable(() => validate(value));
      return validate.errors ?? [];
    },
  };
}

/** The errors except those that only repeat another error. */
export function withoutEchoes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter(({ keyword }) => !["if", "anyOf", "oneOf", "not"].includes(keyword));
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  validate(value);
  return validate.errors ?? [];
}

/** Replaces Ajv's error for an unusable schema with a RangeError, which `checkDocument` reports. */
function usable<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const found = messageOf(error);
    throw new RangeError(`Failed to compile the spec's schemas: ${found}.`, { cause: error });
  }
}
