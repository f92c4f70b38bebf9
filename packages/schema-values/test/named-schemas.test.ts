import { describe, expect, test } from "@jest/globals";
import { createLocalSchemas } from "../src/index.ts";
import type { JsonObject } from "../src/json.ts";
import { rngFor } from "../src/rng.ts";
import { compile, verdictOf } from "./compiled.ts";

const WHOLE = { type: "integer" };
const OF_07 = "http://json-schema.org/draft-07/schema#";

/** Rows of a schema with names that Ajv can't resolve by itself. */
function valuesOf(schema: JsonObject): unknown[] {
  const { verdict, row } = compile(schema);
  expect(verdict).toMatchObject({ kind: "supported" });
  return Array.from({ length: 20 }, (_, i) => row(rngFor(1, "row", i)));
}

describe("every value is an integer for a reference", () => {
  test.each<[string, JsonObject]>([
    [
      "to a relative URI",
      { $id: "dir/root.json", $ref: "int.json", $defs: { a: { $id: "int.json", ...WHOLE } } },
    ],
    [
      "to a relative URI within a directory",
      {
        $id: "https://example.com/schemas/root.json",
        $ref: "parts/int.json",
        $defs: { a: { $id: "/schemas/parts/int.json", ...WHOLE } },
      },
    ],
    [
      "to a URN",
      {
        $id: "urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed",
        $ref: "urn:example:int",
        $defs: { a: { $id: "urn:example:int", ...WHOLE } },
      },
    ],
    [
      "to a pointer in a URN",
      {
        $id: "urn:example:root",
        $ref: "urn:example:root#/$defs/a",
        $defs: { a: WHOLE },
      },
    ],
    [
      "to an anchor of another resource",
      {
        $id: "https://example.com/root",
        $ref: "other#int",
        $defs: { a: { $id: "other", $defs: { b: { $anchor: "int", ...WHOLE } } } },
      },
    ],
    [
      "to a dynamic anchor",
      { $dynamicRef: "#int", $defs: { a: { $dynamicAnchor: "int", ...WHOLE } } },
    ],
    [
      "in a document with the same $id in an unknown keyword",
      {
        $ref: "#/$defs/a",
        $defs: { a: { $id: "https://example.com/a", ...WHOLE } },
        "x-copy": { a: { $id: "https://example.com/a", type: "string" } },
      },
    ],
    [
      "next to an $id, which draft 07 ignores",
      {
        $schema: OF_07,
        $id: "https://example.com/root.json",
        definitions: {
          a: { $id: "https://example.com/a/int.json", ...WHOLE },
          b: { $id: "int.json", type: "string" },
        },
        allOf: [{ $id: "https://example.com/a/", $ref: "int.json" }],
      },
    ],
  ])("%s", (name, schema) => {
    const values = valuesOf(schema);
    const type = name.startsWith("next") ? "string" : "number";
    expect(values.filter((value) => typeof value !== type)).toEqual([]);
  });
});

test("a reference to the metaschema of draft 06 is one to a schema", () => {
  const schema = {
    $schema: "http://json-schema.org/draft-06/schema#",
    $ref: "http://json-schema.org/draft-06/schema#",
  };
  expect(verdictOf(schema)).toMatchObject({ kind: "supported" });
});

test.each(["other.json", "https://example.com/other.json#/$defs/a", "urn:example:other"])(
  "a reference to another document is refused with that reason: %s",
  (reference) => {
    expect(
      verdictOf({ $id: "https://example.com/root.json", properties: { a: { $ref: reference } } }),
    ).toEqual({
      kind: "unsupported",
      paths: ["/properties/a/$ref"],
      reason: `\`$ref\` refers to \`${reference}\`, but external documents are never fetched: copy the schema into \`$defs\``,
    });
  },
);

test("the values for a wrapper conform to the schema in it", async () => {
  const schema = { type: "object", properties: { a: WHOLE }, required: ["a"] };
  const schemas = createLocalSchemas({ maxSteps: 1_000_000 });
  const opened = await schemas.open({ name: "review", strict: true, schema });
  const value = "generator" in opened && opened.generator.row(rngFor(1, "row"));
  expect(value).toEqual({ a: expect.any(Number) });
});
