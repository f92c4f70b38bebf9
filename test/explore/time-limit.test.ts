import { expect, test } from "@jest/globals";
import { runTimed } from "../../src/explore/run/processes.ts";
import { withheldMs } from "../../src/explore/run/run-once.ts";
import { callOf } from "./calls.ts";

const command = {
  ...{ program: process.execPath, args: ["-e", "setTimeout(() => {}, 1500)"], env: {} },
  ...{ limitMs: 500, signal: new AbortController().signal },
};

test("time that a client spent waiting for withheld responses does not count against its limit", async () => {
  expect(await runTimed({ ...command, extraMs: () => 0 })).toMatchObject({ isTimedOut: true });
  const patient = { ...command, extraMs: () => 30_000 };
  expect(await runTimed(patient)).toMatchObject({ isTimedOut: false, exitCode: 0 });
});

test("only requests that the client gave up because of a fault count as withheld", () => {
  const waited = { durationMs: 2000, end: "aborted" } as const;
  const calls = [
    callOf({ ...waited, fault: "hang" }),
    callOf({ ...waited, fault: "hang" }),
    callOf(waited),
    callOf({ durationMs: 3000, fault: "slow" }),
  ];
  expect(withheldMs(calls)).toBe(4000);
});
