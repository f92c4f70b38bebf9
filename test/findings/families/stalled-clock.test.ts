import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../../support/simulator.ts";

test("clock-stalled: a client that polls on a `manual` clock while nobody advances it", async () => {
  const notices: string[] = [];
  await using sim = await startTestSimulator({
    clock: "manual",
    onNotice: (notice) => void notices.push(notice),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  for (let polls = 0; polls < 5; polls++) await sim.client.state(jobId);
  await sim.clock.advance("1s");
  for (let polls = 0; polls < 12; polls++) await sim.client.state(jobId);
  const sentence = expect.stringMatching(
    /^The client polled job `job-[\w-]+` \d+ times, but the `manual` clock has stayed at 2030-01-01T00:00:01.000Z: nobody advanced it\.$/,
  );
  expect(sim.report().findings.filter(({ id }) => id === "clock-stalled")).toMatchObject([
    { severity: "info", sentence },
  ]);
  expect(notices).toEqual([
    expect.stringMatching(
      /^Sandbox `[0-9a-f]{16}`: The client polled .* nobody advanced it\. Advance the clock \(`clock\.advance`, or POST \/_sim\/clock\/advance\), or choose another clock: `--clock poll` for a client that polls each job, `--clock 60x` for any other\.$/,
    ),
  ]);
});

test("clock-stalled: polls of a job that has ended need no time", async () => {
  const notices: string[] = [];
  await using sim = await startTestSimulator({
    clock: "manual",
    onNotice: (notice) => void notices.push(notice),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advanceUntil({ jobId, state: "succeeded" });
  for (let polls = 0; polls < 12; polls++) await sim.client.state(jobId);
  expect(notices).toEqual([]);
});

test("clock-stalled: a client that polls a canceled job until its test gives up is not accused of having stopped", async () => {
  await using sim = await startTestSimulator({ scenario: "cancel-slow", clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.cancel(jobId);
  for (let polls = 0; polls < 150; polls++) await sim.client.state(jobId);
  const found = sim
    .report()
    .findings.filter(({ jobId: about, id }) => about || id === "clock-stalled");
  expect(found.map(({ id }) => id)).toEqual(["clock-stalled"]);
  expect(found[0]?.sentence).toMatch(/nobody advanced it\.$/);
});

test("clock-stalled: a client that lists its jobs until one ends, on a `poll` clock; lists of ended jobs are fine", async () => {
  const notices: string[] = [];
  await using sim = await startTestSimulator({
    clock: "poll",
    onNotice: (notice) => void notices.push(notice),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  for (let lists = 0; lists < 20; lists++) await sim.client.json("GET", "/list-jobs");
  const found = sim.report().findings.filter(({ id }) => id !== "assumption-relied-on");
  expect(found.map(({ id, sentence }) => [id, sentence])).toEqual([
    [
      "clock-stalled",
      "The client sent GET /list-jobs 10 times, but the `poll` clock has stayed at 2030-01-01T00:00:00.000Z: only polls of a single job move it.",
    ],
  ]);
  expect(notices).toHaveLength(1);
  await sim.client.follow(jobId);
  for (let lists = 0; lists < 20; lists++) await sim.client.json("GET", "/list-jobs");
  expect(notices).toHaveLength(1);
});

test("clock-stalled: a client that lists its jobs before it creates each of them is not waiting", async () => {
  await using sim = await startTestSimulator({ clock: "poll" });
  for (let lists = 0; lists < 12; lists++) {
    await sim.client.json("GET", "/list-jobs");
    await sim.client.submit({ inputs: [`${lists}`] });
  }
  expect(sim.report().findings.map(({ id }) => id)).not.toContain("clock-stalled");
});

test("clock-stalled: lists don't excuse a client that leaves a later job active", async () => {
  await using sim = await startTestSimulator({ clock: "poll" });
  const first = await sim.client.submit({ inputs: ["a"] });
  for (let lists = 0; lists < 12; lists++) await sim.client.json("GET", "/list-jobs");
  await sim.client.follow(first);
  await sim.client.jsonResults(first);
  await sim.client.state(await sim.client.submit({ inputs: ["b"] }));
  const ids = sim.report().findings.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["clock-stalled", "still-active"]));
});

test.each(["another job", "the jobs"])(
  "clock-stalled: a client that polls a canceled job and %s is not accused of having stopped",
  async (other) => {
    await using sim = await startTestSimulator({ scenario: "cancel-slow", clock: "manual" });
    const ids = [await sim.client.submit({ inputs: ["a"] })];
    if (other === "another job") ids.unshift(await sim.client.submit({ inputs: ["b"] }));
    for (const jobId of ids) await sim.client.cancel(jobId);
    for (let polls = 0; polls < 12; polls++) {
      if (other === "the jobs") await sim.client.json("GET", "/list-jobs");
      for (const jobId of ids) await sim.client.state(jobId);
    }
    const found = sim.report().findings.filter(({ severity }) => severity !== "info");
    expect(found.map(({ id }) => id)).toEqual([]);
  },
);
