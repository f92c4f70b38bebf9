import { expect, test } from "@jest/globals";
import { identityOf, type JsonValue } from "../../src/core/json.ts";

test("only equal values have the same identity", () => {
  const groups: readonly (readonly JsonValue[])[] = [
    [null],
    ["null", `n${"ull"}`],
    [true],
    [1, 1.0],
    ["1"],
    [0, -0],
    [""],
    ['"'],
    [
      [1, { a: null, b: "x" }],
      [1, { b: "x", a: null }],
    ],
    ['[1,{"a":null,"b":"x"}]'],
    [[1, { a: null, b: "y" }]],
    [{}],
    ["{}"],
    [[]],
  ];
  const identities = groups.map((group) => new Set(group.map(identityOf)));
  expect(identities.map((set) => set.size)).toEqual(groups.map(() => 1));
  expect(new Set(identities.flatMap((set) => [...set])).size).toBe(groups.length);
});
