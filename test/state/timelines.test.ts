import { expect, test } from "@jest/globals";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { factsOf, ready } from "../core/job-builder.ts";
import { change, recordedSandbox } from "./sandbox-builder.ts";

/** A sandbox with two jobs, or another number, whose inputs have been read. */
function jobsOf(sketch: { readonly capacity?: number } = {}, numJobs = 2) {
  const { sandbox } = recordedSandbox();
  for (let index = 1; index <= numJobs; index++) {
    const jobId = `job-${index}`;
    const [fact] = factsOf({ jobId, ...sketch });
    change(
      sandbox,
      { kind: "jobSubmitted", fact },
      { kind: "inputsRead", jobId, outcome: ready(10), rows: undefined },
    );
  }
  const cancel = (jobId: string, at: number): void => {
    change(sandbox, { kind: "factAdded", jobId, fact: { type: "cancelRequested", at } });
  };
  return { sandbox, timelines: sandbox.timelines, cancel };
}

test("a timeline is made once for each version of its job's facts", () => {
  const { timelines, sandbox, cancel } = jobsOf();
  const [first, second] = [timelines.of("job-1"), timelines.of("job-2")];
  expect(timelines.of("job-1")).toBe(first);
  cancel("job-1", 50);
  const { facts } = sandbox.state.jobs.get("job-1") ?? { facts: factsOf() };
  expect(timelines.of("job-1")).toEqual(timelineOf(facts));
  expect(timelines.of("job-1").phases.map(({ state }) => state)).toContain("cancelled");
  expect(timelines.of("job-2")).toBe(second);
});

test("if job slots are limited, a fact of one job can change the timeline of another", () => {
  const { timelines, cancel } = jobsOf({ capacity: 1 });
  const startOf = (jobId: string) =>
    timelines.of(jobId).phases.find(({ state }) => state === "starting")?.from;
  expect([startOf("job-1"), startOf("job-2")]).toEqual([100, 1200]);
  cancel("job-1", 150);
  expect([startOf("job-1"), startOf("job-2")]).toEqual([100, 200]);
});

test("the timelines of a version don't wait for the end of an earlier version that nobody needs", () => {
  const numSteps = (numAbandoned: number): number => {
    const { timelines, cancel } = jobsOf({ capacity: 1 }, 2000);
    for (let index = 0; index < numAbandoned; index++) {
      timelines.inSteps().next();
      cancel("job-1", index);
    }
    return [...timelines.inSteps()].length;
  };
  // Each cancel request takes a few steps, and the end of a version more than a hundred.
  expect(numSteps(3) - numSteps(0)).toBeLessThan(100);
});

test("inputs that are read late count from the submission, even if the job has been scheduled without them", () => {
  const { sandbox } = recordedSandbox();
  for (const jobId of ["job-1", "job-2"]) {
    const [fact] = factsOf({ jobId, capacity: 1 });
    change(sandbox, { kind: "jobSubmitted", fact });
  }
  const startOf = (jobId: string) =>
    sandbox.timelines.of(jobId).phases.find(({ state }) => state === "starting")?.from;
  expect([startOf("job-1"), startOf("job-2")]).toEqual([100, undefined]);
  for (const jobId of ["job-1", "job-2"])
    change(sandbox, { kind: "inputsRead", jobId, outcome: ready(10), rows: undefined });
  expect([startOf("job-1"), startOf("job-2")]).toEqual([100, 1200]);
});

test("a job that the sandbox doesn't have has no timeline", () => {
  const { timelines } = jobsOf();
  expect(() => timelines.of("job-9")).toThrow(new RangeError("Expected a known job, got `job-9`."));
});
