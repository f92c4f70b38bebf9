import { expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { fromBufferPromise } from "yauzl";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { parquetOf } from "../support/parquet.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { scenarioOf } from "./wire.ts";

const INPUTS = Array.from({ length: 600 }, (_, row) => `row ${row},\n"quoted"`);

/** A results file with the fault, and the same file afterward. */
async function download(damage: string, format: string, inputs = INPUTS) {
  await using sim = await startTestSimulator({
    yaml: scenarioOf(`corruptFile: ${damage}`, "getResults"),
  });
  const jobId = await sim.client.submit({ inputs });
  const query = { result_format: format, include_inputs: true };
  const responses = [
    await sim.client.results(jobId, query),
    await sim.client.results(jobId, query),
  ];
  const [bad, good] = await Promise.all(
    responses.map(async (response) => Buffer.from(await response.arrayBuffer())),
  );
  if (bad === undefined || good === undefined) throw new Error("no files came");
  return { bad, good, fault: responses[0]?.headers.get("x-sim-fault") };
}

async function inputsIn(zip: Buffer): Promise<string[]> {
  const [entry] = await unzip(zip);
  return (parse(entry?.text ?? "") as string[][]).slice(1).map(([input]) => input ?? "");
}

/** The checksum of an archive's entry in its directory, and the one after its bytes. */
async function checksumsIn(archive: Buffer): Promise<number[]> {
  const zip = await fromBufferPromise(archive);
  let inDirectory = 0;
  for await (const entry of zip.eachEntry()) inDirectory = entry.crc32;
  const descriptor = archive.lastIndexOf("PK\u0007\u0008");
  return [inDirectory, archive.readUInt32LE(descriptor + 4)];
}

test("zipChecksum: the archive opens, and its entry is not what its checksum says", async () => {
  const { bad, good, fault } = await download("zipChecksum", "csv");
  await expect(unzip(bad)).rejects.toThrow(/^job-[0-9a-f-]+\.csv has a wrong checksum$/);
  const checksums = await checksumsIn(good);
  expect(await checksumsIn(bad)).toEqual(checksums.map((checksum) => ~checksum >>> 0));
  expect(checksums[0]).toBe(checksums[1]);
  expect([await inputsIn(good), fault, bad.length]).toEqual([INPUTS, "f", good.length]);
});

test("zipDirectory: the archive has no central directory", async () => {
  const { bad, good } = await download("zipDirectory", "csv");
  await expect(unzip(bad)).rejects.toThrow(/End of central directory record signature not found/i);
  expect(bad.equals(good.subarray(0, bad.length))).toBe(true);
  expect(await inputsIn(good)).toEqual(INPUTS);
});

test("csvMissingRow: a good archive of a good CSV that lacks one row, the same for the same seed", async () => {
  const { bad, good } = await download("csvMissingRow", "csv");
  const [found, all] = [await inputsIn(bad), await inputsIn(good)];
  expect([found.length, all.length]).toEqual([599, 600]);
  const missing = INPUTS.filter((input) => !found.includes(input));
  expect(missing).toHaveLength(1);
  expect(found).toEqual(INPUTS.filter((input) => input !== missing[0]));
  expect((await download("csvMissingRow", "csv")).bad.equals(bad)).toBe(true);
});

test("parquetFooter: the file breaks off within its footer", async () => {
  const { bad, good } = await download("parquetFooter", "parquet");
  await expect(queryParquet(bad, "SELECT * FROM FILE")).rejects.toThrow(/No magic bytes found/);
  expect(bad.equals(good.subarray(0, bad.length))).toBe(true);
  expect(await queryParquet(good, "SELECT count(*)::INT AS n FROM FILE")).toEqual([{ n: 600 }]);
});

test("parquetPage: the file's footer can be read, and a page can't", async () => {
  const { bad, good } = await download("parquetPage", "parquet");
  expect(
    await queryParquet(bad, "SELECT num_rows::INT AS n FROM parquet_file_metadata(FILE)"),
  ).toEqual([{ n: 600 }]);
  await expect(queryParquet(bad, "SELECT * FROM FILE")).rejects.toThrow(/ZSTD/);
  expect(bad.length).toBe(good.length);
  expect([...bad].filter((byte, index) => byte !== good[index])).toHaveLength(8);
});

test.each([
  ["zipChecksum", "json"],
  ["zipChecksum", "parquet"],
  ["parquetFooter", "csv"],
  ["csvMissingRow", "parquet"],
])("%s leaves a %s download as it is, and is not named", async (damage, format) => {
  const { bad, good, fault } = await download(damage, format, ["a"]);
  expect(fault).toBe(null);
  expect(bad.equals(good)).toBe(true);
});

test("parquetPage leaves a file without rows as it is, and is not named", async () => {
  const { bad, good, fault } = await download("parquetPage", "parquet", []);
  expect([bad.equals(good), fault]).toEqual([true, null]);
});

test("a fault with nothing to change has not fired, and waits for a call that has something", async () => {
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: "faults: [{ name: f, on: getResults, times: 1, corruptFile: parquetFooter }]",
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const faultOf = async (format: string): Promise<unknown> => {
    const response = await sim.client.results(jobId, { result_format: format });
    await response.arrayBuffer();
    return [response.status, response.headers.get("x-sim-fault")];
  };
  const hits = async (): Promise<unknown> =>
    (await sim.control.faults.list()).map(({ matched, fired }) => ({ matched, fired }));
  expect(await faultOf("parquet")).toEqual([409, null]);
  await sim.clock.advanceUntil("idle");
  expect(await faultOf("csv")).toEqual([200, null]);
  expect(await hits()).toEqual([{ matched: 2, fired: 0 }]);
  expect(await sim.control.faults.unused()).toHaveLength(1);
  expect(await faultOf("parquet")).toEqual([200, "f"]);
  expect(await faultOf("parquet")).toEqual([200, null]);
  expect(await hits()).toEqual([{ matched: 4, fired: 1 }]);
});

test("a fault with nothing to change passes the call on to the next due rule", async () => {
  await using sim = await startTestSimulator({
    yaml: `
profiles: [{ queued: 0s, starting: 0s, running: 0s }]
faults:
  - { name: footer, on: getResults, corruptFile: parquetFooter, times: 1 }
  - { name: down, on: getResults, status: 500, times: 1 }
  - { name: pointer, on: createJob, dropField: /nope }
  - { name: twice, on: createJob, duplicate: true, times: 1 }
`,
  });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect(await sim.control.jobs.list()).toHaveLength(2);
  const faultOf = async (format: string): Promise<unknown> => {
    const response = await sim.client.results(jobId, { result_format: format });
    await response.arrayBuffer();
    return [response.status, response.headers.get("x-sim-fault")];
  };
  expect(await faultOf("json")).toEqual([500, "down"]);
  expect(await faultOf("json")).toEqual([200, null]);
  expect(await faultOf("parquet")).toEqual([200, "footer"]);
  const hits = (await sim.control.faults.list()).map(({ matched, fired }) => [matched, fired]);
  expect(hits).toEqual([
    [3, 1],
    [3, 1],
    [1, 0],
    [1, 1],
  ]);
});

/** A dataset's file with the fault, and the same file afterward. */
async function datasetFile(sim: TestSimulator, name: string, bytes: Buffer | string) {
  const { body } = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob([bytes]), name);
  await sim.client.request("POST", "/upload-to-dataset", { body: form });
  const get = async (): Promise<Buffer> => {
    const json = { ...body, file_name: name };
    const response = await sim.client.request("POST", "/download-from-dataset", { json });
    return Buffer.from(await response.arrayBuffer());
  };
  return [await get(), await get()] as const;
}

