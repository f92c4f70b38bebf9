import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { CancelRequestedFact } from "../../src/core/job/facts.ts";
import { factsOf } from "../core/job-builder.ts";
import { change, recordedSandbox } from "./sandbox-builder.ts";

/** A sandbox with two jobs whose inputs are being read, and functions that end each reading. */
function twoReadings(sketch: { readonly capacity?: number } = {}) {
  const { sandbox } = recordedSandbox();
  const ends = ["job-1", "job-2"].map((jobId) => {
    const [fact] = factsOf({ jobId, ...sketch });
    change(sandbox, { kind: "jobSubmitted", fact });
    let end = (): void => {};
    const reading = new Promise<void>((resolve) => {
      end = resolve;
    });
    sandbox.readings.add(jobId, () => reading);
    return end;
  });
  return { sandbox, readings: sandbox.readings, ends };
}

/** The wait of a view; undefined if nothing is pending. */
type Wait = Promise<void> | undefined;

async function isSettled(wait: Wait): Promise<boolean> {
  let settled = wait === undefined;
  void wait?.then(() => {
    settled = true;
  });
  await setImmediate();
  return settled;
}

const CANCEL: CancelRequestedFact = { type: "cancelRequested", at: 150 };

/** The names of the waits that have not ended. */
async function pendingOf(waits: Readonly<Record<string, Wait>>): Promise<string[]> {
  const ends = Object.entries(waits).map(async ([name, wait]) =>
    (await isSettled(wait)) ? [] : [name],
  );
  return (await Promise.all(ends)).flat();
}

// Each job is queued until 100, starting until 200, and uses its inputs from then on.
test("a view of a job waits for its own inputs from the instant at which the job uses them", async () => {
  const { readings, ends } = twoReadings();
  const first = readings.of("job-1", 200);
  const waits = (): Record<string, Wait> => ({
    "own, before": readings.of("job-1", 199),
    own: first,
    "own, ever": readings.of("job-1", Number.POSITIVE_INFINITY),
    "other's": readings.of("job-2", 200),
    "all, before": readings.all(199),
    all: readings.all(200),
    "next change, before": readings.untilNextChange("job-1", 199),
    "next change": readings.untilNextChange("job-1", 200),
    "all next changes, before": readings.allUntilNextChange(199),
    "all next changes": readings.allUntilNextChange(200),
  });
  expect(await pendingOf(waits())).toEqual([
    "own",
    "own, ever",
    "other's",
    "all",
    "next change",
    "all next changes",
  ]);
  ends[0]?.();
  expect(await pendingOf(waits())).toEqual(["other's", "all", "all next changes"]);
  ends[1]?.();
  expect(await pendingOf(waits())).toEqual([]);
});

test("a job that will never use its inputs waits for nothing", async () => {
  const { sandbox, ends } = twoReadings();
  change(sandbox, { kind: "factAdded", jobId: "job-1", fact: CANCEL });
  const ever = Number.POSITIVE_INFINITY;
  const { readings } = sandbox;
  const waits = { of: readings.of("job-1", ever), all: readings.all(ever) };
  expect(await pendingOf(waits)).toEqual(["all"]);
  for (const end of ends) end();
});

test("if job slots are limited, a view waits for every job's inputs, and a change for what may precede it", async () => {
  const { readings, ends } = twoReadings({ capacity: 1 });
  // Job 2 leaves the queue when job 1 ends, at an unknown time.
  const waits = (): Record<string, Wait> => ({
    "first, before": readings.untilNextChange("job-1", 199),
    "second, before": readings.of("job-2", 199),
    second: readings.of("job-2", 200),
    "second's change": readings.untilNextChange("job-2", 199),
  });
  expect(await pendingOf(waits())).toEqual(["second", "second's change"]);
  ends[0]?.();
  ends[1]?.();
  expect(await pendingOf(waits())).toEqual([]);
});

test("a failed attempt fails the views that wait for it, and the next view makes another one", async () => {
  const { sandbox } = recordedSandbox();
  const { readings } = sandbox;
  change(sandbox, { kind: "jobSubmitted", fact: factsOf()[0] });
  let attempts = 0;
  const read = async (): Promise<void> => {
    attempts++;
    if (attempts < 3) throw new Error("no space");
  };
  readings.add("job-1", read);
  await Promise.all([
    expect(readings.of("job-1", 200)).rejects.toThrow("no space"),
    expect(readings.all(200)).rejects.toThrow("no space"),
  ]);
  await expect(readings.of("job-1", 200)).rejects.toThrow("no space");
  await readings.of("job-1", 200);
  await readings.all(200);
  expect(attempts).toBe(3);
});
