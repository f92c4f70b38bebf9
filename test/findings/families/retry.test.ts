import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../../support/simulator.ts";
import { idsIn } from "../support.ts";

const INPUTS = ["Great product", "Never again"];

test("retried-hopeless: a repeated invalid request; a corrected one is fine", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({ inputs: INPUTS, job_priority: 7 });
  await sim.client.create({ inputs: INPUTS, job_priority: 1, dryrun: true });
  expect(idsIn(sim)).toEqual(["invalid-request"]);
  await sim.client.create({ inputs: INPUTS, job_priority: 7 });
  await sim.client.create({ inputs: INPUTS, job_priority: 7 });
  const found = sim.report().findings.find(({ id }) => id === "retried-hopeless");
  expect([found?.sentence, found?.exchanges]).toEqual([
    "POST /batch-inference failed with 422, and the client repeated it unchanged.",
    [1, 3, 4],
  ]);
});

test("retried-hopeless: the results of a failed job, requested again; those of a succeeded job that another client cancels are fine", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  await sim.client.cancel(jobId);
  const statuses = [];
  while (statuses.at(-1) !== 200) {
    statuses.push((await sim.client.results(jobId, { result_format: "json" })).status);
    await setTimeout(10);
  }
  expect(statuses).toEqual([409, 200]);
  expect(idsIn(sim)).toEqual(["cancelled-after-end"]);
  await using failing = await startTestSimulator({ scenario: "job-fails-midway" });
  const failed = await failing.client.submit({ inputs: INPUTS });
  await failing.client.follow(failed);
  for (let tries = 0; tries < 3; tries++)
    await failing.client.results(failed, { result_format: "json" });
  expect(idsIn(failing)).toEqual(["results-of-unsuccessful", "retried-hopeless"]);
});

test("retried-hopeless: requests with different rejected keys, or to another address, are different requests", async () => {
  await using sim = await startTestSimulator({ apiKeys: ["right"] });
  for (const authorization of ["Key", "Bearer x", "Bearer y", "Key unknown", "Key wrong"]) {
    await fetch(`${sim.baseUrl}/list-jobs`, { headers: { authorization } });
    await setTimeout(10);
  }
  expect(new Set(idsIn(sim))).toEqual(new Set(["key-malformed", "key-unknown"]));
  await using other = await startTestSimulator({ deploymentPort: 0 });
  const jobId = await other.client.submit({ inputs: INPUTS });
  const headers = { authorization: `Key ${other.apiKey}` };
  for (const url of [other.baseUrl, other.deploymentUrl]) {
    await (await fetch(`${url}/v1/job-cancel/${jobId}`, { headers })).text();
    await setTimeout(10);
  }
  await other.client.follow(jobId);
  expect(idsIn(other)).toEqual(["wrong-address"]);
});

const OUTAGE = `
faults:
  - { name: outage, on: getJobStatus, status: 503, times: 1 }
  - { name: forbidden, on: getQuotas, status: 403 }
`;

