import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { LONG_LIST } from "../../src/core/lazy-list.ts";
import { largeJsonReply } from "../../src/http/reply/large-json.ts";
import { connect } from "../../src/index.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator } from "../support/simulator.ts";

async function textOf(value: unknown): Promise<string> {
  const { body } = largeJsonReply(200, value, "");
  if (typeof body === "string") return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test("JSON in pieces is the same as in one piece", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
      expect(await textOf(value)).toBe(JSON.stringify(value));
    }),
  );
});

test("a large value is made while it is sent", async () => {
  const jobs = Array.from({ length: 5000 }, (_, job) => ({
    job,
    state: "queued",
    none: undefined,
  }));
  const value = { jobs, counts: Object.fromEntries(jobs.map(({ job }) => [`j${job}`, job])) };
  expect(typeof largeJsonReply(200, value, "").body).toBe("object");
  // Not `toBe`, which would print a megabyte.
  expect((await textOf(value)) === JSON.stringify(value)).toBe(true);
});

test("a long list of jobs is complete, in order, and the same in process and over HTTP", async () => {
  await using sim = await startTestSimulator({ clock: "manual", scenario: "instant" });
  const texts = Array.from({ length: LONG_LIST }, (_, index) => `row ${index}`);
  const jobIds: string[] = [];
  for (const text of texts) jobIds.push(await sim.client.submit({ inputs: [text] }));
  const { body } = await sim.client.json<{ jobs: Record<string, unknown>[] }>("GET", "/list-jobs");
  expect(body.jobs.map((job) => job["job_id"])).toEqual(jobIds.toReversed());
  const [newest] = body.jobs;
  const { body: one } = await sim.client.json("GET", `/jobs/${newest?.["job_id"]}`);
  expect({ job: newest }).toEqual(one);
  const remote = connect(sim.controlUrl ?? "", { apiKey: sim.apiKey });
  const listed = await remote.jobs.list();
  expect(listed.map(({ jobId }) => jobId)).toEqual(jobIds);
  expect(listed).toEqual(await sim.control.jobs.list());
  expect(await remote.snapshot()).toEqual(await sim.control.snapshot());
});

test("a long list has the headers of its operation", async () => {
  const overlay = await overlayFile(`
  - target: $.paths['/list-jobs'].get['x-batch-sim']
    update: { headers: { X-Kind: list } }`);
  const options = { overlays: [overlay], clock: "manual", scenario: "instant" } as const;
  await using sim = await startTestSimulator(options);
  const kindOf = async (): Promise<string | null> =>
    (await sim.client.request("GET", "/list-jobs")).headers.get("x-kind");
  expect(await kindOf()).toBe("list");
  const submissions = Array.from({ length: LONG_LIST }, () => ({ inputs: ["text"] }));
  await Promise.all(submissions.map((body) => sim.client.submit(body)));
  expect(await kindOf()).toBe("list");
});
