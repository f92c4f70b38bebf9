import { expect, test } from "@jest/globals";
import { valueAtPath } from "../../src/core/json-pointer.ts";
import { type DataPath, describeValue, formatPath } from "../../src/yaml/data-path.ts";

test.each<[DataPath, string]>([
  [[], ""],
  [["profiles", 0, "queued"], "profiles.0.queued"],
  [["models", "model-3.1-8b", "contextWindow"], 'models["model-3.1-8b"].contextWindow'],
  [["a b"], '["a b"]'],
  [[3], "3"],
])("the path %j is written %s", (path, text) => {
  expect(formatPath(path)).toBe(text);
});

test.each<[unknown, string]>([
  [undefined, "nothing"],
  [null, "`null` (null)"],
  [new Date(0), '`"1970-01-01T00:00:00.000Z"` (Date)'],
  ["5s", '`"5s"` (string)'],
  [5, "`5` (number)"],
  [[1], "`[1]` (list)"],
  [{ a: true }, '`{"a":true}` (object)'],
  ["x".repeat(80), `\`"${"x".repeat(58)}…\` (string)`],
])("%j is described as %s", (value, text) => {
  expect(describeValue(value)).toBe(text);
});

test.each<[DataPath, unknown]>([
  [[], { list: [{ a: null }], text: "abc" }],
  [["list", 0, "a"], null],
  [["list", 1], undefined],
  [["list", 0, "a", "b"], undefined],
  [["text", "length"], undefined],
  [["toString"], undefined],
  [["__proto__"], undefined],
])("the value at %j is %j: only own properties count", (path, value) => {
  expect(valueAtPath({ list: [{ a: null }], text: "abc" }, path)).toEqual(value);
});