test("not-retried: the last poll hit an outage; continued polling is fine", async () => {
  await using sim = await startTestSimulator({ yaml: OUTAGE });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.json("GET", `/job-status/${jobId}`);
  const found = sim.report().findings.find(({ id }) => id === "not-retried");
  expect(found?.sentence).toBe(
    `GET /job-status/${jobId} failed with 503 (fault \`outage\`), and the client did not retry it.`,
  );
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test.each([408, 429, 500, 502, 503, 504, 529])(
  "not-retried: the remedies list %i as a temporary failure",
  async (status) => {
    const yaml = `faults: [{ on: getQuotas, status: ${status} }, { on: listJobs, status: 403 }]`;
    await using sim = await startTestSimulator({ yaml });
    await sim.client.json("GET", "/get-quotas");
    for (let tries = 0; tries < 3; tries++) await sim.client.json("GET", "/list-jobs");
    expect(idsIn(sim)).toEqual(["retried-hopeless", "not-retried"]);
    for (const { severity, cure } of sim.report().findings)
      if (severity === "warning") expect(cure).toContain(String(status));
  },
);

test("retried-hopeless: a scripted 403, repeated; once is fine", async () => {
  await using sim = await startTestSimulator({ yaml: OUTAGE });
  await sim.client.json("GET", "/get-quotas");
  expect(idsIn(sim)).toEqual([]);
  // `fetch` may use another connection, so a single repetition may look like a parallel request.
  await sim.client.json("GET", "/get-quotas");
  await sim.client.json("GET", "/get-quotas");
  expect(idsIn(sim)).toEqual(["retried-hopeless"]);
});

async function connected({ baseUrl }: TestSimulator): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

function askForQuotas({ apiKey }: TestSimulator, socket: Socket): Promise<unknown> {
  socket.write(
    `GET /get-quotas HTTP/1.1\r\nHost: localhost\r\nAuthorization: Key ${apiKey}\r\n\r\n`,
  );
  return once(socket, "data");
}

test("retried-hopeless: requests that were sent before the first response arrived are not retries", async () => {
  await using sim = await startTestSimulator({ yaml: OUTAGE });
  const pool = await Promise.all([1, 2, 3, 4].map(() => connected(sim)));
  await Promise.all(pool.map((socket) => askForQuotas(sim, socket)));
  expect(idsIn(sim)).toEqual([]);
  for (const socket of pool) socket.destroy();
});

test("retried-hopeless: used connections that carry requests at the same time; one after another, they are retries", async () => {
  const yaml = "faults: [{ on: getQuotas, status: 403, after: 4 }]";
  await using parallel = await startTestSimulator({ yaml });
  const pool = await Promise.all([1, 2, 3, 4].map(() => connected(parallel)));
  for (const socket of pool) await askForQuotas(parallel, socket);
  await Promise.all(pool.map((socket) => askForQuotas(parallel, socket)));
  for (const socket of pool) socket.destroy();
  expect(idsIn(parallel)).toEqual([]);
  await using serial = await startTestSimulator({ yaml: OUTAGE });
  for (let tries = 0; tries < 3; tries++) {
    const socket = await connected(serial);
    await askForQuotas(serial, socket);
    socket.destroy();
  }
  expect(idsIn(serial)).toEqual(["retried-hopeless"]);
});

test("retried-hopeless: on a connection that a pool had opened long before", async () => {
  await using sim = await startTestSimulator({ yaml: OUTAGE });
  const pool = [await connected(sim), await connected(sim)];
  for (const socket of pool) {
    await setTimeout(1100);
    await askForQuotas(sim, socket);
  }
  for (const socket of pool) socket.destroy();
  expect(idsIn(sim)).toEqual(["retried-hopeless"]);
});

test("created-twice: a client that creates the job again at the moment of its timeout", async () => {
  const yaml = "faults: [{ on: createJob, hang: true, phase: response, times: 1 }]";
  await using sim = await startTestSimulator({ yaml });
  const create = (signal?: AbortSignal) =>
    fetch(`${sim.baseUrl}/batch-inference`, {
      method: "POST",
      headers: { authorization: `Key ${sim.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ inputs: INPUTS }),
      ...(signal && { signal }),
    });
  const again = await create(AbortSignal.timeout(200)).catch(() => create());
  const { job_id: jobId } = (await again.json()) as { job_id: string };
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual(["created-twice"]);
});

test("created-twice: not if the client reported the lost response before another test created the same job", async () => {
  const createdTwice = async (declare: (sim: TestSimulator) => void): Promise<string[]> => {
    await using sim = await startTestSimulator({ scenario: "lost-create-response" });
    await expect(sim.client.create({ inputs: INPUTS })).rejects.toThrow("fetch failed");
    declare(sim);
    const jobId = await sim.client.submit({ inputs: INPUTS });
    await sim.client.follow(jobId);
    await sim.client.jsonResults(jobId);
    // A later error says nothing about the lost response.
    sim.expectClientError();
    return idsIn(sim);
  };
  expect(await createdTwice(() => {})).toEqual(["created-twice"]);
  expect(await createdTwice((sim) => sim.expectClientError())).toEqual([]);
});

const SPOILT = `
faults:
  - { name: lost, on: createJob, lostResponse: true, times: 1 }
  - { name: cut, on: getJobStatus, reset: beforeHeaders, times: 1 }
  - { name: half, on: getResults, truncate: { atShare: 50% }, times: 1 }
`;

test("created-twice, not-retried, and went-on-after-bad-download, with real faults", async () => {
  await using sim = await startTestSimulator({ yaml: SPOILT });
  await expect(sim.client.create({ inputs: INPUTS })).rejects.toThrow("fetch failed");
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await expect(sim.client.state(jobId)).rejects.toThrow("fetch failed");
  expect(idsIn(sim)).toEqual(["created-twice", "not-retried"]);
  await sim.client.follow(jobId);
  await expect(sim.client.jsonResults(jobId)).rejects.toThrow("terminated");
  expect(idsIn(sim)).toEqual(["created-twice", "went-on-after-bad-download"]);
  sim.expectClientError({ jobId });
  expect(idsIn(sim)).toEqual(["created-twice"]);
  expect(sim.report().coverage.lists.find(({ name }) => name === "faults")).toMatchObject({
    covered: 3,
    total: 3,
  });
});

test.each([
  "truncate: { atShare: 50% }",
  "malformedJson: true",
  "reset: { afterBytes: 20 }",
  "dropField: /outputs",
])(
  "a client that stops repeating a download that is always damaged has no findings: %s",
  async (fault) => {
    await using sim = await startTestSimulator({ yaml: `faults: [{ on: getResults, ${fault} }]` });
    const jobId = await sim.client.submit({ inputs: INPUTS });
    await sim.client.follow(jobId);
    const download = (query = {}) => sim.client.jsonResults(jobId, query).catch(() => {});
    await download();
    expect(idsIn(sim)).toEqual(["went-on-after-bad-download"]);
    await download();
    expect(idsIn(sim)).toEqual([]);
    // The download with the inputs was not repeated.
    await download({ include_inputs: true });
    expect(idsIn(sim)).toEqual(["went-on-after-bad-download"]);
  },
);

test.each([
  '{ status: 200, headers: { content-type: text/html }, body: "<html>Sign in</html>" }',
  "{ status: 204 }",
])("went-on-after-bad-download: a successful response without the results: %s", async (fault) => {
  const yaml = `faults: [{ on: getResults, name: gateway, times: 1, ${fault.slice(1)}]`;
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  await sim.client.file(jobId, "json").catch(() => {});
  expect(sim.report().findings.map(({ sentence }) => sentence)).toContain(
    `The download of job ${jobId}'s results was replaced with another response (fault \`gateway\`), and the client did not repeat it. batch-sim can't see whether the client reported an error.`,
  );
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});

test("went-on-after-bad-download: not if the client already has the file", async () => {
  const yaml = "faults: [{ on: getResults, after: 1, truncate: { atShare: 50% } }]";
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: INPUTS });
  await sim.client.follow(jobId);
  await sim.client.jsonResults(jobId);
  await sim.client.jsonResults(jobId).catch(() => {});
  expect(idsIn(sim)).toEqual([]);
  await sim.client.jsonResults(jobId, { include_inputs: true }).catch(() => {});
  expect(idsIn(sim)).toEqual(["went-on-after-bad-download"]);
});

test("a client that lists the jobs after a lost response, keeps polling after a reset, and downloads again has no findings", async () => {
  await using sim = await startTestSimulator({ yaml: SPOILT });
  await expect(sim.client.create({ inputs: INPUTS })).rejects.toThrow("fetch failed");
  const { body } = await sim.client.json<{ jobs: { job_id: string }[] }>("GET", "/list-jobs");
  const jobId = body.jobs[0]?.job_id ?? "";
  await expect(sim.client.state(jobId)).rejects.toThrow("fetch failed");
  await sim.client.follow(jobId);
  await expect(sim.client.jsonResults(jobId)).rejects.toThrow("terminated");
  await sim.client.jsonResults(jobId);
  expect(idsIn(sim)).toEqual([]);
});
