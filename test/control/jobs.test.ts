import { describe, expect, test } from "@jest/globals";
import { timelineReport } from "../../src/control/shared/job-timeline.ts";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { viewAt } from "../../src/core/job/view.ts";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { cancelAt, factsOf } from "../core/job-builder.ts";
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

  test("can be seen as they were, and as they will be unless something happens", async () => {
    await using sim = await startTestSimulator({ clock: "manual", yaml: STORY });
    const { jobs, clock } = reach(sim);
    await clock.advance("1m");
    const jobId = await sim.client.submit({ inputs: ["a", "b"] });
    const submittedAt = VIRTUAL_START + 60_000;
    const seen = async (at: number | string) => {
      const { job, responses } = await jobs.preview(jobId, at);
      return [job?.state, ...responses.map(({ operationId, status }) => [operationId, status])];
    };
    expect(await seen(submittedAt - 1)).toEqual([
      undefined,
      ["getJobStatus", 404],
      ["getJob", 404],
      ["getResults", 404],
    ]);
    const running = ["getJobStatus", 200];
    expect(await seen("2030-01-01T00:01:04Z")).toEqual([
      "running",
      running,
      ["getJob", 200],
      ["getResults", 409],
    ]);
    await clock.advance("1h");
    expect(await seen(submittedAt + 4000)).toEqual(await seen("2030-01-01T00:01:04Z"));
    const { at, now, responses } = await jobs.preview(jobId, submittedAt + 5000);
    expect([at, now]).toEqual([submittedAt + 5000, submittedAt + 3_600_000]);
    const [status, record, results] = responses;
    expect([status?.path, status?.body]).toEqual([
      `/job-status/${jobId}`,
      (await sim.client.json("GET", `/job-status/${jobId}`)).body,
    ]);
    expect(record?.body).toEqual((await sim.client.json("GET", `/jobs/${jobId}`)).body);
    expect(results).toEqual({
      operationId: "getResults",
      method: "GET",
      path: `/jobs/${jobId}/results?result_format=json`,
      status: 200,
      numRows: 2,
    });
  });

  test("have timelines with everything that changes them", async () => {
    await using sim = await startTestSimulator({ clock: "manual", yaml: STORY });
    const { jobs, clock } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a", "b"] });
    await clock.advance("4s");
    await jobs.fail(jobId, "out of memory");
    const [timeline, ...others] = await jobs.timelines();
    expect(others).toEqual([]);
    expect(timeline).toMatchObject({
      jobId,
      isDryRun: false,
      modelId: "model-3.1-8b",
      scenario: "scenario",
      plan: { createdAt: VIRTUAL_START, numRows: 2, lateMs: 0 },
      phases: [
        { state: "queued", from: VIRTUAL_START },
        { state: "starting", from: VIRTUAL_START + 1000 },
        { state: "running", from: VIRTUAL_START + 3000, progress: { kind: "moving", numRows: 2 } },
        {
          state: "failed",
          from: VIRTUAL_START + 4000,
          progress: { kind: "still", rows: 1 },
          failureReason: "out of memory",
        },
      ],
      interference: [
        { type: "forced", at: VIRTUAL_START + 4000, state: "failed", reason: "out of memory" },
      ],
    });
    const next = await sim.client.submit({ inputs: ["c"] });
    expect(await jobs.timelines({ limit: 1 })).toEqual([timeline]);
    expect(await jobs.timelines({ skip: 1 })).toMatchObject([{ jobId: next }]);
    expect(await jobs.timelines({ affectedBy: next })).toMatchObject([{ jobId: next }]);
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

  test("can be canceled as by a client", async () => {
    await using sim = await startTestSimulator({ clock: "manual", scenario: "slow-job" });
    const { jobs } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    expect(await jobs.cancel(jobId)).toMatchObject({ jobId, state: "cancelling" });
    const { facts } = await jobs.get(jobId);
    expect(facts.at(-1)).toEqual({ type: "cancelRequested", at: VIRTUAL_START });
    await expect(jobs.cancel("job-1")).rejects.toMatchObject({ code: "SIM_UNKNOWN_JOB" });
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
      `Failed to find job \`nonsense\`: ${none} Number of jobs in the sandbox: 1.`,
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

test("a timeline shows the results of a job that ended early, if the service keeps them", () => {
  const assumptions = { "unfinished-results": "kept", retention: "1s" };
  const facts = factsOf({ assumptions, later: [cancelAt(500)] });
  const timeline = timelineOf(facts);
  const report = timelineReport(timeline, facts);
  const results = { kind: "ready", expiresAt: 1550 };
  expect([timeline, report].map((each) => viewAt(each, 600).results)).toEqual([results, results]);
});
