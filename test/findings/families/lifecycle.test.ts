import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../../support/simulator.ts";
import { idsIn } from "../support.ts";

const INPUTS = ["Great product", "Never again"];

/** A job that has succeeded, and whose client was told so. */
async function finished(sim: TestSimulator): Promise<string> {
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  return jobId;
}

test("polled-after-end: two polls after the end; one poll, or another operation, is fine", async () => {
  await using sim = await startTestSimulator();
  const jobId = await finished(sim);
  await sim.client.jsonResults(jobId);
  await sim.client.state(jobId);
  await sim.client.job(jobId);
  expect(idsIn(sim)).toEqual([]);
  await sim.client.state(jobId);
  const [found] = sim.report().findings;
  expect([found?.id, found?.sentence]).toEqual([
    "polled-after-end",
    `The client polled job ${jobId} 2 more times after it had been told that the job was SUCCEEDED.`,
  ]);
});

test("polled-after-end: three requests for the record after the status reported the end; two are fine", async () => {
  await using sim = await startTestSimulator();
  const jobId = await finished(sim);
  await sim.client.jsonResults(jobId);
  for (let looks = 0; looks < 2; looks++) await sim.client.job(jobId);
  expect(idsIn(sim)).toEqual([]);
  await sim.client.job(jobId);
  expect(idsIn(sim)).toEqual(["polled-after-end"]);
});

test("cancelled-after-end: the client has downloaded the results, without asking for the state", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advance("1h");
  await sim.client.jsonResults(jobId);
  await sim.client.cancel(jobId);
  await sim.clock.advance("1h");
  await sim.client.state(jobId);
  expect(sim.report().findings[0]).toMatchObject({
    id: "cancelled-after-end",
    sentence: `The client sent a cancel request for job ${jobId} after it had downloaded the job's results.`,
  });
});

