import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { formatDuration, parseDurationMs, VIRTUAL_START } from "../../src/core/time.ts";

test.each([
  ["0", 0],
  ["0s", 0],
  ["250ms", 250],
  ["5s", 5000],
  ["1m30s", 90_000],
  ["2h", 7_200_000],
  ["1d", 86_400_000],
  ["1.5h", 5_400_000],
  ["1d2h3m4s5ms", 93_784_005],
  ["0.4ms", 0],
])("the duration %s has %d milliseconds", (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms);
});

test.each(["", "5", "-5s", "5 s", " 5s", "5S", "5sec", "s", "1.s", ".5s", "1e3s", "5s,", "5s\n"])(
  "%j is not a duration",
  (text) => {
    expect(parseDurationMs(text)).toBeUndefined();
  },
);

test.each([
  [0, "0s"],
  [0.4, "0s"],
  [250, "250ms"],
  [999.6, "1s"],
  [5000, "5s"],
  [59_700, "1m"],
  [90_000, "1m 30s"],
  [7_200_000, "2h"],
  [100_800_000, "1d 4h"],
  [100_861_000, "1d 4h"],
  [86_700_000, "1d 5m"],
])("%d milliseconds are shown as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test("a whole number of seconds below an hour survives formatting and parsing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3599 }), (seconds) => {
      const text = formatDuration(seconds * 1000).replace(" ", "");
      expect(parseDurationMs(text)).toBe(seconds * 1000);
    }),
  );
});

test("the clocks that move only on demand start at the beginning of 2030", () => {
  expect(new Date(VIRTUAL_START).toISOString()).toBe("2030-01-01T00:00:00.000Z");
});
