import { expect, test } from "@jest/globals";
import { parseClockSpec } from "../../src/core/clock-spec.ts";

test.each([
  ["real", { mode: "real" }],
  ["manual", { mode: "manual" }],
  ["60x", { mode: "scaled", scale: 60 }],
  ["0.5x", { mode: "scaled", scale: 0.5 }],
  ["poll", { mode: "poll", step: "next" }],
  ["poll:next", { mode: "poll", step: "next" }],
  ["poll:1m30s", { mode: "poll", step: 90_000 }],
])("%s is a clock", (text, spec) => {
  expect(parseClockSpec(text)).toEqual(spec);
});

test.each([
  "",
  "Real",
  "0x",
  "x",
  "-1x",
  "1e3x",
  "60",
  "60 x",
  "poll:",
  "poll:0",
  "poll:0s",
  "poll:5",
  "poll: 5s",
  `${"9".repeat(400)}x`,
])("%j is not a clock", (text) => {
  expect(parseClockSpec(text)).toBeUndefined();
});
