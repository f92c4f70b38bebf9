import { expect, test } from "@jest/globals";
import { KEY, SCENARIO, startSecretService, unzipped } from "./secret-service.ts";

test("the secret service differs from the document in 25 places", async () => {
  await using service = await startSecretService(
    { overlays: ["test/verify/secret.yaml"], scenario: SCENARIO },
    { quotesAll: true },
  );
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Key ${KEY}`, "content-type": "application/json" };
    const response = await fetch(service.url + path, { headers, ...init });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { response, status: response.status, bytes, body: isJson ? JSON.parse(`${bytes}`) : {} };
  };
  const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });
  const created = await call("/batch-inference", post({ inputs: ["a"] }));
  const id = created.body.job_id;
  const early = await call(`/jobs/${id}/results?result_format=json`);
  const follow = async (): Promise<string[]> => {
    const states: string[] = [];
    while (!["SUCCEEDED", "CANCELLED"].includes(states.at(-1) ?? "")) {
      states.push((await call(`/job-status/${id}`)).body.job_status[id]);
      await service.advance(5000);
    }
    return states;
  };
  const states = await follow();
  const { job } = (await call(`/jobs/${id}`)).body;
  const csv = await call(`/jobs/${id}/results?result_format=csv&include_inputs=true`);
  const cancel = await call(`/v1/job-cancel/${id}`);
  const ends = await follow();
  const { quotas } = (await call("/get-quotas")).body;
  const noKey = await call("/get-quotas", { headers: {} });
  const invalid = await call("/batch-inference", post({}));
  const statusOf = async (path: string): Promise<number> => (await call(path)).status;
  expect({
    1: created.status,
    2: early.status,
    3: early.response.headers.get("retry-after"),
    4: cancel.status,
    5: ends.at(-1),
    6: cancel.body.cancelled,
    7: await statusOf("/v1/job-cancel/none"),
    "8, 9": [...new Set(states)],
    10: typeof job.datetime_created,
    "11 to 14": [job.row_count, typeof job.job_cost, job.description, job.owner],
    "15, 16": [typeof quotas[0].token_quota, quotas[0].row_quota],
    17: [await statusOf("/try-authentication"), await statusOf("/auth/check")],
    18: await statusOf("/usage/any"),
    "19, 20": [noKey.status, Object.keys(noKey.body)],
    21: Array.isArray(invalid.body.detail),
    22: await statusOf("/job-status/none"),
    23: /^[\da-f]{8}-/.test(id),
    24: unzipped(csv.bytes).text.split("\r\n")[0],
    25: unzipped(csv.bytes).name,
  }).toEqual({
    1: 201,
    2: 425,
    3: "5",
    4: 202,
    5: "CANCELLED",
    6: "true",
    7: 410,
    "8, 9": ["QUEUED", "STARTING", "PROCESSING", "FINALIZING", "SUCCEEDED"],
    10: "number",
    "11 to 14": [1, "string", undefined, "team-a"],
    "15, 16": ["string", null],
    17: [404, 200],
    18: 200,
    "19, 20": [403, ["error"]],
    21: true,
    22: 400,
    23: true,
    24: `"inputs","${id}"`,
    25: "results.csv",
  });
});
