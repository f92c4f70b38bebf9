import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import {
  craftedParquet,
  dataPage,
  plainPage,
  repeated,
  varInt,
} from "../support/crafted-parquet.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Files that are small, but whose rows are numerous or large. The complete limits are tested in `test/codec` and `test/input`.

type Response = { readonly status: number; readonly detail: string | undefined };

async function upload(sim: TestSimulator, name: string, bytes: Uint8Array | string) {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob([bytes]), name);
  const response = await sim.client.request("POST", "/upload-to-dataset", { body: form });
  const { detail } = (await response.json()) as { detail?: string };
  return { datasetId: body.dataset_id, response: { status: response.status, detail } };
}

async function create(sim: TestSimulator, inputs: unknown): Promise<Response> {
  const body = { inputs, job_priority: 1 };
  const answer = await sim.client.json<{ detail?: string }>("POST", "/batch-inference", body);
  return { status: answer.status, detail: answer.body.detail };
}

async function jobCount(sim: TestSimulator): Promise<number> {
  const { body } = await sim.client.json<{ jobs: unknown[] }>("GET", "/list-jobs");
  return body.jobs.length;
}

test("a file that claims too many rows is rejected before it is read", async () => {
  await using sim = await startTestSimulator();
  const file = craftedParquet({ pages: repeated("equal", 400_000_000), numRows: 400_000_000 });
  const { datasetId, response } = await upload(sim, "rows.parquet", file);
  expect(response).toEqual({
    status: 413,
    detail:
      "Failed to read the file `rows.parquet`: it has 400000000 rows, more than the limit of 10000000. Send fewer rows, or raise `maxRows`.",
  });
  const files = await sim.client.json<{ files: string[] }>("POST", "/list-dataset-files", {
    dataset_id: datasetId,
  });
  expect(files.body.files).toEqual([]);
});

test("a file with a cell of more than 16 MiB makes no job", async () => {
  await using sim = await startTestSimulator();
  const page = plainPage(["short", "x".repeat(16 * 1024 ** 2 + 1)], (bytes) => gzipSync(bytes));
  const file = craftedParquet({ pages: [page], numRows: 2, codec: "GZIP" });
  const { datasetId, response } = await upload(sim, "rows.parquet", file);
  expect(response.status).toBe(200);
  expect(await create(sim, datasetId)).toEqual({
    status: 413,
    detail:
      "Failed to read the file `rows.parquet`: one of its cells exceeds the limit of 16 MiB. Send shorter rows.",
  });
  expect(await jobCount(sim)).toBe(0);
});

test("a file whose rows are too large in total makes no job", async () => {
  await using sim = await startTestSimulator({ maxDecodedBytes: 1024 ** 2 });
  const file = craftedParquet({ pages: repeated("x".repeat(1024), 1025), numRows: 1025 });
  const { datasetId, response } = await upload(sim, "rows.parquet", file);
  expect(response.status).toBe(200);
  expect(await create(sim, datasetId)).toEqual({
    status: 413,
    detail:
      "Failed to read the file `rows.parquet`: its rows exceed the limit of 1 MiB once decoded. Send fewer rows, or raise `maxDecodedBytes`.",
  });
  expect(await jobCount(sim)).toBe(0);
});

test("the limits apply to all files of a dataset together", async () => {
  await using sim = await startTestSimulator({ maxRows: 3 });
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  for (const name of ["a.csv", "b.csv"]) {
    const form = new FormData();
    form.set("dataset_id", body.dataset_id);
    form.set("file", new Blob(["inputs\n1\n2\n"]), name);
    await sim.client.request("POST", "/upload-to-dataset", { body: form });
  }
  expect(await create(sim, body.dataset_id)).toEqual({
    status: 413,
    detail: `Failed to read dataset \`${body.dataset_id}\`: it has 4 rows, more than the limit of 3. Send fewer rows, or raise \`maxRows\`.`,
  });
  expect(await jobCount(sim)).toBe(0);
});

