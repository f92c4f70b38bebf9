import fc from "fast-check";
import { isJsonObject, type JsonObject, type JsonValue } from "../src/json.ts";
import type { Schema } from "../src/source/schema.ts";

/** A schema and a value that conforms to it by construction. */
export type SchemaAround = { readonly schema: Schema; readonly value: JsonValue };

const names = fc.constantFrom("a", "b", "name", "x y", "");
const scalars: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -500, max: 500 }).map((value) => value / 4),
  fc.stringMatching(/^[a-zA-Z0-9 _-]{0,12}$/),
);

const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Schemas of draft 2020-12, each around a value that it accepts. */
export const schemasAround: fc.Arbitrary<SchemaAround> = values.chain((value) =>
  around(value, 3).map((schema) => ({
    schema: { $defs: { x: schema }, $ref: "#/$defs/x" },
    value,
  })),
);

/** Schemas that accept the value. */
function around(value: JsonValue, depth: number): fc.Arbitrary<Schema> {
  const plain = plainAround(value, depth);
  if (depth === 0) return plain;
  const inner = around(value, depth - 1);
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    fc.constant(true as const),
    fc.constant({ const: value }),
    fc.tuple(inner, plain).map(([a, b]) => ({ allOf: [a, b] })),
    fc.tuple(inner, unrelated).map(([a, b]) => ({ anyOf: [b, a] })),
    fc.tuple(inner, plain).map(([a, b]) => ({ oneOf: [a, { not: b }] })),
    inner.map((schema) => ({ not: { not: schema } })),
    fc
      .tuple(unrelated, inner)
      .map(([test, schema]) =>
        Object.fromEntries(
          ["if", "then", "else"].map((name) => [name, name === "if" ? test : schema]),
        ),
      ),
    fc.tuple(inner, scalars).map(([schema, other]) => ({ allOf: [schema], enum: [other, value] })),
  );
}

const unrelated: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>(
    { type: "object" },
    { type: "string" },
    { minimum: 5 },
    { required: ["a"] },
  ),
  scalars.map((value) => ({ const: value })),
);

function plainAround(value: JsonValue, depth: number): fc.Arbitrary<JsonObject> {
  if (typeof value === "string") return textAround(value);
  if (typeof value === "number") return numberAround(value);
  if (Array.isArray(value)) return arrayAround(value, depth);
  if (isJsonObject(value)) return objectAround(value, depth);
  return fc.constantFrom<JsonObject>(
    { type: value === null ? "null" : "boolean" },
    { enum: [value, "other"] },
  );
}

function textAround(value: string): fc.Arbitrary<JsonObject> {
  const head = value.slice(0, 1).replace(/[^a-zA-Z0-9]/, "");
  return some({
    type: "string",
    minLength: Math.max(0, value.length - 2),
    maxLength: value.length + 2,
    pattern: `^${head}`,
  });
}

function numberAround(value: number): fc.Arbitrary<JsonObject> {
  return some({
    type: Number.isInteger(value) ? "integer" : "number",
    minimum: value,
    exclusiveMaximum: value + 3,
    multipleOf: 0.25,
  });
}

function arrayAround(value: readonly JsonValue[], depth: number): fc.Arbitrary<JsonObject> {
  const items = value.map((item) => around(item, Math.max(0, depth - 1)));
  const bounds = some({ type: "array", minItems: value.length, maxItems: value.length + 1 });
  const [first] = items;
  const tuple = fc
    .tuple(...items)
    .map((prefixItems): JsonObject => (prefixItems.length === 0 ? {} : { prefixItems }));
  const contains =
    first === undefined
      ? fc.constant({})
      : first.map((schema): JsonObject => ({ contains: schema }));
  const closed = fc.constantFrom<JsonObject>({}, { unevaluatedItems: true }, { items: true });
  return fc.tuple(bounds, tuple, contains, closed).map((parts) => Object.assign({}, ...parts));
}

function objectAround(value: JsonObject, depth: number): fc.Arbitrary<JsonObject> {
  const keys = Object.keys(value);
  const schemas = fc.tuple(
    ...keys.map((key) => around(value[key] ?? null, Math.max(0, depth - 1))),
  );
  const bounds = some({
    type: "object",
    required: keys,
    minProperties: keys.length,
    maxProperties: keys.length + 1,
    propertyNames: { maxLength: 8 },
  });
  const closing = fc.constantFrom<JsonObject>(
    {},
    { additionalProperties: false },
    { unevaluatedProperties: false },
  );
  return fc.tuple(schemas, bounds, closing).map(([properties, bound, closed]) => ({
    ...bound,
    properties: Object.fromEntries(keys.map((key, index) => [key, properties[index] ?? true])),
    ...closed,
  }));
}

/** Some of the keywords. */
function some(keywords: JsonObject): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(keywords);
  return fc.subarray(entries).map((chosen) => Object.fromEntries(chosen));
}