test("a dataset's CSV lacks one of its rows", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("corruptFile: csvMissingRow", "downloadFromDataset"),
  });
  const csv = 'inputs\r\n"a\r\nb"\r\nc\r\nd';
  const [bad, good] = await datasetFile(sim, "rows.csv", csv);
  const rows = ["a\r\nb", "c", "d"];
  const found = (parse(String(bad)) as string[][]).flat();
  expect([found[0], found.length]).toEqual(["inputs", 3]);
  expect(rows.filter((row) => found.includes(row))).toEqual(found.slice(1));
  expect(String(good)).toBe(csv);
});

test("a dataset's Parquet file has wrong bytes in a page, and the one that is kept hasn't", async () => {
  await using sim = await startTestSimulator({
    yaml: scenarioOf("corruptFile: parquetPage", "downloadFromDataset"),
  });
  const inputs = INPUTS.slice(0, 50);
  const file = await parquetOf({ inputs });
  const [bad, good] = await datasetFile(sim, "rows.parquet", file);
  expect([...bad].filter((byte, index) => byte !== file[index])).toHaveLength(8);
  expect(good.equals(file)).toBe(true);
  const read = queryParquet(bad, "SELECT inputs FROM FILE");
  expect(await read.catch(() => "unreadable")).not.toEqual(
    inputs.map((input) => ({ inputs: input })),
  );
});