test("polled-after-end: polls before a late cancel request count too; those until the client is told of the end again are fine", async () => {
  await using sim = await startTestSimulator({ scenario: "job-fails-midway" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  for (let polls = 0; polls < 20; polls++) await sim.client.state(jobId);
  await sim.client.cancel(jobId);
  for (let polls = 0; polls < 5; polls++) await sim.client.state(jobId);
  const found = sim.report().findings.find(({ id }) => id === "polled-after-end");
  expect([found?.exchangeCount, found?.sentence]).toEqual([
    23,
    `The client polled job ${jobId} 23 more times after it had been told that the job was FAILED.`,
  ]);
});

test("polled-forever: a stuck job that is polled a hundred times; canceling it in time is fine", async () => {
  const yaml = "profiles: [{ outcome: { stuck: { in: running, at: 50% } } }]";
  await using sim = await startTestSimulator({ yaml });
  const patient = await sim.client.submit({ inputs: INPUTS });
  for (let polls = 0; polls < 20; polls++) await sim.client.state(patient);
  await sim.client.cancel(patient);
  await sim.client.follow(patient);
  expect(idsIn(sim)).toEqual([]);
  const forEver = await sim.client.submit({ inputs: INPUTS });
  for (let polls = 0; polls < 103; polls++) await sim.client.state(forEver);
  const [found] = sim.report().findings;
  expect(idsIn(sim)).toEqual(["polled-forever", "still-active"]);
  expect([found?.sentence, found?.cure]).toEqual([
    `The client polled job ${forEver} 103 times without canceling it. During the last 101 polls (1m 40s), the job was stuck in RUNNING.`,
    "Set a deadline for polling. When it passes, cancel the job with GET /v1/job-cancel/{job_id}, and report the timeout.",
  ]);
});

test("still-active: a stuck job that is never canceled, regardless of the number of polls", async () => {
  await using sim = await startTestSimulator({ scenario: "stuck-job" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  for (let polls = 0; polls < 97; polls++) await sim.client.state(jobId);
  for (let polls = 98; polls <= 103; polls++) {
    await sim.client.state(jobId);
    expect(idsIn(sim).at(-1)).toBe("still-active");
  }
  expect(idsIn(sim)).toEqual(["polled-forever", "still-active"]);
});

test("polled-forever, still-active: a client whose cancel request is refused polls on for a while, and reports the job", async () => {
  const yaml = `
profiles: [{ outcome: { stuck: { in: running } } }]
faults: [{ name: no, on: cancelJob, status: 404 }]`;
  await using sim = await startTestSimulator({ yaml });
  const follow = async (jobId: string): Promise<void> => {
    for (let polls = 0; polls < 60; polls++) await sim.client.state(jobId);
  };
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await follow(jobId);
  await sim.client.cancel(jobId);
  await follow(jobId);
  expect(idsIn(sim)).toEqual([]);
  const forEver = await sim.client.submit({ inputs: INPUTS });
  await follow(forEver);
  await follow(forEver);
  await sim.client.cancel(forEver);
  expect(idsIn(sim)).toEqual(["polled-forever", "cancel-not-followed"]);
  expect(sim.report().findings[0]?.sentence).toContain("120 times without canceling it.");
});

test("results-too-early: results of a running job; requesting those of a succeeded job is fine, even if they are late", async () => {
  const yaml = "profiles: [{ results: { lateBy: 10h } }]";
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advance("1h");
  expect(await sim.client.state(jobId)).toBe("SUCCEEDED");
  expect((await sim.client.jsonResults(jobId)).status).toBe(409);
  await sim.clock.advance("10h");
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
  const early = await sim.client.submit({ inputs: INPUTS });
  await sim.client.jsonResults(early);
  await sim.clock.advance("20h");
  await sim.client.state(early);
  await sim.client.jsonResults(early);
  const [found] = sim.report().findings;
  expect(idsIn(sim)).toEqual(["results-too-early"]);
  expect(found?.sentence).toBe(
    `The client requested the results of job ${early} while it was QUEUED.`,
  );
});

test("results-too-early: results that only the `poll` clock made ready; a client that knows of the end is fine", async () => {
  const afterRunning = async (
    clock: "poll" | "poll:1h",
    tell: (sim: TestSimulator, jobId: string) => Promise<unknown> = async () => {},
  ): Promise<string[]> => {
    await using sim = await startTestSimulator({ clock });
    const jobId = await sim.client.submit({ inputs: INPUTS });
    const active = ["QUEUED", "STARTING"];
    while (active.includes(await sim.client.state(jobId)));
    await tell(sim, jobId);
    expect((await sim.client.jsonResults(jobId)).status).toBe(200);
    const early = sim.report().findings.filter(({ id }) => id === "results-too-early");
    return early.map(({ sentence }) => sentence.replaceAll(jobId, "JOB"));
  };
  expect(await afterRunning("poll")).toEqual([
    "The client was last told that job JOB was RUNNING, and then requested its results. They were ready only because that status request had moved the `poll` clock.",
  ]);
  expect(await afterRunning("poll:1h")).toEqual([]);
  expect(await afterRunning("poll", (sim, jobId) => sim.client.state(jobId))).toEqual([]);
  expect(await afterRunning("poll", (sim, jobId) => sim.client.job(jobId))).toEqual([]);
  const read = (path: string) => (sim: TestSimulator) => sim.client.json("GET", path);
  expect(await afterRunning("poll", read("/list-jobs"))).toEqual([]);
  expect(await afterRunning("poll", (sim) => sim.clock.advance("1s"))).toEqual([]);
  expect(
    await afterRunning("poll", (sim, jobId) => sim.control.jobs.force(jobId, "succeeded")),
  ).toEqual([]);
});

test("results-of-unsuccessful: results of a failed job, or of a dry run; requesting those of a succeeded job is fine", async () => {
  await using sim = await startTestSimulator({ scenario: "job-fails-midway" });
  const failed = await finished(sim);
  expect(idsIn(sim)).toEqual([]);
  await sim.client.jsonResults(failed);
  const dryRun = await sim.client.submit({ inputs: INPUTS, dryrun: true });
  await sim.client.follow(dryRun);
  await sim.client.jsonResults(dryRun);
  const found = sim.report().findings.filter(({ severity }) => severity === "warning");
  expect(found.map(({ id, sentence }) => [id, sentence])).toEqual([
    [
      "results-of-unsuccessful",
      `The client requested the results of job ${failed}, which was FAILED.`,
    ],
    [
      "results-of-unsuccessful",
      `The client requested the results of job ${dryRun}, which was a dry run.`,
    ],
  ]);
});

test("never-downloaded: a success that the client knew of; a download, or a dry run, is fine", async () => {
  await using sim = await startTestSimulator();
  await sim.client.follow(await sim.client.submit({ inputs: INPUTS, dryrun: true }));
  const jobId = await finished(sim);
  const [found] = sim.report().findings;
  expect(idsIn(sim)).toEqual(["never-downloaded"]);
  expect(found?.sentence).toBe(
    `The client was told that job ${jobId} was SUCCEEDED, but never downloaded its 2 outputs.`,
  );
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("downloaded-again: the same file three times; two formats are two files", async () => {
  await using sim = await startTestSimulator();
  const jobId = await finished(sim);
  for (const format of ["json", "csv", "parquet", "json"])
    await (await sim.client.results(jobId, { result_format: format })).arrayBuffer();
  expect(idsIn(sim)).toEqual([]);
  await sim.client.jsonResults(jobId);
  const [found] = sim.report().findings;
  expect(found).toMatchObject({
    id: "downloaded-again",
    sentence: `The client downloaded the same results of job ${jobId} (result_format=json) 3 times.`,
    exchangeCount: 3,
  });
});

test("download-aborted: a client that disconnects; one that then downloads the complete file is fine", async () => {
  const yaml = `faults: [{ name: slow, on: getResults, slowBody: { bytesPerSecond: 50 }, times: 1 }]`;
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.clock.advance("1h");
  await sim.client.state(jobId);
  const aborted = new AbortController();
  const path = `/jobs/${jobId}/results?result_format=json`;
  await sim.client.request("GET", path, { signal: aborted.signal });
  const before = sim.allExchanges.length;
  aborted.abort();
  while (sim.allExchanges.length === before) await new Promise((resolve) => setImmediate(resolve));
  expect(idsIn(sim)).toEqual(["download-aborted"]);
  await (await sim.client.request("GET", path)).arrayBuffer();
  expect(idsIn(sim)).toEqual([]);
});

test("never-looked-at: a job that the client never asks about; listing all jobs counts as asking", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.submit({ inputs: INPUTS, dryrun: true });
  const [found] = sim.report().findings;
  expect(idsIn(sim)).toEqual(["never-looked-at"]);
  expect(found?.sentence).toBe(
    `The client created job ${jobId}, but never requested its status or results.`,
  );
  await sim.clock.advance("1h");
  await sim.client.json("GET", "/list-jobs");
  expect(idsIn(sim)).toEqual(["never-downloaded"]);
});

test("still-active: a job that is running when the tests end; an ended job is fine", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.state(jobId);
  const [found] = sim.report().findings;
  expect(idsIn(sim)).toEqual(["still-active"]);
  expect(found?.sentence).toBe(`Job ${jobId} was still STARTING when the sandbox or run ended.`);
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("cancelled-after-end: a job that the client knew had ended; if it had not asked, that is a race", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const racing = await sim.client.submit({ inputs: INPUTS });
  await sim.client.state(racing);
  await sim.clock.advance("1h");
  await sim.client.cancel(racing);
  await sim.clock.advance("1h");
  await sim.client.state(racing);
  expect(idsIn(sim)).toEqual([]);
  await sim.client.cancel(racing);
  await sim.clock.advance("1h");
  await sim.client.state(racing);
  const found = sim.report().findings.find(({ id }) => id === "cancelled-after-end");
  expect(found?.sentence).toBe(
    `The client sent a cancel request for job ${racing} after it had been told that the job was SUCCEEDED.`,
  );
});

test("cancelling-taken-for-end: another client's cancellation; a client that polls on until its deadline is fine", async () => {
  const yaml = `
profiles: [{ running: 1h, cancel: { takes: 20h }, outcome: { canceled: { at: 50% } } }]`;
  for (const [polls, found] of [
    [1, ["cancelling-taken-for-end"]],
    [10, []],
  ] as const) {
    await using sim = await startTestSimulator({ yaml, clock: "manual" });
    const jobId = await sim.client.submit({ inputs: INPUTS });
    for (let poll = 0; poll < polls; poll++) {
      await sim.clock.advance("1h");
      expect(await sim.client.state(jobId)).toBe("CANCELLING");
    }
    await sim.clock.advance("1d");
    await sim.client.json("GET", "/get-quotas");
    expect(idsIn(sim)).toEqual(found);
  }
});

test("cancel-not-followed and cancelling-taken-for-end: no poll, then one too few, then enough", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.state(jobId);
  await sim.client.cancel(jobId);
  expect(idsIn(sim)).toEqual(["cancel-not-followed"]);
  expect(await sim.client.state(jobId)).toBe("CANCELLING");
  const [found] = sim.report().findings;
  expect(idsIn(sim)).toEqual(["cancelling-taken-for-end"]);
  expect(found?.sentence).toBe(
    `The client canceled job ${jobId}, was told that the job was CANCELLING, and stopped polling.`,
  );
  expect(await sim.client.state(jobId)).toBe("CANCELLED");
  expect(idsIn(sim)).toEqual([]);
});
