import { expect, test } from "@jest/globals";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { faulted, scenarioOf, see } from "./wire.ts";

test("error: the service's own error for a job that exists, with the spec's status and body", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("error: unknown-job", "getResults"),
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const path = `/jobs/${jobId}/results?result_format=json`;
  const { status, body } = await see(sim, { path });
  expect([status, JSON.parse(String(body))]).toEqual([404, { detail: "The job does not exist." }]);
  expect(faulted(sim)).toEqual({ fault: "f", status: 404, end: "finished" });
  expect((await see(sim, { path })).status).toBe(200);
});

test("error: an error with a list of problems has an empty one", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("error: invalid-request", "createJob"),
  });
  const request = { method: "POST", path: "/batch-inference", body: '{"inputs":["a"]}' };
  const { status, body } = await see(sim, request);
  expect([status, JSON.parse(String(body))]).toEqual([
    422,
    {
      detail: "The request is invalid. The response lists the problems, and nothing was created.",
      errors: [],
    },
  ]);
});

test("error in phase response: the service has done its work", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("error: forbidden, phase: response", "createJob"),
  });
  expect((await sim.client.create({ inputs: ["a"] })).status).toBe(403);
  const list = await sim.client.json<{ jobs: object[] }>("GET", "/list-jobs");
  expect(list.body.jobs).toHaveLength(1);
});

test("error: the headers that the spec gives an error are sent, and those of an overlay", async () => {
  const overlay = await overlayFile(`
  - target: $['x-errors'].unauthenticated
    update: { headers: { WWW-Authenticate: Key } }
  - target: $['x-errors']
    update: { out-of-credit: { status: 402, body: { why: { $eval: code }, detail: { $eval: detail } } } }
`);
  const yaml = `faults:
  - { on: tryAuthentication, times: 1, error: rate-limited }
  - { on: tryAuthentication, times: 1, error: unauthenticated }
  - { on: tryAuthentication, times: 1, error: out-of-credit }
`;
  await using sim = await startTestSimulator({ yaml, overlays: [overlay] });
  const answers = [];
  for (const _ of [1, 2, 3]) answers.push(await see(sim, { path: "/try-authentication" }));
  expect(
    answers.map(({ status, headers }) => [
      status,
      headers["retry-after"],
      headers["www-authenticate"],
    ]),
  ).toEqual([
    [429, "1", undefined],
    [401, undefined, "Key"],
    [402, undefined, undefined],
  ]);
  expect(JSON.parse(String(answers[2]?.body))).toEqual({
    why: "out-of-credit",
    detail: "out-of-credit",
  });
  // A key that is really missing gets the same header.
  const bare = await fetch(`${sim.baseUrl}/list-jobs`);
  expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([401, "Key"]);
});

test("a scenario that names an error that the spec doesn't have is refused with the nearest one", async () => {
  await expect(startTestSimulator({ yaml: scenarioOf("error: unknown-jobs") })).rejects.toThrow(
    /faults\.0\.error: Expected one of .*Did you mean `unknown-job`\?/,
  );
});

test("when.format: only requests for results in this format meet the fault", async () => {
  const yaml = `profiles: [{ queued: 0s, starting: 0s, running: 0s }]
faults: [{ name: f, on: "*", when: { format: [parquet, csv] }, error: results-expired }]
`;
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const results = (query: string) => see(sim, { path: `/jobs/${jobId}/results${query}` });
  const statuses: (number | undefined)[] = [];
  for (const query of ["?result_format=json", "?result_format=parquet", "?result_format=csv", ""])
    statuses.push((await results(query)).status);
  expect(statuses).toEqual([200, 410, 410, 422]);
  expect(sim.allExchanges.map(({ format }) => format)).toEqual([
    undefined,
    "json",
    "parquet",
    "csv",
    undefined,
  ]);
});

test("when.format: the format may come from the body", async () => {
  const overlay = await overlayFile(
    `
  - target: "$.paths['/jobs/{job_id}/results'].get['x-batch-sim'].request"
    update: { format: [query.result_format, body.format] }
  - target: "$.paths['/jobs/{job_id}/results'].get.parameters[?@.name=='result_format']"
    update: { required: false }
  - target: "$.paths['/jobs/{job_id}/results'].post"
    copy: "$.paths['/jobs/{job_id}/results'].get"
  - target: "$.paths['/jobs/{job_id}/results'].post"
    update:
      operationId: postResults
      x-batch-sim: { errors: [body-too-large, unsupported-encoding] }
      requestBody:
        content: { application/json: { schema: { type: object, properties: { format: { type: string } } } } }
  - target: "$.paths['/jobs/{job_id}/results'].get"
    remove: true
`,
    "1.1.0",
  );
  const yaml = `profiles: [{ queued: 0s, starting: 0s, running: 0s }]
faults: [{ name: f, on: postResults, when: { format: csv }, status: 500 }]
`;
  await using sim = await startTestSimulator({ yaml, overlays: [overlay] });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const path = `/jobs/${jobId}/results`;
  const ask = (format: string) =>
    see(sim, { method: "POST", path, body: JSON.stringify({ format }) });
  expect([(await ask("csv")).status, (await ask("json")).status]).toEqual([500, 200]);
});
