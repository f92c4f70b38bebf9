import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "over-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a scenario to apply over others. */
async function written(name: string, scenario: object): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, JSON.stringify({ name, ...scenario }));
  return file;
}

async function create({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Promise<Response> {
  const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ inputs: ["a", "b"] });
  return fetch(`${baseUrl}/batch-inference`, { method: "POST", headers, body });
}

test("its faults and assumptions apply in every sandbox, before the sandbox's own", async () => {
  const over = await written("refuses", {
    assumptions: { "create-status": 202 },
    faults: [{ name: "first", on: "createJob", times: 1, status: 503 }],
  });
  await using sim = await startSimulator({ over });
  await using box = await sim.sandbox({
    scenario: { name: "own", faults: [{ on: "createJob", times: 1, status: 500 }] },
  });
  const statuses: number[] = [];
  for (let calls = 0; calls < 3; calls++) statuses.push((await create(box)).status);
  expect(statuses).toEqual([503, 500, 202]);
  expect((await create(sim)).status).toBe(503);
});

test("a part of its profile replaces that of each profile, and the other parts stay", async () => {
  const over = await written("fails", {
    profiles: [{ outcome: { failed: { at: "50%", reason: "The worker was lost." } } }],
  });
  await using sim = await startSimulator({ over });
  await using box = await sim.sandbox({
    scenario: { profiles: [{ queued: "6h" }] },
    clock: "manual",
  });
  const { job_id: jobId } = (await (await create(box)).json()) as { job_id: string };
  await box.clock.advance("5h");
  expect((await box.control.jobs.get(jobId)).state).toBe("queued");
  await box.clock.advanceUntil({ jobId, state: "failed" });
});

test("rules that a test adds to a sandbox don't repeat those applied over it", async () => {
  const over = await written("once", { faults: [{ name: "once", on: "getQuotas", status: 500 }] });
  await using sim = await startSimulator({ over });
  await using box = await sim.sandbox();
  await box.control.faults.add({ name: "added", on: "createJob", status: 504, times: 1 });
  const faults = await box.control.faults.list();
  expect(faults.map(({ rule }) => rule.name)).toEqual(["added", "once"]);
  expect((await create(box)).status).toBe(504);
});

test("a scenario that can't be read is an error at the start", async () => {
  await expect(startSimulator({ over: join(folder, "missing.yaml") })).rejects.toThrow(
    "missing.yaml",
  );
});
