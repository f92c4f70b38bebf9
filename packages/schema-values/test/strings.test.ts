import { expect, test } from "@jest/globals";
import { rngFor } from "../src/rng.ts";
import { compile, rowsOf } from "./compiled.ts";

test.each([
  "^[A-Z]{2}-\\d{4}$",
  "^(foo|bar)+$",
  "\\d{3}",
  "^\\p{Lu}\\p{Ll}+$",
  "^[^\\s]+@[^\\s]+$",
  "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,12}$",
  "^((?!bad).)*$",
  "\\bword\\b",
  "^$",
  "^\\u00e9+$",
  "a|^b$",
  "^([a-z]|\\{id\\}|\\{name\\}){1,900}$",
])("the pattern %s is matched", (pattern) => {
  expect(rowsOf({ type: "string", pattern })).toHaveLength(40);
});

test.each([
  [{ pattern: "^[a-z]+$", minLength: 24, maxLength: 24 }],
  [{ pattern: "^a.*z$", maxLength: 3 }],
  [{ allOf: [{ pattern: "^a" }, { pattern: "b$" }, { pattern: "x.*x" }] }],
  [{ pattern: "^[ab]{4}$", not: { pattern: "aa" } }],
  [{ pattern: "^[a-c]$", not: { enum: ["a", "b"] } }],
  [{ format: "email", pattern: "@corp\\.example$" }],
  [{ format: "date", pattern: "^2024-" }],
  [{ format: "uri", pattern: "^[^#]+#$" }],
  [{ format: "uri", not: { pattern: "^https://" } }],
  [{ not: { format: "regex" } }],
  [{ format: "uri", minLength: 40, maxLength: 44 }],
  [{ minLength: 300, maxLength: 320 }],
  [{ minLength: 1, maxLength: 1 }],
  [{ maxLength: 0 }],
])("%j matches the entire string", (keywords) => {
  expect(rowsOf({ type: "string", ...keywords }, 100)).toHaveLength(100);
});

test.each([
  "date",
  "time",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uri-template",
  "url",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
  "regex",
  "byte",
  "binary",
  "password",
  "iso-time",
  "iso-date-time",
  "json-pointer-uri-fragment",
  "idn-email",
  "iri",
  "no-such-format",
])("the format %s is written", (format) => {
  expect(new Set(rowsOf({ type: "string", format })).size).toBeGreaterThan(1);
  expect(rowsOf({ type: "string", format, maxLength: 40 })).toHaveLength(40);
});

test("a pattern that is invalid with the u flag is read with the legacy grammar", () => {
  const { row } = compile({ type: "string", pattern: "^[\\w-.]+$" });
  expect(row(rngFor(1))).toMatch(/^[\w.-]+$/);
});

test("a string with encoded JSON conforms to its schema", () => {
  const [row] = rowsOf({
    type: "string",
    contentEncoding: "base64",
    contentMediaType: "application/json",
    contentSchema: {
      type: "object",
      required: ["n"],
      properties: { n: { const: 7 } },
      additionalProperties: false,
    },
  });
  expect(JSON.parse(atob(String(row)))).toEqual({ n: 7 });
});

test.each([
  ["^[😀]\\@$", /^😀@$/u],
  ["^😀+\\@$", /^😀+@$/u],
  ["^(?:😀|😁)\\#\\d$", /^[😀😁]#\d$/u],
  ["^\\uD83D\\uDE00\\@[\\ud83d\\ude01]$", /^😀@😁$/u],
  ["^\ue000\\@😀$", /^\ue000@😀$/u],
])("the legacy grammar doesn't separate the surrogates of %s", (pattern, expected) => {
  const { verdict, row } = compile({ type: "string", pattern });
  expect(verdict.kind).toBe("supported");
  for (let index = 0; index < 20; index++) expect(row(rngFor(1, "row", index))).toMatch(expected);
});
