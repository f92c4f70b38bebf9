// JSON Schemas, and arbitrary values in place of subschemas.
import fc from "fast-check";
import { anyText } from "./mutations.mjs";
import { pattern } from "./pattern.mjs";

/** A JSON value of any kind. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, "", [], {}, [[]], [null], {}),
  anyText,
  fc.integer({ min: 1, max: 3000 }).map((depth) => nested(depth)),
);

function nested(depth) {
  let value = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

const bound = fc.oneof(fc.integer({ min: -2, max: 20 }), fc.constantFrom(0.1, 1e300, 2 ** 53, 1e6));
const names = fc.constantFrom("a", "b", "name", "email", "__proto__", "", "x y", "$ref");
const refs = fc.constantFrom(
  "#",
  "#/$defs/a",
  "#/properties/a",
  "#/nowhere",
  "http://x/",
  "a",
  "#a",
);

const { schema } = fc.letrec((tie) => {
  const inner = tie("schema");
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const keyed = fc.dictionary(names, inner, { maxKeys: 3, noNullPrototype: true });
  const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
  const keywords = {
    type: fc.oneof(type, fc.array(type, { maxLength: 3 })),
    enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    const: fc.jsonValue({ maxDepth: 1 }),
    format: fc.constantFrom("email", "date-time", "uuid", "ipv6", "regex", "no-such-format"),
    ...{ pattern, $ref: refs, $dynamicRef: refs, title: anyText, description: anyText },
    ...{
      $id: refs,
      $anchor: names,
      $schema: fc.constantFrom("http://json-schema.org/draft-04/schema#", "x"),
    },
    ...Object.fromEntries(
      [
        ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"],
        ...["minContains", "maxContains"],
      ].map((keyword) => [keyword, bound]),
    ),
    ...{ uniqueItems: fc.boolean(), required: fc.array(names, { maxLength: 3 }) },
    ...{ properties: keyed, $defs: keyed, dependentSchemas: keyed, prefixItems: list },
    patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2, noNullPrototype: true }),
    dependentRequired: fc.dictionary(names, fc.array(names, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    ...Object.fromEntries(["allOf", "anyOf", "oneOf"].map((keyword) => [keyword, list])),
    ...Object.fromEntries(
      [
        ...["not", "if", "then", "else", "items", "contains", "propertyNames"],
        ...["additionalProperties", "unevaluatedProperties", "unevaluatedItems"],
      ].map((keyword) => [keyword, inner]),
    ),
  };
  const some = fc
    .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 5 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((key) => [key, keywords[key]])), {
        noNullPrototype: true,
      }),
    );
  return { schema: fc.oneof({ depthSize: "small" }, fc.boolean(), { weight: 8, arbitrary: some }) };
});

/** A schema that is mostly valid, and often can't be satisfied. */
export const schemas = fc.oneof({ weight: 9, arbitrary: schema }, anyJson);
