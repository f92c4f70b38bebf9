import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { connect } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

const STORY = "profiles: [{ queued: 1s, starting: 2s, running: { rowsPerSecond: 1 } }]";

describe.each(REACHES)("the clock %s", (_, reach) => {
  test("shows the time, and how it moves", async () => {
    await using sim = await startTestSimulator({ clock: "poll:5s" });
    expect(await reach(sim).clock.read()).toEqual({
      now: VIRTUAL_START,
      iso: "2030-01-01T00:00:00.000Z",
      clock: "poll:5000ms",
      waiting: 0,
    });
  });

  test("stops at the end of the year 9999: later instants are refused, and nothing fails there", async () => {
    await using sim = await startTestSimulator({ clock: "60x" });
    const { clock, snapshot } = reach(sim);
    const end = "9999-12-31T23:59:59.999Z";
    await clock.advanceTo(end);
    expect((await sim.client.request("GET", "/get-quotas")).status).toBe(200);
    expect(await clock.read()).toMatchObject({ iso: end });
    expect(await snapshot()).toMatchObject({ clock: { iso: end } });
    expect(await rejection(clock.advance("1s"))).toMatchObject({
      code: "SIM_ARGUMENT",
      message: "Expected `by` to move the clock no further than the year 9999, got `1s`.",
    });
    expect(await rejection(clock.advanceTo(8.64e15))).toMatchObject({
      code: "SIM_ARGUMENT",
      message:
        "Expected `to` to move the clock no further than the year 9999, got `8640000000000000`.",
    });
  });

  test("refuses a date that doesn't exist, and accepts other forms of ISO 8601", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const { clock } = reach(sim);
    for (const to of [
      "2031-02-30T00:00:00Z",
      "2030-02-29",
      "2030-04-31T00:00:00+02:00",
      "2031-2-30",
    ])
      expect(await rejection(clock.advanceTo(to))).toMatchObject({ code: "SIM_ARGUMENT" });
    expect(await clock.now()).toBe(VIRTUAL_START);
    for (const to of [
      "2030",
      "2030-01",
      "2030-01-02",
      "2030-01-03T00:00Z",
      "2030-01-04T01:00:00.000001+01:00",
    ])
      await clock.advanceTo(to);
    expect((await clock.read()).iso).toBe("2030-01-04T00:00:00.000Z");
  });

  test("advances by a duration or to an instant, and returns what happened, in order", async () => {
    await using sim = await startTestSimulator({ clock: "manual", yaml: STORY });
    const { clock } = reach(sim);
    const first = await sim.client.submit({ inputs: ["a"] });
    const second = await sim.client.submit({ inputs: ["a", "b"] });
    const at = (ms: number): number => VIRTUAL_START + ms;
    expect(await clock.advance("3s")).toEqual({
      now: at(3000),
      events: [
        { at: at(1000), jobId: first, state: "starting" },
        { at: at(1000), jobId: second, state: "starting" },
        { at: at(3000), jobId: first, state: "running" },
        { at: at(3000), jobId: second, state: "running" },
      ],
    });
    expect(await clock.advance(500)).toEqual({ now: at(3500), events: [] });
    expect(await clock.advanceTo("2030-01-01T00:00:05Z")).toEqual({
      now: at(5000),
      events: [
        { at: at(4000), jobId: first, state: "succeeded" },
        { at: at(5000), jobId: second, state: "succeeded" },
      ],
    });
    expect(await clock.advanceTo(VIRTUAL_START)).toEqual({ now: at(5000), events: [] });
    expect(await clock.now()).toBe(at(5000));
  });

  test("adds up concurrent advances", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const { clock } = reach(sim);
    await Promise.all(Array.from({ length: 5 }, () => clock.advance("1s")));
    expect(await clock.read()).toMatchObject({ now: VIRTUAL_START + 5000 });
  });

  test("moves until a job is in a state, and no further", async () => {
    await using sim = await startTestSimulator({ clock: "manual", yaml: STORY });
    const { clock } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a", "b"] });
    const advance = await clock.advanceUntil({ jobId, state: "running" });
    expect(advance.now).toBe(VIRTUAL_START + 3000);
    expect(advance.events.map(({ state }) => state)).toEqual(["starting", "running"]);
    expect(await clock.advanceUntil({ jobId, state: "running" })).toEqual({
      now: VIRTUAL_START + 3000,
      events: [],
    });
  });

  test("moves until all is idle: late results are waited for, their end is not", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      yaml: `${STORY.replace(" }]", ", results: { lateBy: 1m, expireAfter: 2h } }]")}`,
    });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const { now, events } = await reach(sim).clock.advanceUntil("idle");
    expect(now).toBe(VIRTUAL_START + 64_000);
    expect(events.map(({ state }) => state)).toEqual(["starting", "running", "succeeded"]);
    expect((await sim.client.jsonResults(jobId)).status).toBe(200);
  });

  test("says so where a state is never reached, and where a bound comes first", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      yaml: "profiles: [{ queued: 10h, outcome: { stuck: { in: queued } } }]",
    });
    const { clock } = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    expect(await rejection(clock.advanceUntil({ jobId, state: "succeeded" }))).toEqual({
      code: "SIM_NOT_REACHED",
      message: `Failed to advance until job \`${jobId}\` is \`succeeded\`: it is \`queued\`, and doesn't reach that state on its own within 30d. Increase \`within\`, or force the state.`,
      issues: [],
    });
    expect(await clock.now()).toBe(VIRTUAL_START);
    expect(await clock.advanceUntil("idle")).toEqual({ now: VIRTUAL_START, events: [] });
    await sim.control.scenario.put(STORY.replace("1s", "1h"));
    const slow = await sim.client.submit({ inputs: ["b"] });
    const early = clock.advanceUntil({ jobId: slow, state: "running" }, { within: "30m" });
    expect((await rejection(early)).code).toBe("SIM_NOT_REACHED");
    expect(await clock.now()).toBe(VIRTUAL_START + 30 * 60_000);
  });

  test("wakes a delayed request on the way to idle, and goes on with the job that it creates", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      yaml: "faults: [{ on: createJob, delay: 10m }]",
    });
    const { clock, jobs, journal } = reach(sim);
    const created = sim.client.create({ inputs: ["a"] });
    while ((await clock.read()).waiting === 0) await new Promise(setImmediate);
    const { now } = await clock.advanceUntil("idle");
    const [job] = await jobs.list();
    expect(job).toMatchObject({ createdAt: VIRTUAL_START + 600_000, completedAt: now });
    expect((await created).status).toBe(200);
    expect((await journal.find({ operation: "createJob" }))[0]?.at).toBe(VIRTUAL_START);
  });

  test("passes a thousand virtual hours without waiting for them", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      yaml: "profiles: [{ queued: 400h, running: 600h }]",
    });
    const control = reach(sim);
    await control.clock.read();
    const jobId = await sim.client.submit({ inputs: ["a"] });
    for (let turn = 0; turn < 20; turn++) await control.clock.advance("50h");
    await control.clock.advanceUntil({ jobId, state: "succeeded" });
    expect((await sim.client.jsonResults(jobId)).status).toBe(200);
  });

  test("names every problem of a request", async () => {
    await using sim = await startTestSimulator();
    const { clock } = reach(sim);
    const form = 'a duration such as "250ms", "5s", "1m30s", "2h", or "1d"';
    expect(await rejection(clock.advance("soon"))).toEqual({
      code: "SIM_ARGUMENT",
      message: `\`by\`: Expected milliseconds or ${form}, got \`"soon"\` (string).`,
      issues: [
        {
          path: "by",
          message: `\`by\`: Expected milliseconds or ${form}, got \`"soon"\` (string).`,
        },
      ],
    });
    expect((await rejection(clock.advance(-1))).message).toBe(
      `\`by\`: Expected milliseconds or ${form}, got \`-1\` (number).`,
    );
    expect((await rejection(clock.advanceTo("tomorrow"))).message).toBe(
      '`to`: Expected milliseconds since 1970 or an ISO 8601 string, got `"tomorrow"` (string).',
    );
    const misspelt = { jobId: "job-1", state: "runing" } as unknown as "idle";
    expect((await rejection(clock.advanceUntil(misspelt))).message).toBe(
      '`state`: Expected one of `unknown`, `queued`, `starting`, `running`, `finalizing`, `cancelling`, `succeeded`, `failed`, `cancelled`, `expired`, got `"runing"` (string). Did you mean `running`?',
    );
    expect((await rejection(clock.advanceUntil("idl" as "idle"))).message).toBe(
      '`idle`: Expected `true`, got `"idl"` (string).',
    );
    expect((await rejection(clock.advanceUntil({ jobId: "job-1", state: "failed" }))).code).toBe(
      "SIM_UNKNOWN_JOB",
    );
  });
});

test("the simulator's own clock is the same, with the same errors", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  expect(sim.clock).toBe(sim.control.clock);
  expect(await rejection(sim.clock.advance("soon"))).toEqual(
    await rejection(connect(sim.controlUrl ?? "").clock.advance("soon")),
  );
  expect(await rejection(sim.clock.advance(-1))).toMatchObject({ code: "SIM_ARGUMENT" });
});
