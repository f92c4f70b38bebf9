import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { factsOf } from "../core/job-builder.ts";
import { change, recordedSandbox } from "./sandbox-builder.ts";

/** A sandbox with two jobs whose inputs are being read, and what ends each reading. */
function twoReadings(sketch: { readonly capacity?: number } = {}) {
  const { sandbox } = recordedSandbox();
  const ends = ["job-1", "job-2"].map((jobId) => {
    const [fact] = factsOf({ jobId, ...sketch });
    change(sandbox, { kind: "jobSubmitted", fact });
    let end = (): void => {};
    const reading = new Promise<void>((resolve) => {
      end = resolve;
    });
    sandbox.readings.add(jobId, reading);
    return end;
  });
  return { readings: sandbox.readings, ends };
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await setImmediate();
  return settled;
}

test("a view of a job waits for its own inputs", async () => {
  const { readings, ends } = twoReadings();
  const [first, second] = [readings.of("job-1"), readings.of("job-2")];
  ends[0]?.();
  expect([await isSettled(first), await isSettled(second)]).toEqual([true, false]);
  expect([await isSettled(readings.of("job-1")), await isSettled(readings.all())]).toEqual([
    true,
    false,
  ]);
  ends[1]?.();
  expect([await isSettled(second), await isSettled(readings.all())]).toEqual([true, true]);
});

test("if job slots are limited, a view of a job waits for the inputs of all jobs", async () => {
  const { readings, ends } = twoReadings({ capacity: 1 });
  const first = readings.of("job-1");
  ends[0]?.();
  expect(await isSettled(first)).toBe(false);
  ends[1]?.();
  expect(await isSettled(first)).toBe(true);
});

test("a job without a reading in progress waits for nothing", async () => {
  const { readings } = recordedSandbox().sandbox;
  expect([await isSettled(readings.of("job-1")), await isSettled(readings.all())]).toEqual([
    true,
    true,
  ]);
});
