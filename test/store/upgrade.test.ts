import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type Postgres, postgresFolder, startPostgres } from "../../scripts/postgres.mjs";
import { type Simulator, startSimulator } from "../../src/index.ts";
import { LeaderLock } from "../../src/stores/postgres/leader-lock.ts";
import { postgresAddressOf } from "../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../src/stores/postgres/postgres-client.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { STORE_VERSION } from "../../src/stores/store-info.ts";
import { Client } from "../support/client.ts";
import { PATIENCE } from "../support/storage.ts";

// scripts/keep-store.mjs made these stores with the programs of their versions.

const OLDEST = 2;
const VERSIONS = Array.from({ length: STORE_VERSION - OLDEST + 1 }, (_, index) => OLDEST + index);
const OPTIONS = { clock: "manual", apiKeys: ["kept-key"] } as const;

let folder = "";
let store = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-upgrade-"));
  store = join(folder, "sim.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

function kept(version: number, ending: string): Buffer {
  return readFileSync(`test/fixtures/stores/v${version}.${ending}`);
}

/** Everything that clients were told exists, and everything works. */
async function check(sim: Simulator, version: number): Promise<void> {
  const told = JSON.parse(kept(version, "json").toString());
  const { jobs, datasets, faultHits, clock, journal } = await sim.control.snapshot();
  expect(jobs.map(({ jobId }) => jobId).sort()).toEqual([told.done, told.long, told.open].sort());
  expect(datasets.map(({ datasetId }) => datasetId)).toEqual([told.dataset]);
  expect([faultHits["busy"]?.fired, clock.now]).toEqual([1, told.now]);
  expect(journal.map(({ id }) => id)).toEqual(told.exchanges);
  const client = new Client(sim, sim.apiKey);
  const inputs = async (jobId: string): Promise<unknown> => {
    const query = { result_format: "json", include_inputs: true };
    return ((await (await client.results(jobId, query)).json()) as { inputs: unknown }).inputs;
  };
  expect(await inputs(told.done)).toEqual(["a", "b", "it's é"]);
  expect(await inputs(told.long)).toEqual(["long ".repeat(1000)]);
  const jobId = await client.submit({ inputs: ["new"] });
  await sim.clock.advance("1h");
  expect(await client.state(told.open)).toBe(await client.state(jobId));
  const ids = (await sim.control.journal.find({})).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

test.each(VERSIONS)("a file of version %d continues, also after another start", async (version) => {
  writeFileSync(store, gunzipSync(kept(version, "db.gz")));
  const options = { ...OPTIONS, store, seed: 7, onNotice: () => {} };
  const first = await startSimulator(options);
  await check(first, version);
  const before = await first.control.snapshot();
  await first.close();
  const second = await startSimulator(options);
  expect((await second.control.snapshot()).jobs).toEqual(before.jobs);
  await second.close();
});

/** Puts the files of a dataset into its entry, where an older version of batch-sim stored them. */
function moveFilesIntoDataset(): void {
  const db = openSqlite(store);
  const rows = db
    .prepare("SELECT kind, id, json FROM entry WHERE kind IN ('datasetFilled', 'fileChanged')")
    .all();
  const found = rows.map(({ kind, id, json }) => ({
    kind,
    id: String(id),
    ...JSON.parse(String(json)),
  }));
  const [{ fileIds, id: datasetId, ...dataset }] = found.filter(
    ({ kind }) => kind === "datasetFilled",
  );
  const files = fileIds.map((fileId: string) => {
    const { file } = found.find(({ id }) => id === fileId) ?? {};
    const { fileId: _, datasetId: __, createdAt: ___, ...own } = file;
    return own;
  });
  db.prepare("DELETE FROM entry WHERE kind = 'fileChanged'").run();
  const json = JSON.stringify({ ...dataset, files });
  db.prepare("UPDATE entry SET json = ? WHERE id = ?").run(json, datasetId);
  db.close();
}

test("a dataset keeps the files that an older version of batch-sim stored in its entry, also when another is added", async () => {
  const datasetId = "dataset-kept";
  const scenario = `name: kept\ndatasets: { ${datasetId}: { rows: [a, b] } }\n`;
  const options = { ...OPTIONS, store, scenario, onNotice: () => {} };
  const fileNames = async (sim: Simulator): Promise<readonly (readonly [string, number])[]> => {
    const [dataset] = (await sim.control.snapshot()).datasets;
    return (dataset?.files ?? []).map(({ fileName, numRows }) => [fileName, numRows]);
  };
  const first = await startSimulator(options);
  await new Client(first, first.apiKey).json("GET", "/get-quotas");
  await first.close();
  moveFilesIntoDataset();
  const second = await startSimulator(options);
  expect(await fileNames(second)).toEqual([["rows.csv", 2]]);
  const form = new FormData();
  form.set("dataset_id", datasetId);
  form.set("file", new Blob(["inputs\nc\n"]), "more.csv");
  const headers = { authorization: `Key ${second.apiKey}` };
  const url = `${second.baseUrl}/upload-to-dataset`;
  expect((await fetch(url, { method: "POST", headers, body: form })).status).toBe(200);
  await second.close();
  const third = await startSimulator(options);
  expect(await fileNames(third)).toEqual([
    ["rows.csv", 2],
    ["more.csv", 1],
  ]);
  const client = new Client(third, third.apiKey);
  const jobId = await client.submit({ inputs: datasetId, job_priority: 1 });
  await third.clock.advance("48h");
  const results = await client.results(jobId, { result_format: "json", include_inputs: true });
  expect(((await results.json()) as { inputs: unknown }).inputs).toEqual(["a", "b", "c"]);
  await third.close();
});

test("a file of a newer version is rejected, and stays as it is", async () => {
  const db = openSqlite(store);
  db.exec(`PRAGMA application_id = ${0x6273696d}; PRAGMA user_version = ${STORE_VERSION + 1}`);
  db.close();
  const before = readFileSync(store);
  await expect(startSimulator({ store })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to open the store \`${store}\`: its version is ${STORE_VERSION + 1}, but this version of batch-sim supports only store versions up to ${STORE_VERSION}. Use a newer version of batch-sim, or another file.`,
  });
  expect(readFileSync(store).equals(before)).toBe(true);
});

test("a start with other options than the stored sandboxes' says which apply", async () => {
  writeFileSync(store, gunzipSync(kept(STORE_VERSION, "db.gz")));
  const noticesOf = async (options: object): Promise<readonly string[]> => {
    const notices: string[] = [];
    const onNotice = (notice: string): void => void notices.push(notice);
    await (await startSimulator({ ...OPTIONS, store, onNotice, ...options })).close();
    return notices;
  };
  const scenario =
    "name: kept\nfaults:\n  - { name: busy, on: getQuotas, times: 2, error: forbidden }\n";
  expect(await noticesOf({ seed: 7, scenario })).toEqual([]);
  const cure = "Reset a sandbox, or use another key, to use the current settings.";
  expect(await noticesOf({ seed: 8, clock: "60x" })).toEqual([
    `2 stored sandboxes keep the settings that they were created with, such as the seed 7 (now: 8), the clock \`manual\` (now: \`60x\`), the scenario \`kept\` (now: \`happy-path\`). ${cure}`,
  ]);
  expect(await noticesOf({ seed: 7, scenario: scenario.replace("2", "3") })).toEqual([
    `2 stored sandboxes keep the settings that they were created with, such as an earlier version of the scenario \`kept\`. ${cure}`,
  ]);
});

const withPostgres = postgresFolder() === undefined ? test.skip : test;

/** Runs a test with a database that has a kept store. */
async function withKept(
  version: number,
  act: (url: string, postgres: Postgres) => Promise<void>,
): Promise<void> {
  const postgres = await startPostgres();
  try {
    const url = `${postgres.url()}?schema=kept&${PATIENCE}`;
    const client = await postgresClient(postgresAddressOf(url), { max: 1 });
    await client.unsafe(kept(version, "sql").toString()).simple();
    await client.end();
    await act(url, postgres);
  } finally {
    await postgres.stop();
  }
}

withPostgres.each(VERSIONS)("a database of version %d continues", (version) =>
  withKept(version, async (url) => {
    const sim = await startSimulator({ ...OPTIONS, store: url, seed: 7, onNotice: () => {} });
    await check(sim, version);
    await sim.close();
  }),
);

withPostgres("a database is not upgraded while a simulator of an older version uses it", () =>
  withKept(OLDEST, async (url) => {
    const address = postgresAddressOf(url);
    const client = await postgresClient(address, { max: 1 });
    await client`SELECT pg_advisory_lock(hashtext('batch-sim leader'), hashtext('kept'))`;
    await expect(LeaderLock.of(address)).rejects.toMatchObject({
      code: "SIM_STORE",
      message: `Failed to open the store \`${address.name}\`: its version is ${OLDEST}, and an older simulator is using it. Stop all older replicas; the first replica of this version then upgrades the store.`,
    });
    await client.end();
    await (await LeaderLock.of(address)).close();
  }),
);

withPostgres("a database of a newer version is rejected", () =>
  withKept(STORE_VERSION, async (url) => {
    const address = postgresAddressOf(url);
    const client = await postgresClient(address, { max: 1 });
    await client`UPDATE version SET version = version + 1`;
    await client.end();
    await expect(startSimulator({ store: url })).rejects.toMatchObject({
      code: "SIM_STORE",
      message: `Failed to open the store \`${address.name}\`: its version is ${STORE_VERSION + 1}, but this version of batch-sim supports only store versions up to ${STORE_VERSION}. Use a newer version of batch-sim, or another \`schema\`.`,
    });
  }),
);