test("the number of rows is limited in a CSV file, behind a URL, and in a JSON body", async () => {
  await using sim = await startTestSimulator({ maxRows: 2 });
  const csv = "inputs\n1\n2\n3\n";
  const { response } = await upload(sim, "rows.csv", csv);
  expect(response).toEqual({
    status: 413,
    detail:
      "Failed to read the file `rows.csv`: it has more than the limit of 2 rows. Send fewer rows, or raise `maxRows`.",
  });
  expect(await create(sim, ["1", "2", "3"])).toEqual({
    status: 413,
    detail:
      "Failed to read the body: it has more than the limit of 2 rows. Send fewer rows, or raise `maxRows`.",
  });
  expect(await jobCount(sim)).toBe(0);
  const { url } = await sim.control.files.put("rows.csv", csv);
  const jobId = await sim.client.submit({ inputs: url, job_priority: 1 });
  await sim.client.follow(jobId);
  const { failure_reason } = (await sim.client.job(jobId)) as {
    failure_reason: { message: string };
  };
  expect(failure_reason.message).toMatch(
    /: it has more than the limit of 2 rows\. Send fewer rows, /,
  );
});

/** A run of a level, after its length in bytes. */
function levels(...runs: readonly (readonly [value: number, count: number])[]): Buffer {
  const bytes = Buffer.from(runs.flatMap(([value, count]) => [...varInt(count * 2), value]));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

test("a file with a list of more than 16 MiB makes no job", async () => {
  await using sim = await startTestSimulator();
  const count = 9_000_000;
  const [dictionary, page] = repeated("", count);
  const runs = [levels([0, 1], [1, count - 1]), levels([1, count])];
  const data = Buffer.concat([...runs, page?.data ?? Buffer.of()]);
  const pages = [dictionary, dataPage({ data, count, encoding: "RLE_DICTIONARY" })].flatMap(
    (each) => each ?? [],
  );
  const column = [
    { name: "inputs", type: "BYTE_ARRAY", repetition_type: "REPEATED", converted_type: "UTF8" },
  ] as const;
  const file = craftedParquet({ pages, numRows: 1, numValues: count, column });
  const { datasetId } = await upload(sim, "rows.parquet", file);
  const inputs = { inputs: datasetId, job_priority: 1, column_name: "inputs" };
  const answer = await sim.client.json<{ detail?: string }>("POST", "/batch-inference", inputs);
  expect([answer.status, answer.body.detail]).toEqual([
    413,
    "Failed to read the file `rows.parquet`: one of its cells exceeds the limit of 16 MiB. Send shorter rows.",
  ]);
});

test("pages that add no rows count as decoded bytes", async () => {
  await using sim = await startTestSimulator({ maxDecodedBytes: 1024 ** 2 });
  const [dictionary, page] = repeated("x".repeat(1024 ** 2), 1);
  const pages = [...Array.from({ length: 9 }, () => dictionary), page].flatMap(
    (each) => each ?? [],
  );
  const file = craftedParquet({ pages, numRows: 1 });
  const { datasetId } = await upload(sim, "rows.parquet", file);
  expect(await create(sim, datasetId)).toEqual({
    status: 413,
    detail:
      "Failed to read the file `rows.parquet`: its rows exceed the limit of 1 MiB once decoded. Send fewer rows, or raise `maxDecodedBytes`.",
  });
});

test("a file that takes too long to decode makes no job, and its worker is stopped", async () => {
  await using sim = await startTestSimulator();
  const file = craftedParquet({ pages: repeated("equal", 100_000), numRows: 100_000 });
  const { datasetId } = await upload(sim, "rows.parquet", file);
  const { setTimeout } = globalThis;
  // Minutes pass at once.
  const hurried = (run: () => void, delayMs = 0): unknown => {
    if (delayMs <= 200_000) return setTimeout(run, delayMs);
    run();
    return setTimeout(() => {}, 0);
  };
  globalThis.setTimeout = hurried as typeof setTimeout;
  try {
    expect(await create(sim, datasetId)).toEqual({
      status: 413,
      detail:
        "Failed to read the file `rows.parquet`: decoding it made no progress for 300 s. This limit is batch-sim's, not the service's. Send a smaller file.",
    });
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  expect(await jobCount(sim)).toBe(0);
  expect((await create(sim, datasetId)).status).toBe(200);
});
