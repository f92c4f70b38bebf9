import { expect, test } from "@jest/globals";
import type { Timeline } from "../../src/core/job/timeline.ts";
import { prepareTimelines, whilePreparing } from "../../src/engine/in-slices.ts";
import { factsOf, ready } from "../core/job-builder.ts";
import { change, recordedSandbox } from "../state/sandbox-builder.ts";

const JOBS = 600;

function sandboxWith(sketch: { readonly capacity?: number }) {
  const { sandbox } = recordedSandbox();
  const submit = (jobId: string): void => {
    const [fact] = factsOf({ jobId, ...sketch });
    change(
      sandbox,
      { kind: "jobSubmitted", fact },
      { kind: "inputsRead", jobId, outcome: ready(1), rows: undefined },
    );
  };
  for (let index = 0; index < JOBS; index++) submit(`job-${index}`);
  return { sandbox, timelines: sandbox.timelines, submit };
}

test("the timelines of many jobs with limited slots are prepared while other work runs", async () => {
  const { timelines, submit } = sandboxWith({ capacity: 1 });
  const preparing = prepareTimelines(timelines);
  expect(whilePreparing(timelines)).toBe(preparing);
  expect(prepareTimelines(timelines)).toBe(preparing);
  // A request that has begun before may still add a job.
  submit("last");
  await preparing;
  expect([timelines.takesLong, whilePreparing(timelines)]).toEqual([false, undefined]);
  const startOf = (jobId: string) =>
    timelines.of(jobId).phases.find(({ state }) => state === "starting")?.from;
  expect([startOf("job-0"), startOf("job-1"), startOf("last")]).toEqual([
    100,
    1200,
    100 + JOBS * 1100,
  ]);
});

test("there is nothing to prepare if slots are unlimited, or if it is done", async () => {
  expect(prepareTimelines(sandboxWith({}).timelines)).toBe(undefined);
  const { timelines } = sandboxWith({ capacity: 1 });
  await prepareTimelines(timelines);
  expect(prepareTimelines(timelines)).toBe(undefined);
});

test("timelines that are made in steps are those of the version at the beginning", () => {
  const { sandbox, timelines } = sandboxWith({ capacity: 1 });
  const second = sandbox.state.jobs.get("job-1");
  if (second === undefined) throw new Error("Expected a job.");
  const startIn = ({ phases }: Timeline) => phases.find(({ state }) => state === "starting")?.from;
  const steps = timelines.inSteps();
  change(sandbox, {
    kind: "factAdded",
    jobId: "job-0",
    fact: { type: "cancelRequested", at: 150 },
  });
  let count = 0;
  let result = steps.next();
  for (; result.done !== true; result = steps.next()) count++;
  expect(count).toBeGreaterThan(JOBS / 32);
  expect([startIn(result.value.of(second)), startIn(timelines.of("job-1"))]).toEqual([1200, 200]);
});
