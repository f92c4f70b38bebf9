import { readdir, readlink } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Inputs that don't fit into memory are in temporary files, which only Linux lists.

const INPUTS = Array.from({ length: 600 }, (_, row) => `${row} `.padEnd(20_000, "x"));
const JOB = { inputs: INPUTS };

/** A difference would be too long to show. */
function isSame(inputs: readonly string[] | undefined): boolean {
  return JSON.stringify(inputs) === JSON.stringify(INPUTS);
}

/** Number of open temporary files. */
async function openFiles(): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const links = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
  );
  return links.filter((link) => /batch-sim-\w+\/input \(deleted\)$/.test(link)).length;
}

/** Files are closed in the background. */
async function untilClosed(): Promise<void> {
  for (let turn = 0; turn < 1000 && (await openFiles()) > 0; turn++) await setImmediate();
  expect(await openFiles()).toBe(0);
}

async function upload(sim: TestSimulator): Promise<string> {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob([`inputs\n${INPUTS.join("\n")}\n`]), "rows.csv");
  await sim.client.request("POST", "/upload-to-dataset", { body: form });
  return body.dataset_id;
}

const testOnLinux = process.platform === "linux" ? test : test.skip;

testOnLinux(
  "inputs on disk last until their sandbox has ended and nothing reads them",
  async () => {
    await using sim = await startTestSimulator({ scenario: "instant" });
    const jobId = await sim.client.submit(JOB);
    expect(await openFiles()).toBe(1);
    const query = { result_format: "json", include_inputs: true };
    const response = await sim.client.results(jobId, query);
    await sim.control.reset();
    expect(await openFiles()).toBe(1);
    const { inputs } = (await response.json()) as { inputs: string[] };
    expect(isSame(inputs)).toBe(true);
    await untilClosed();
  },
);

testOnLinux("inputs of a dataset are on disk too, until the simulator is closed", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: await upload(sim), job_priority: 1 });
  expect(await openFiles()).toBe(1);
  const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect(isSame(body.inputs)).toBe(true);
  await sim.close();
  await untilClosed();
});

testOnLinux("a rejected request leaves no file", async () => {
  await using sim = await startTestSimulator({ maxDecodedBytes: 11_900_000 });
  expect((await sim.client.create(JOB)).status).toBe(413);
  const inputs = [...INPUTS.slice(0, 590), 1];
  expect((await sim.client.create({ inputs })).status).toBe(422);
  expect((await sim.client.create({ inputs: INPUTS.slice(0, 590), model: 1 })).status).toBe(422);
  await untilClosed();
});
