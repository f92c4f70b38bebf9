import { expect, test } from "@jest/globals";
import { cancelTerminalOf, cancelTwiceOf, retentionMsOf } from "../../src/core/assumption.ts";

test("the defaults apply without a value", () => {
  expect([cancelTerminalOf({}), cancelTwiceOf({}), retentionMsOf({})]).toEqual([
    "previous",
    "first-stands",
    undefined,
  ]);
});

test("a value overrides the default", () => {
  const assumptions = {
    "cancel-terminal": "cancelled",
    "cancel-twice": "restarts",
    retention: "24h",
  };
  expect(cancelTerminalOf(assumptions)).toBe("cancelled");
  expect(cancelTwiceOf(assumptions)).toBe("restarts");
  expect(retentionMsOf(assumptions)).toBe(86_400_000);
  expect(retentionMsOf({ retention: null })).toBeUndefined();
});

test("an unknown value is rejected by name", () => {
  expect(() => cancelTwiceOf({ "cancel-twice": "sometimes" })).toThrow(
    new RangeError(
      'Expected the assumption `cancel-twice` to be one of first-stands, restarts, got `"sometimes"`.',
    ),
  );
  expect(() => retentionMsOf({ retention: 24 })).toThrow(
    new RangeError(
      'Expected the assumption `retention` to be `forever` or a duration such as "250ms", "5s", "1m30s", "2h", or "1d", got `24`.',
    ),
  );
});
