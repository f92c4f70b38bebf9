import { expect, test } from "@jest/globals";
import { distinctRowsOf, rowsOf } from "./compiled.ts";

test("the boolean schema true gives values of several types", () => {
  expect(new Set(rowsOf(true, 200).map((row) => typeof row)).size).toBeGreaterThan(2);
});

test.each([
  [{ const: { a: [1, null] } }, ['{"a":[1,null]}']],
  [{ type: "null" }, ["null"]],
  [{ type: "boolean" }, ["false", "true"]],
  [{ enum: ["a", 1, null, "a"], type: ["string", "null"] }, ['"a"', "null"]],
  [{ enum: [1, 2, 3, 4], allOf: [{ minimum: 2 }, { not: { const: 3 } }] }, ["2", "4"]],
  [{ type: "string", enum: ["red", "green"], nullable: true }, ['"green"', '"red"']],
  [{ type: ["boolean"], nullable: true }, ["false", "true"]],
  [{ type: "integer", minimum: 1, maximum: 3 }, ["1", "2", "3"]],
  [{ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 4 }, ["2", "3"]],
  [{ type: "integer", minimum: 0.5, maximum: 2.5 }, ["1", "2"]],
  [{ type: "number", multipleOf: 0.1, minimum: 0.05, maximum: 0.35 }, ["0.1", "0.2"]],
  [{ type: "integer", multipleOf: 1.5, minimum: 1, maximum: 7 }, ["3", "6"]],
  [
    { allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], type: "number", minimum: 1, maximum: 30 },
    ["12", "24"],
  ],
  [{ type: "number", minimum: 1.5, maximum: 1.5 }, ["1.5"]],
  [
    { type: "number", not: { type: "integer" }, multipleOf: 0.5, minimum: 0, maximum: 2 },
    ["0.5", "1.5"],
  ],
])("%j gives exactly %j", (schema, expected) => {
  expect(distinctRowsOf(schema)).toEqual(expected);
});

test.each([
  [{ type: "number", multipleOf: 0.01, minimum: 0.07 }],
  [{ type: "number", multipleOf: 1e-8 }],
  [{ type: "integer", multipleOf: 0.123456789 }],
  [{ type: "integer", minimum: 9007199254740991 }],
  [{ type: "number", minimum: 1e300 }],
  [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1e-9 }],
  [{ type: "number", maximum: -1e12 }],
  [{ type: "integer", format: "int32" }],
  [{ type: "number", format: "int32" }],
  [{ type: "number", exclusiveMinimum: 1.7976931348623155e308 }],
  [{ type: "integer", exclusiveMinimum: 9007199254740992 }],
  [{ type: "number", not: { multipleOf: 2 } }],
  [{ not: { type: ["object", "array", "string"] } }],
])("%j gives values within its bounds", (schema) => {
  expect(rowsOf(schema)).toHaveLength(40);
});
