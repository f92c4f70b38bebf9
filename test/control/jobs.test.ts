import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

const STORY = "profiles: [{ queued: 1s, starting: 2s, running: { rowsPerSecond: 1 } }]";

describe.each(REACHES)("jobs %s", (_, reach) => {
  test("are listed, oldest first, and looking moves no clock", async () => {
    await using sim = await startTestSimulator({ clock: "poll", yaml: STORY });
    const { jobs, clock } = reach(sim);
    expect(await jobs.list()).toEqual([]);
    const first = await sim.client.submit({ inputs: ["a"] });
    const second = await sim.client.submit({ inputs: ["a", "b"], job_priority: 1, dryrun: true });
    expect(await jobs.list()).toEqual([
      {
        jobId: first,
        state: "queued",
        numRows: 1,
        rowsCompleted: 0,
        createdAt: VIRTUAL_START,
        addedAt: VIRTUAL_START,
        results: { kind: "notReady" },
        modelId: "model-3.1-8b",
        jobPriority: 0,
        dryRun: false,
        nextChangeAt: VIRTUAL_START + 1000,
      },
      expect.objectContaining({ jobId: second, jobPriority: 1, dryRun: true, numRows: 2 }),
    ]);
    expect(await clock.now()).toBe(VIRTUAL_START);
  });

  test("show their facts and their whole timeline", async () => {
    await using sim = await startTestSimulator({ clock: "manual", yaml: STORY });
    const jobId = await sim.client.submit({ inputs: ["a", "b"] });
    const { facts, timeline, state } = await reach(sim).jobs.get(jobId);
    expect(state).toBe("queued");
    expect(facts.map(({ type, at }) => [type, at])).toEqual([
      ["submitted", VIRTUAL_START],
      ["inputs", VIRTUAL_START],
    ]);
    expect(timeline).toEqual([
      { state: "queued", from: VIRTUAL_START },
      { state: "starting", from: VIRTUAL_START + 1000 },
      { state: "running", from: VIRTUAL_START + 3000 },
      { state: "succeeded", from: VIRTUAL_START + 5000 },
    ]);
  });

  test("can be forced into a state, which clients see at once", async () => {
    await using sim = await startTestSimulator({ clock: "manual", yaml: STORY });
    const { jobs } = reach(sim);
    const [a, b] = [
      await sim.client.submit({ inputs: ["a"] }),
      await sim.client.submit({ inputs: ["b"] }),
    ];
    expect(await jobs.force(a, "succeeded")).toMatchObject({ jobId: a, state: "succeeded" });
    expect(await sim.client.state(a)).toBe("SUCCEEDED");
    expect(await jobs.fail(b, "out of memory")).toMatchObject({
      state: "failed",
      failureReason: "out of memory",
    });
    expect(await sim.client.job(b)).toMatchObject({
      status: "FAILED",
      failure_reason: { message: "out of memory" },
    });
  });

  test("are named in the error where there is none", async () => {
    await using sim = await startTestSimulator();
    const { jobs } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const near = `${jobId.slice(0, -1)}${jobId.endsWith("0") ? "1" : "0"}`;
    const { name } = await sim.control.info();
    const none = `the sandbox \`${name}\` has no job with that ID.`;
    expect(await rejection(jobs.get(near))).toEqual({
      code: "SIM_UNKNOWN_JOB",
      message: `Failed to find job \`${near}\`: ${none} Did you mean \`${jobId}\`?`,
      issues: [],
    });
    expect((await rejection(jobs.fail("nonsense"))).message).toBe(
      `Failed to find job \`nonsense\`: ${none} Number of other jobs: 1.`,
    );
  });

  test("can't be forced into a state that the service doesn't have", async () => {
    await using sim = await startTestSimulator();
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const { code } = await rejection(reach(sim).jobs.force(jobId, "unknown"));
    expect(code).toBe("SIM_ARGUMENT");
    expect((await reach(sim).jobs.get(jobId)).facts).toHaveLength(2);
  });
});
