// Saves a store of the current version in test/fixtures/stores/ for tests of later versions: a SQLite file, a dump of a
// PostgreSQL database, and the responses that clients received. Run it once for each version of the tables, after a build,
// with a Node that has SQLite: `npx node@24 scripts/keep-store.mjs`. An argument selects a module other than the built one.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { startPostgres } from "./postgres.mjs";

const FOLDER = "test/fixtures/stores";
const KEY = "kept-key";
const SCENARIO = `name: kept
faults:
  - { name: busy, on: getQuotas, times: 2, error: forbidden }
`;

const { startSimulator } = await import(resolve(process.argv[2] ?? "dist/index.js"));

const folder = mkdtempSync(join(tmpdir(), "batch-sim-keep-"));
const file = join(folder, "kept.db");
const told = await fill(file);
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
const db = new DatabaseSync(file);
db.exec("VACUUM");
const { user_version: version } = db.prepare("PRAGMA user_version").get();
db.close();
const kept = join(FOLDER, `v${version}`);
writeFileSync(`${kept}.db.gz`, gzipSync(readFileSync(file), { level: 9 }));
writeFileSync(`${kept}.json`, `${JSON.stringify(told, undefined, 2)}\n`);
rmSync(folder, { recursive: true });

const postgres = await startPostgres();
await fill(`${postgres.url()}?schema=kept`);
const args = ["--schema=kept", "--inserts", "--no-owner", "--no-comments", postgres.url()];
// This process relays to the database, so it must not block.
const { stdout: dump } = await promisify(execFile)(join(postgres.programs, "pg_dump"), args);
// Lines that start with a backslash are for psql.
const statements = dump
  .split("\n")
  .filter((line) => !/^(--|\\|SELECT pg_catalog|SET )|^$/.test(line));
writeFileSync(`${kept}.sql`, `${statements.join("\n")}\n`);
await postgres.stop();

/** Uses a simulator with a store; resolves with the responses that its client received. */
async function fill(store) {
  const options = { clock: "manual", seed: 7, apiKeys: [KEY], onNotice: () => {} };
  const sim = await startSimulator({ ...options, store, scenario: SCENARIO });
  const headers = { authorization: `Key ${KEY}`, "content-type": "application/json" };
  const ask = async (method, path, body) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(sim.baseUrl + path, init)).json();
  };
  const create = async (inputs) => (await ask("POST", "/batch-inference", { inputs })).job_id;
  const done = await create(["a", "b", "it's é"]);
  const long = await create(["long ".repeat(1000)]);
  await sim.clock.advance("1h");
  const open = await create(["c"]);
  await ask("GET", "/get-quotas");
  const { dataset_id: dataset } = await ask("GET", "/create-dataset");
  const { now } = await sim.clock.read();
  const exchanges = sim.exchanges().map(({ id }) => id);
  await sim.close();
  return { done, long, open, dataset, now, exchanges };
}
