import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

const yaml = `faults:
  - name: f
    on: [getJobStatus, getJob, getResults, streamJobProgress, cancelJob]
    notFoundAfterCreate: { for: 3s }
`;

test("notFoundAfterCreate: a job is unknown, in each operation's own words, until it has an age", async () => {
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const unknown = [404, "f", { detail: `Job \`${jobId}\` does not exist.` }];
  const paths = [
    `/job-status/${jobId}`,
    `/jobs/${jobId}`,
    `/jobs/${jobId}/results?result_format=json`,
    `/stream-job-progress/${jobId}`,
    `/v1/job-cancel/${jobId}`,
  ];
  await sim.clock.advance(2999);
  for (const path of paths) {
    const { status, headers, body } = await sim.client.json("GET", path);
    expect([status, headers.get("x-sim-fault"), body]).toEqual(unknown);
  }
  await sim.clock.advance(1);
  expect(await sim.client.state(jobId)).not.toBe("");
  expect((await sim.client.cancel(jobId)).status).toBe(200);
});

test("notFoundAfterCreate: a key that is missing is missed first, and a job that never was has no fault", async () => {
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  await sim.client.submit({ inputs: ["a"] });
  expect((await fetch(`${sim.baseUrl}/job-status/job-1`)).status).toBe(401);
  const { status, headers } = await sim.client.json("GET", "/job-status/job-1");
  expect([status, headers.get("x-sim-fault")]).toEqual([404, null]);
});

test("notFoundAfterCreate on a poll clock: who asks again, by whatever operation, gets an answer", async () => {
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 200 && statuses.length < 10)
    statuses.push((await sim.client.cancel(jobId)).status);
  expect(statuses).toEqual([404, 404, 404, 200]);
});
