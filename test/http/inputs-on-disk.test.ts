import { fstatSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Inputs that don't fit into memory are in temporary files.

const INPUTS = Array.from({ length: 600 }, (_, row) => `${row} `.padEnd(20_000, "x"));
const JOB = { inputs: INPUTS };

/** A difference would be too long to show. */
function isSame(inputs: readonly string[] | undefined): boolean {
  return JSON.stringify(inputs) === JSON.stringify(INPUTS);
}

/** More than the process opens. */
const MOST_DESCRIPTORS = 512;

/** Number of open files that begin with the inputs. */
function openFiles(): number {
  return Array.from({ length: MOST_DESCRIPTORS }, (_, descriptor) => descriptor).filter(hasInputs)
    .length;
}

function hasInputs(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isFile()) return false;
    const start = Buffer.alloc(100);
    readSync(descriptor, start, 0, start.length, 0);
    return INPUTS[0]?.startsWith(start.toString()) === true;
  } catch {
    // The descriptor is not open, or can't be read.
    return false;
  }
}

/** Files are closed in the background. */
async function untilClosed(): Promise<void> {
  for (let turn = 0; turn < 1000 && openFiles() > 0; turn++) await setImmediate();
  expect(openFiles()).toBe(0);
}

async function upload(sim: TestSimulator): Promise<string> {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob([`inputs\n${INPUTS.join("\n")}\n`]), "rows.csv");
  await sim.client.request("POST", "/upload-to-dataset", { body: form });
  return body.dataset_id;
}

test("inputs on disk last until their sandbox has ended and nothing reads them", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit(JOB);
  expect(openFiles()).toBe(1);
  const query = { result_format: "json", include_inputs: true };
  const response = await sim.client.results(jobId, query);
  await sim.control.reset();
  expect(openFiles()).toBe(1);
  const { inputs } = (await response.json()) as { inputs: string[] };
  expect(isSame(inputs)).toBe(true);
  await untilClosed();
});

test("inputs of a dataset are on disk too, until the simulator is closed", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const jobId = await sim.client.submit({ inputs: await upload(sim), job_priority: 1 });
  expect(openFiles()).toBe(1);
  const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
  expect(isSame(body.inputs)).toBe(true);
  await sim.close();
  await untilClosed();
});

test("a rejected request leaves no file", async () => {
  await using sim = await startTestSimulator({ maxDecodedBytes: 11_900_000 });
  expect((await sim.client.create(JOB)).status).toBe(413);
  const inputs = [...INPUTS.slice(0, 590), 1];
  expect((await sim.client.create({ inputs })).status).toBe(422);
  expect((await sim.client.create({ inputs: INPUTS.slice(0, 590), model: 1 })).status).toBe(422);
  await untilClosed();
});
