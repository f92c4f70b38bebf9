import { describe, expect, test } from "@jest/globals";
import type { JsonValue } from "../../src/core/json.ts";
import { dropAt, putAt, renameAt } from "../../src/core/json-pointer.ts";

const value: JsonValue = { a: { b: [1, { c: null }] }, "x/y": 1, "m~n": 2, "": 3 };

describe("without the target of a pointer", () => {
  const rows: readonly (readonly [string, JsonValue | undefined])[] = [
    ["/a", { "x/y": 1, "m~n": 2, "": 3 }],
    ["/a/b/0", { ...value, a: { b: [{ c: null }] } }],
    ["/a/b/1/c", { ...value, a: { b: [1, {}] } }],
    ["/x~1y", { a: value["a"] ?? null, "m~n": 2, "": 3 }],
    ["/m~0n", { a: value["a"] ?? null, "x/y": 1, "": 3 }],
    ["/", { a: value["a"] ?? null, "x/y": 1, "m~n": 2 }],
    ["/z", undefined],
    ["/a/b/2", undefined],
    ["/a/b/00", undefined],
    ["/a/b/-", undefined],
    ["/a/b/length", undefined],
    ["/toString", undefined],
    ["/a/b/0/c", undefined],
    ["/a/b/1/c/d", undefined],
  ];
  test.each(rows)("%s", (pointer, expected) => {
    expect(dropAt(value, pointer)).toEqual(expected);
  });
});

describe("with a value at the target of a pointer", () => {
  const rows: readonly (readonly [string, JsonValue | undefined])[] = [
    ["/a/z", { ...value, a: { b: [1, { c: null }], z: 9 } }],
    ["/a/b/0", { ...value, a: { b: [9, { c: null }] } }],
    ["/a/b/2", { ...value, a: { b: [1, { c: null }, 9] } }],
    ["/a/b/-", { ...value, a: { b: [1, { c: null }, 9] } }],
    ["/a/b/1/c", { ...value, a: { b: [1, { c: 9 }] } }],
    ["/a/b/3", undefined],
    ["/z/y", undefined],
    ["/x~1y/z", undefined],
  ];
  test.each(rows)("%s", (pointer, expected) => {
    expect(putAt(value, pointer, 9)).toEqual(expected);
  });
});

test("a replaced or renamed field keeps its position, and an existing field with the new name is removed", () => {
  const record = { a: 1, b: 2, c: 3 };
  expect(JSON.stringify(putAt(record, "/b", 9))).toBe('{"a":1,"b":9,"c":3}');
  expect(JSON.stringify(renameAt(record, "/b", "z"))).toBe('{"a":1,"z":2,"c":3}');
  expect(JSON.stringify(renameAt(record, "/b", "a"))).toBe('{"a":2,"c":3}');
  expect(JSON.stringify(renameAt(record, "/b", "b"))).toBe('{"a":1,"b":2,"c":3}');
  expect(renameAt([1], "/0", "z")).toBe(undefined);
  expect(renameAt(record, "/z", "a")).toBe(undefined);
});

test("`__proto__` is treated like any other name, and nothing is modified in place", () => {
  const before = JSON.stringify(value);
  expect(JSON.stringify(putAt({}, "/__proto__", { polluted: true }))).toBe(
    '{"__proto__":{"polluted":true}}',
  );
  expect(({} as Record<string, unknown>)["polluted"]).toBe(undefined);
  dropAt(value, "/a/b/0");
  putAt(value, "/a/b/0", 5);
  expect(JSON.stringify(value)).toBe(before);
});
