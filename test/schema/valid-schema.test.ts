import { expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { mistakeIn } from "../../packages/schema-values/src/check/explain-mistake.ts";
import { conformsToMetaschema } from "../../packages/schema-values/src/check/metaschema.ts";
import { isSchema, type Schema } from "../../packages/schema-values/src/source/schema.ts";
import { mistakesIn } from "../support/mistakes.ts";

/** The usual keywords. */
const PLAIN = {
  $comment: "a note",
  $defs: { short: { type: "string", maxLength: 9 } },
  definitions: { free: true },
  type: ["object", "null"],
  title: "Review",
  description: "A review",
  deprecated: false,
  properties: {
    kind: { enum: ["a", 1, null], default: "a", readOnly: true },
    name: { $ref: "#/$defs/short", writeOnly: false },
    code: { type: "string", pattern: "^[A-Z]{2}$", minLength: 2, format: "hostname", examples: [] },
    score: {
      minimum: 0,
      maximum: 9.5,
      exclusiveMinimum: -1,
      exclusiveMaximum: 10,
      multipleOf: 0.5,
    },
    tags: { items: { const: 1 }, minItems: 1, maxItems: 2, uniqueItems: true },
    some: { anyOf: [{}], oneOf: [true], allOf: [{}], not: false },
  },
  required: ["kind", "name"],
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 9,
};

const JUDGES = {
  "07": new Ajv({ strict: false, logger: false }),
  "2019-09": new Ajv2019({ strict: false, logger: false }),
  "2020-12": new Ajv2020({ strict: false, logger: false }),
} as const;

test.each(["07", "2019-09", "2020-12"] as const)(
  "our check of schemas agrees with that of Ajv in draft %s, with any single mistake",
  (draft) => {
    const judge = JUDGES[draft];
    addFormats.default(judge);
    const isValid = (schema: Schema): boolean => judge.validateSchema(schema) === true;
    expect(conformsToMetaschema(PLAIN, draft)).toBe(true);
    const schemas = [...mistakesIn(PLAIN, OTHERS)].filter(({ data }) => isSchema(data));
    const verdicts = schemas.map(({ data }) => isValid(data as Schema));
    expect(verdicts.filter((it) => it).length).toBeGreaterThan(100);
    expect(verdicts.filter((it) => !it).length).toBeGreaterThan(100);
    const wrong = schemas.filter(
      ({ data }, i) => conformsToMetaschema(data as Schema, draft) !== verdicts[i],
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const explained = schemas
      .filter((_, i) => verdicts[i] === false)
      .map(({ data }) => mistakeIn(data as Schema, draft).reason);
    expect(explained).not.toContain("is not a schema");
  },
);

const OTHERS = [
  true,
  -1,
  0,
  1.5,
  "",
  "(",
  "#/a b",
  "string",
  [],
  [1, 1],
  ["a", "a"],
  ["string"],
  {},
];
