import { expect, test } from "@jest/globals";
import { durationMsOf, wordOf } from "../../src/core/assumption.ts";

test("the defaults apply without a value", () => {
  expect([
    wordOf({}, "cancel-terminal"),
    wordOf({}, "cancel-twice"),
    durationMsOf({}, "retention"),
  ]).toEqual(["previous", "first-stands", undefined]);
});

test("a value overrides the default", () => {
  const assumptions = {
    "cancel-terminal": "cancelled",
    "cancel-twice": "restarts",
    retention: "24h",
  };
  expect(wordOf(assumptions, "cancel-terminal")).toBe("cancelled");
  expect(wordOf(assumptions, "cancel-twice")).toBe("restarts");
  expect(durationMsOf(assumptions, "retention")).toBe(86_400_000);
  expect(durationMsOf({ retention: null }, "retention")).toBeUndefined();
});

test("an unknown value is rejected by name", () => {
  expect(() => wordOf({ "cancel-twice": "sometimes" }, "cancel-twice")).toThrow(
    new RangeError(
      'Expected the assumption `cancel-twice` to be one of first-stands, restarts, got `"sometimes"`.',
    ),
  );
  expect(() => durationMsOf({ retention: 24 }, "retention")).toThrow(
    new RangeError(
      'Expected the assumption `retention` to be `forever` or a duration such as "250ms", "5s", "1m30s", "2h", or "1d", got `24`.',
    ),
  );
});
