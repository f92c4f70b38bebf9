import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { rowsOf } from "./compiled.ts";

function textsOf(name: string, bounds: JsonObject): string[] {
  const schema = {
    type: "object",
    properties: { [name]: { type: "string", ...bounds } },
    required: [name],
  };
  return rowsOf(schema).map((row) => String((row as JsonObject)[name]));
}

test.each(["summary", "explanation", "anything"])(
  "a long %s consists of different sentences",
  (name) => {
    for (const text of textsOf(name, { minLength: 500 })) {
      const beginnings = text.split(/(?<=\.) (?=[A-Z])/).map((it) => it.slice(-24));
      expect(beginnings.length).toBeGreaterThan(4);
      expect(new Set(beginnings).size).toBe(beginnings.length);
    }
  },
);

test("a long name consists of different names, none of them cut off", () => {
  for (const text of textsOf("full_name", { minLength: 60, maxLength: 100 })) {
    const names = text.match(/\S+ \S+/g) ?? [];
    expect(new Set(names).size).toBe(names.length);
  }
});

test("a string with a fixed length is cut to it", () => {
  expect(textsOf("anything", { minLength: 64, maxLength: 64 }).map((it) => it.length)).toEqual(
    Array(40).fill(64),
  );
});
