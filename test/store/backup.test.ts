import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { postgresFolder, startPostgres } from "../../scripts/postgres.mjs";
import { careForStore } from "../../src/cli/commands/care-for-store.ts";
import { type Simulator, startSimulator } from "../../src/index.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { Client } from "../support/client.ts";
import { PATIENCE } from "../support/storage.ts";

let folder = "";
let store = "";
let backup = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-backup-"));
  store = join(folder, "sim.db");
  backup = join(folder, "backup.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

const OPTIONS = { clock: "manual", onNotice: () => {} } as const;
const LONG = "long ".repeat(1000);

/** Creates a job with a long input and one with quotes, and a dataset; resolves with the first job's ID. */
async function fill(sim: Simulator): Promise<string> {
  const client = new Client(sim, sim.apiKey);
  const jobId = await client.submit({ inputs: [LONG] });
  await client.submit({ inputs: ["it's", "$1 \\ ? \0", "Zoë"] });
  await client.json("GET", "/create-dataset");
  await client.request("GET", `/jobs/${jobId}`);
  return jobId;
}

/** Everything about the jobs, datasets, and the journal, except wall-clock times. */
async function picture(sim: Simulator): Promise<object> {
  const { jobs, datasets, journal, faultHits } = await sim.control.snapshot();
  return { jobs, datasets, journal, faultHits };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Resolves when everything has been stored. */
async function stored(from: string, exchanges: number): Promise<void> {
  await until(async () =>
    (await careForStore(["info"], { store: from })).includes(`exchanges: ${exchanges};`),
  );
}

test("a backup is taken while a simulator goes on, is private, and is a store", async () => {
  await using sim = await startSimulator({ ...OPTIONS, store });
  const jobId = await fill(sim);
  await stored(store, 4);
  const before = await picture(sim);
  const shown = await careForStore(["backup", backup], { store });
  expect(shown).toMatch(
    /^.*backup\.db: [\d.]+ KiB; sandboxes: 2, jobs: 2, files: 1, exchanges: 4; version: \d+, used by: nobody\n$/,
  );
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  await new Client(sim, sim.apiKey).submit({ inputs: ["later"] });
  await using copy = await startSimulator({ ...OPTIONS, store: backup });
  expect(await picture(copy)).toEqual(before);
  await copy.clock.advance("1d");
  const results = await new Client(copy, copy.apiKey).results(jobId, {
    result_format: "json",
    include_inputs: true,
  });
  expect(((await results.json()) as { inputs: unknown }).inputs).toEqual([LONG]);
});

test("a backup never replaces a file, leaves nothing if it fails, and is named in a folder", async () => {
  await (await startSimulator({ ...OPTIONS, store })).close();
  writeFileSync(backup, "something");
  await expect(careForStore(["backup", backup], { store })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to write the backup \`${backup}\`: it already exists. Delete it, or choose another name.`,
  });
  const other = openSqlite(join(folder, "other.db"));
  other.exec("CREATE TABLE t (a)");
  other.close();
  const into = join(folder, "into");
  mkdirSync(into);
  await expect(
    careForStore(["backup", join(into, "b.db")], { store: join(folder, "other.db") }),
  ).rejects.toThrow("it is another program's database");
  expect(readdirSync(into)).toEqual([]);
  expect(await careForStore(["backup", into], { store })).toContain("sandboxes: ");
  expect(readdirSync(into)).toEqual([
    expect.stringMatching(/^batch-sim-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/),
  ]);
});

test("a backup is restored only to an empty store that nobody uses, and stays as it is", async () => {
  await using sim = await startSimulator({ ...OPTIONS, store });
  await fill(sim);
  await stored(store, 4);
  await careForStore(["backup", backup], { store });
  const bytes = readFileSync(backup);
  await expect(careForStore(["restore", backup], { store })).rejects.toThrow(
    "another process is using it",
  );
  const before = await picture(sim);
  await sim.close();
  await expect(careForStore(["restore", backup], { store })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to restore the store \`${store}\`: it has 2 sandboxes. Delete them with \`batch-sim store reset\`, or restore to another store.`,
  });
  await careForStore(["reset"], { store, yes: true });
  expect(await careForStore(["restore", backup], { store })).toContain("jobs: 2, files: 1, ");
  expect(readFileSync(backup).equals(bytes)).toBe(true);
  const missing = join(folder, "missing.db");
  await expect(careForStore(["restore", missing], { store })).rejects.toThrow(
    `Failed to find the backup \`${missing}\`.`,
  );
  await using again = await startSimulator({ ...OPTIONS, store });
  expect(await picture(again)).toEqual(before);
});

(postgresFolder() === undefined ? test.skip : test)(
  "a backup of a database is consistent, and a backup of a file can be restored to a database",
  async () => {
    const postgres = await startPostgres();
    try {
      const url = `${postgres.url()}?${PATIENCE}`;
      const leader = await startSimulator({ ...OPTIONS, store: url });
      await fill(leader);
      await stored(url, 4);
      const before = await picture(leader);
      expect(await careForStore(["backup", backup], { store: url })).toContain(
        "jobs: 2, files: 1,",
      );
      await expect(careForStore(["restore", backup], { store: url })).rejects.toThrow(
        "another process is using it",
      );
      await leader.close();
      for (const target of [store, `${url}&schema=another`]) {
        await careForStore(["restore", backup], { store: target });
        const sim = await startSimulator({ ...OPTIONS, store: target });
        expect(await picture(sim)).toEqual(before);
        await sim.close();
      }
      expect(readdirSync(folder).filter((name) => name.startsWith("batch-sim-"))).toEqual([]);
    } finally {
      await postgres.stop();
    }
  },
  120_000,
);

test("`reset` asks, and deletes only after a `yes`", async () => {
  const sim = await startSimulator({ ...OPTIONS, store });
  await fill(sim);
  await sim.close();
  const reset = async (answer: string | undefined): Promise<string> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const terminal = { input: Object.assign(input, { isTTY: answer !== undefined }), output };
    input.end(answer);
    const done = await careForStore(["reset"], { store }, terminal).catch(({ message }) => message);
    return `${output.read() ?? ""}${done}`;
  };
  const question = `This will delete everything in ${(await careForStore(["info"], { store })).trim()}.`;
  expect(await reset(undefined)).toBe(
    `${question} Standard input is not a terminal, so you can't confirm this here. To proceed, add \`--yes\`.`,
  );
  for (const answer of ["no\n", "y\n", ""])
    expect(await reset(answer)).toBe(
      `${question} Type \`yes\` to confirm: Nothing was deleted: the answer was not \`yes\`.`,
    );
  expect(await careForStore(["info"], { store })).toContain("jobs: 2, ");
  expect(await reset("yes\n")).toContain("sandboxes: 0, jobs: 0, ");
});
