import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

type End = (response: ServerResponse) => void;

const ROWS: End = (response) => {
  response.writeHead(200, { "content-type": "text/csv" });
  response.end("inputs\na\nb\n");
};
const FORBIDDEN: End = (response) => {
  response.writeHead(403).end();
};

const YAML = "profiles: [{ queued: 10s, starting: 5s, running: 20s, cancel: { takes: 5s } }]";

/** Holds each request until `letGo`. */
const held: ServerResponse[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((_request, response) => void held.push(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows.csv`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function letGo(sim: TestSimulator, jobIds: readonly string[], end: End): Promise<void> {
  while (held.length < jobIds.length) await new Promise((resolve) => setImmediate(resolve));
  for (const response of held.splice(0)) end(response);
  // The job's timeline includes the future, so this waits for the outcome.
  for (const jobId of jobIds) await sim.control.jobs.get(jobId);
}

/** Submits two jobs with the URL, and one with rows; returns their IDs. */
async function submitAll({ client }: TestSimulator): Promise<[string, string, string]> {
  const body = { inputs: url, job_priority: 1 };
  return [
    await client.submit(body),
    await client.submit({ ...body, name: "canceled" }),
    await client.submit({ inputs: ["a"] }),
  ];
}

/** All responses that clients and tests can get while the jobs are queued or starting. */
async function everyAnswer(sim: TestSimulator, jobIds: readonly string[]): Promise<unknown[]> {
  const { client, control } = sim;
  const [first = "", second = "", third = ""] = jobIds;
  const answers: unknown[] = [await client.state(first), await client.job(first)];
  answers.push((await client.jsonResults(first)).body);
  answers.push((await client.cancel(second)).body, await client.state(second));
  answers.push((await client.json("GET", "/list-jobs")).body, await client.state(third));
  answers.push(await control.jobs.list(), await control.clock.advance("11s"));
  answers.push(await client.state(first), await client.state(second), await client.job(first));
  answers.push(await control.clock.now(), (await control.snapshot()).jobs);
  answers.push(await control.faults.list(), (await control.scenario.get()).profiles);
  const exchanges = await control.journal.find();
  answers.push(exchanges.map(({ operationId, jobState }) => [operationId, jobState]));
  const { findings } = await control.report();
  answers.push(findings.map(({ id, sentence }) => [id, sentence]));
  return answers;
}

test("while a URL hangs, nothing waits that its outcome can't change, and everything is as if it had been read", async () => {
  const answers: unknown[][] = [];
  for (const end of [ROWS, FORBIDDEN]) {
    await using sim = await startTestSimulator({ clock: "manual", yaml: YAML });
    const jobIds = await submitAll(sim);
    answers.push(await everyAnswer(sim, jobIds));
    await letGo(sim, jobIds.slice(0, 2), end);
  }
  for (const end of [ROWS, FORBIDDEN]) {
    await using sim = await startTestSimulator({ clock: "manual", yaml: YAML });
    const jobIds = await submitAll(sim);
    await letGo(sim, jobIds.slice(0, 2), end);
    answers.push(await everyAnswer(sim, jobIds));
  }
  const [first, ...others] = answers;
  expect(first?.slice(0, 2)).toMatchObject(["QUEUED", { status: "QUEUED", num_rows: 0 }]);
  for (const other of others) expect(other).toEqual(first);
});

test("what the outcome of a hanging URL can change waits for it", async () => {
  await using sim = await startTestSimulator({ clock: "manual", yaml: YAML });
  const [jobId, other] = await submitAll(sim);
  const ended: string[] = [];
  const advance = sim.control.clock.advance("15s").then(() => ended.push("advance"));
  const job = sim.control.jobs.get(jobId).then(() => ended.push("job"));
  expect(await sim.client.state(jobId)).toBe("QUEUED");
  expect(ended).toEqual([]);
  await letGo(sim, [jobId, other], ROWS);
  await Promise.all([advance, job]);
  expect(await sim.client.job(jobId)).toMatchObject({ status: "RUNNING", num_rows: 2 });
});
