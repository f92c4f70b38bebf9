import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { careForStore } from "../../src/cli/commands/care-for-store.ts";
import { connect, type Simulator, startSimulator } from "../../src/index.ts";
import { BackgroundSteps } from "../../src/simulator/kept-verdicts.ts";
import { openSimulator } from "../../src/simulator/start-simulator.ts";
import { takeTurn } from "../../src/state/loading.ts";
import { SteadyClock } from "../../src/state/steady-clock.ts";
import { storedPages } from "../../src/stores/log/sandbox-reader.ts";
import { Saver } from "../../src/stores/log/saver.ts";
import { StoreTroubles } from "../../src/stores/log/store-troubles.ts";
import { WriteLane } from "../../src/stores/log/write-lane.ts";
import { SandboxStore } from "../../src/stores/sandbox-store.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { SqliteFile } from "../../src/stores/sqlite/sqlite-file.ts";
import { Client } from "../support/client.ts";
import { serve } from "./processes.ts";

let folder = "";
let store = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-restart-"));
  store = join(folder, "sim.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("inputs that were being fetched are fetched again", async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, res) => {
    if (waiting.push(res) > 1)
      res.writeHead(200, { "content-type": "text/csv" }).end("inputs\na\nb\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows.csv`;
  const options = { store, clock: "manual", scenario: "instant" } as const;
  const first = await startSimulator(options);
  const client = new Client(first, first.apiKey);
  const jobId = await client.submit({ inputs: url, job_priority: 1 });
  while (waiting.length === 0) await new Promise(setImmediate);
  await first.close();
  const second = await startSimulator(options);
  await second.control.clock.advance("1h");
  const results = await new Client(second, second.apiKey).json<{ outputs: unknown[] }>(
    "GET",
    `/jobs/${jobId}/results?result_format=json`,
  );
  expect(results.body.outputs).toHaveLength(2);
  await second.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("a sandbox that ended, but whose clients had not been judged, is judged and then deleted", async () => {
  const first = await startSimulator({ store });
  await using box = await first.sandbox({ name: "ended" });
  await fetch(`${first.baseUrl}/no-such-path`, { headers: { authorization: `Key ${box.apiKey}` } });
  while ((await box.control.journal.find({})).length === 0) await new Promise(setImmediate);
  const { findings } = first.report();
  expect(findings).not.toEqual([]);
  await first.close();
  const db = openSqlite(store);
  db.exec("UPDATE sandbox SET has_ended = 1 WHERE recipe LIKE '%\"ended\"%'");
  db.close();
  for (let start = 0; start < 2; start++) {
    const again = await startSimulator({ store });
    expect(again.report().findings).toEqual(findings);
    expect((await again.control.health()).sandboxes).toBe(2);
    await again.close();
  }
});

test("a report without requests names those with a wrong key, also after a restart", async () => {
  let sim = await startSimulator({ store, clock: "manual" });
  const { apiKey } = await sim.sandbox({ name: "unused" });
  await new Client(sim, "other").json("GET", "/get-quotas");
  await connect(sim.baseUrl, { apiKey: "other" }).journal.wait({}, { count: 1 });
  const told = await connect(sim.baseUrl, { apiKey }).report();
  expect(told.strays).toMatch(
    /^The server received 1 request with an unknown key or without a key/,
  );
  await sim.close();
  sim = await startSimulator({ store, clock: "manual" });
  expect(await connect(sim.baseUrl, { apiKey }).report()).toEqual(told);
  await sim.close();
});

test("reports list ended sandboxes in the order in which they ended, also after a restart", async () => {
  const namesIn = (sim: Simulator) => sim.report().sandboxes.map(({ name }) => name);
  // The first process judges none of them, and all of them end within the same millisecond.
  const judging = jest.spyOn(BackgroundSteps.prototype, "add").mockImplementation(() => {});
  const clock = jest.spyOn(SteadyClock.prototype, "now").mockReturnValue(Date.now());
  const first = await startSimulator({ store, clock: "manual" });
  const boxes = [];
  for (const name of ["a", "b", "c", "d"]) boxes.push(await first.sandbox({ name }));
  for (const [index, { apiKey, control }] of boxes.entries()) {
    const client = new Client(first, apiKey);
    // Larger ones take longer to read.
    for (let calls = 0; calls <= 300 * (index % 2); calls++) await client.json("GET", "/jobs");
    await control.journal.wait({}, { count: 1 });
  }
  const [a, b, c, d] = boxes;
  for (const box of [b, d, a, c]) await box?.[Symbol.asyncDispose]();
  expect(namesIn(first)).toEqual(["b", "d", "a", "c"]);
  await first.close();
  judging.mockRestore();
  clock.mockRestore();
  // The second process judges them, and the third reads the verdicts.
  const verdicts = jest.spyOn(SandboxStore.prototype, "note");
  for (let start = 0; start < 2; start++) {
    const again = await startSimulator({ store, clock: "manual" });
    expect(namesIn(again)).toEqual(["b", "d", "a", "c"]);
    while (verdicts.mock.calls.length < 4) await new Promise(setImmediate);
    await again.close();
  }
  verdicts.mockRestore();
});

test("an ended sandbox that can't be read at the moment doesn't delay the judgment of others", async () => {
  const judging = jest.spyOn(BackgroundSteps.prototype, "add").mockImplementation(() => {});
  const first = await startSimulator({ store, clock: "manual" });
  for (const name of ["a", "b"]) {
    const box = await first.sandbox({ name });
    await new Client(first, box.apiKey).submit({ inputs: ["a"] });
    await box.control.journal.wait({}, { count: 1 });
    await box[Symbol.asyncDispose]();
  }
  await first.close();
  judging.mockRestore();
  // Reading the entries of `a` fails with an error of SQLite, unlike reading damaged ones.
  const db = openSqlite(store);
  const [{ id } = {}] = db.prepare(`SELECT id FROM sandbox WHERE recipe LIKE '%"a"%'`).all();
  db.exec(`ALTER TABLE entry RENAME COLUMN json TO text;
    ALTER TABLE entry ADD COLUMN json AS (iif(sandbox = ${id}, abs(-9223372036854775808), text))`);
  const verdicts = jest.spyOn(SandboxStore.prototype, "note");
  const { simulator } = await openSimulator({ store, clock: "manual", onNotice: () => {} });
  while (verdicts.mock.calls.length < 1) await new Promise(setImmediate);
  db.exec("ALTER TABLE entry DROP COLUMN json; ALTER TABLE entry RENAME COLUMN text TO json");
  db.close();
  while (verdicts.mock.calls.length < 2) await new Promise(setImmediate);
  expect(simulator.report().sandboxes.map(({ name }) => name)).toEqual(["b", "a"]);
  await simulator.close();
  verdicts.mockRestore();
});

test("a new sandbox doesn't get the name of an ended one, also after a restart", async () => {
  const first = await startSimulator({ store });
  const box = await first.sandbox();
  const other = await first.sandbox();
  await fetch(`${first.baseUrl}/no-such-path`, { headers: { authorization: `Key ${box.apiKey}` } });
  await box.control.journal.wait({}, { count: 1 });
  await box[Symbol.asyncDispose]();
  await first.close();
  const second = await startSimulator({ store });
  const headers = { authorization: `Key ${other.apiKey}` };
  await fetch(`${second.controlUrl}/sandbox`, { method: "DELETE", headers });
  const names = [box.name, other.name, (await second.sandbox()).name];
  expect(names).toEqual(["sandbox-1", "sandbox-2", "sandbox-3"]);
  await second.close();
});

test("a simulator may be closed again, as `await using` does at the end of its scope", async () => {
  await using sim = await startSimulator({ store });
  await sim.close();
  await startSimulator({ store }).then((next) => next.close());
});

test("nothing waits for the store of a simulator that was stopped", async () => {
  const sim = await startSimulator({ store, clock: "manual" });
  const box = await sim.sandbox();
  await sim.close();
  await expect(sim.clock.advance("1h")).rejects.toMatchObject({
    code: "SIM_STORE",
    message: "Failed to write to the store: the simulator was stopped.",
  });
  // The stored time is then too old for a response.
  const second = performance.now() + 1000;
  while (performance.now() < second) await new Promise(setImmediate);
  await box[Symbol.asyncDispose]();
});

test("a store is used by one simulator at a time, and only its owner can read it", async () => {
  const sim = await startSimulator({ store });
  await expect(startSimulator({ store })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to open the store \`${store}\`: another process is using it. Stop that process, or choose another file.`,
  });
  expect(statSync(store).mode & 0o777).toBe(0o600);
  await sim.close();
});

test("a file whose name looks like a URI has this name, and only its owner can read it", async () => {
  const { child } = await serve(folder, ["--store", "file:uri.db?mode=memory.db"]);
  const found = readdirSync(folder).filter((name) => name.endsWith(".db"));
  expect(found).toEqual(["file:uri.db?mode=memory.db"]);
  expect(statSync(join(folder, found[0] ?? "")).mode & 0o777).toBe(0o600);
  child.kill();
  await once(child, "exit");
});

test.each([
  [
    "of a newer version",
    "PRAGMA user_version = 4",
    "its version is 4, but this version of batch-sim supports only store versions up to 3. Use a newer version of batch-sim, or another file.",
  ],
  [
    "from before the first release",
    "PRAGMA user_version = 1",
    "its version is 1, from before the first release, but this version of batch-sim needs store version 2 or later. Delete the store's contents with `batch-sim store reset`, or use another file.",
  ],
  [
    "of another program",
    "PRAGMA application_id = 0",
    "it is another program's database. Choose another file.",
  ],
])("a file %s is rejected", async (_, sql, reason) => {
  new SqliteFile(store).close();
  const db = openSqlite(store);
  db.exec(sql);
  db.close();
  const message = `Failed to open the store \`${store}\`: ${reason}`;
  await expect(startSimulator({ store })).rejects.toMatchObject({ code: "SIM_STORE", message });
});

test("the database of another program stays as it is", async () => {
  const db = openSqlite(store);
  db.exec("CREATE TABLE t (a)");
  db.close();
  const before = readFileSync(store);
  await expect(startSimulator({ store })).rejects.toMatchObject({ code: "SIM_STORE" });
  expect(readFileSync(store)).toEqual(before);
  expect(readdirSync(folder)).toEqual(["sim.db"]);
});

test.each([
  ["a text file", () => writeFileSync(store, "text ".repeat(1000)), "it is not a SQLite file"],
  ["a folder", () => mkdirSync(store), "it is a folder"],
])("%s is rejected", async (_, make, reason) => {
  make();
  const message = `Failed to open the store \`${store}\`: ${reason}. Choose another file.`;
  await expect(startSimulator({ store })).rejects.toMatchObject({ code: "SIM_STORE", message });
});

test("what can't be written while the disk is full is written later, once and in order", async () => {
  const file = new SqliteFile(store);
  const notices: string[] = [];
  const troubles = new StoreTroubles(file, (notice) => notices.push(notice));
  const saver = new Saver(file, troubles, () => {});
  const lane = new WriteLane(saver);
  const [{ page_count: pages } = {}] = file.rows("PRAGMA page_count");
  const insert = (text: string): void =>
    lane.add(() => file.run("INSERT INTO expectation (json) VALUES (?)", text));
  file.rows(`PRAGMA max_page_count = ${pages}`);
  insert("a".repeat(100_000));
  insert("b");
  const message = `Failed to write to the store \`${store}\`: database or disk is full. Free up space there, and check the file's permissions. Pending changes are then written automatically.`;
  for (let count = 0; count < 2; count++)
    await expect(lane.saved()).rejects.toMatchObject({ code: "SIM_STORE", message });
  expect(troubles.newest).toBeDefined();
  file.rows("PRAGMA max_page_count = 100000");
  await lane.saved();
  expect(troubles.newest).toBeUndefined();
  expect(notices).toEqual([`SIM_STORE: ${message}`, "The store works again."]);
  const rows = file.rows("SELECT json FROM expectation ORDER BY id");
  expect(rows.map(({ json }) => String(json).slice(0, 1))).toEqual(["a", "b"]);
  await saver.close();
  file.close();
});

test("a page of long rows has only a few of them", async () => {
  const file = new SqliteFile(store);
  const json = JSON.stringify("x".repeat(1.5 * 1024 ** 2));
  for (const number of [1, 2, 3, 4])
    file.run("INSERT INTO exchange (sandbox, number, json) VALUES (1, ?, ?)", number, json);
  const lengths: number[] = [];
  const sandbox = { id: 1, name: "a" };
  const read = (exchange: unknown): readonly unknown[] => [exchange];
  const rows = { sandbox, table: "exchange", until: 4, read } as const;
  for await (const { length } of storedPages(file, rows, takeTurn)) lengths.push(length);
  expect(lengths).toEqual([3, 1]);
  file.close();
});

test("the command `store` shows, cleans, and empties a file, but only shows one in use", async () => {
  const sim = await startSimulator({ store });
  await new Client(sim, sim.apiKey).submit({ inputs: ["long ".repeat(1000)] });
  await sim.control.journal.wait({}, { count: 1 });
  const program = join(process.cwd(), "dist", "cli.cjs");
  const run = (action: string): string => {
    const args = [program, "store", action, "--store", store, "--yes"];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    return stdout + stderr;
  };
  const found = (usedBy: string): RegExp =>
    new RegExp(
      `^.*: [\\d.]+ KiB; sandboxes: 2, jobs: 1, files: 1, exchanges: \\d; version: 3, used by: ${usedBy}\n$`,
    );
  // A rejected start in this process must not free the lock that the process has.
  await expect(startSimulator({ store })).rejects.toMatchObject({ code: "SIM_STORE" });
  expect(run("info")).toMatch(found("a simulator"));
  const refused = `Failed to open the store \`${store}\`: another process is using it. Stop that process, or choose another file.`;
  for (const action of ["gc", "reset"]) expect(run(action)).toBe(`batch-sim: ${refused}\n`);
  expect((await sim.control.health()).jobs).toBe(1);
  await sim.close();
  expect(run("info")).toMatch(found("nobody"));
  expect(run("gc")).toMatch(found("nobody"));
  expect(run("reset")).toMatch(
    /^.*: [\d.]+ KiB; sandboxes: 0, jobs: 0, files: 0, exchanges: 0; version: 3, used by: nobody\n$/,
  );
  const again = await startSimulator({ store });
  expect((await again.control.health()).jobs).toBe(0);
  await again.close();
});

test("the command `store` shows the version of an older file, and makes it usable with `reset`", async () => {
  new SqliteFile(store).close();
  const db = openSqlite(store);
  db.exec("DROP TABLE entry; PRAGMA user_version = 1");
  db.close();
  expect(await careForStore(["info"], { store })).toMatch(
    /^.*: [\d.]+ KiB; version: 1 \(not readable by this version of batch-sim\), used by: nobody\n$/,
  );
  await expect(careForStore(["gc"], { store })).rejects.toThrow(
    /^.*: its version is 1, from before/,
  );
  expect(await careForStore(["reset"], { store, yes: true })).toContain(
    "; sandboxes: 0, jobs: 0, ",
  );
  const sim = await startSimulator({ store });
  await new Client(sim, sim.apiKey).submit({ inputs: ["a"] });
  await sim.close();
});
