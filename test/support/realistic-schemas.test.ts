import { expect, test } from "@jest/globals";
import { SchemaDocument } from "./branches/schema-document.ts";
import { realisticSchemas } from "./realistic-schemas.ts";

const schemas = [...realisticSchemas()];

test("there are 49 schemas, which compile and reject null", () => {
  expect(schemas).toHaveLength(49);
  const accepting = schemas.filter(([, schema]) => {
    const document = new SchemaDocument(schema);
    return document.accepts(document.root, null);
  });
  expect(accepting).toEqual([]);
});

test("some are recursive, have catch-all labels, conditions, and long arrays", () => {
  const matching = (pattern: RegExp): number =>
    schemas.filter(([, schema]) => pattern.test(JSON.stringify(schema))).length;
  expect(matching(/"(other|unknown|none|general|safe|ham|unsure)"/)).toBeGreaterThan(20);
  expect(matching(/"maxItems":50/)).toBeGreaterThan(5);
  expect(matching(/"if":/)).toBe(3);
  expect(matching(/"discriminator":|"oneOf":/)).toBeGreaterThan(5);
});
