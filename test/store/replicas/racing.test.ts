import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect } from "../../../src/index.ts";
import { type Fleet, openFleet } from "./fleet.ts";

const SCENARIO = "faults: [{ name: twice, on: getQuotas, times: 2, error: forbidden }]";
const HEADERS = { authorization: "Key racing", "content-type": "application/json" };

/** Number of requests at a time. */
const CLIENTS = 50;

let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet(undefined, SCENARIO);
});

afterAll(() => fleet.close());

/** Sends this many requests, many of them at a time, and returns what became of each. */
async function race<Result>(total: number, send: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let left = total;
  const client = async (): Promise<void> => {
    while (left-- > 0) results.push(await send());
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return results;
}

test("1,000 racing calls through `times: 2`: exactly 2 fail", async () => {
  const faults = await race(1000, async () => {
    const response = await fetch(`${fleet.target.baseUrl}/get-quotas`, { headers: HEADERS });
    await response.arrayBuffer();
    return `${response.status} ${response.headers.get("x-sim-fault")}`;
  });
  const failed = faults.filter((fault) => fault !== "200 null");
  expect([faults.length, failed]).toEqual([1000, ["403 twice", "403 twice"]]);
});

test("300 racing creations make 300 jobs with 300 IDs, which every replica lists", async () => {
  const ids = await race(300, async () => {
    const init = { method: "POST", headers: HEADERS, body: '{"inputs":["a"]}' };
    const response = await fetch(`${fleet.target.baseUrl}/batch-inference`, init);
    return ((await response.json()) as { job_id: string }).job_id;
  });
  expect(new Set(ids).size).toBe(300);
  for (const { controlUrl } of await fleet.replicas()) {
    const { jobs } = await connect(controlUrl, { apiKey: "racing" }).snapshot();
    expect(jobs.map(({ jobId }) => jobId).sort()).toEqual([...ids].sort());
  }
});

test("200 racing advances move the clock by the sum of all", async () => {
  const { clock } = connect(fleet.target.controlUrl, { apiKey: "racing" });
  const before = await clock.now();
  let count = 0;
  await race(200, () => clock.advance(++count * 1000));
  expect(await clock.now()).toBe(before + (1000 * 200 * 201) / 2);
});
