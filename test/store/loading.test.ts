import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { connect, type Simulator, startSimulator } from "../../src/index.ts";
import { openSimulator } from "../../src/simulator/start-simulator.ts";
import { takeTurn } from "../../src/state/loading.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { Client } from "../support/client.ts";

// Sandboxes are read from the store while others are used. A test takes all turns once some have been given, so that a large
// sandbox stays unread for as long as the test wants.

let folder = "";
let store = "";
let release = (): void => {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-loading-"));
  store = join(folder, "sim.db");
});

afterEach(() => {
  release();
  rmSync(folder, { recursive: true });
});

/** Number of turns after which a small sandbox has been read. */
const FEW_TURNS = 7;

const [SMALL, LARGE] = ["small", "large"].map(
  (key) => `(SELECT id FROM sandbox WHERE recipe LIKE '%"key":"${key}"%')`,
);

const LONG_INPUTS = Array.from({ length: 100 }, (_, index) => `${index} `.repeat(100));
const SCHEMA = { type: "object", properties: { answer: { type: "integer" } } };

/** Lets only small sandboxes be read, and only if a request waits for them, until `release` is called. */
function hold(): void {
  let isHeld = true;
  release = () => {
    isHeld = false;
  };
  const keep = async (): Promise<void> => {
    while (isHeld) await takeTurn(() => FEW_TURNS);
  };
  void keep();
}

function sql(text: string): void {
  const db = openSqlite(store);
  db.exec(text);
  db.close();
}

/** Whether a value with a hash is in the store. */
function isStored(hash: string): boolean {
  const db = openSqlite(store);
  const rows = db.prepare(`SELECT hash FROM value WHERE hash = '${hash}'`).all();
  db.close();
  return rows.length > 0;
}

const NUMBERS = `WITH RECURSIVE more (number) AS
  (SELECT 2 UNION ALL SELECT number + 1 FROM more WHERE number < 9000)`;

/** Stores a sandbox for the key `small`, and one for `large` whose state and journal take many turns each. */
async function fill(act: (sim: Simulator) => Promise<void> = async () => {}): Promise<void> {
  const sim = await startSimulator({ store });
  for (const key of ["small", "large"]) await new Client(sim, key).submit({ inputs: [key] });
  await act(sim);
  await sim.close();
  sql(`
    ${NUMBERS} INSERT INTO entry (sandbox, position, kind, id, json)
      SELECT ${LARGE}, 1000 + number, 'callCounted', number, json_object('kind', 'callCounted', 'operationId', 'x' || number, 'nth', 1)
      FROM more;
    DELETE FROM exchange WHERE sandbox = ${LARGE} AND number > 1;
    ${NUMBERS} INSERT INTO exchange (sandbox, number, json)
      SELECT sandbox, more.number, json_set(json, '$.id', more.number) FROM exchange, more
      WHERE exchange.number = 1 AND sandbox = ${LARGE};
    UPDATE sandbox SET last_exchange = 9000, reserved_exchanges = 9000 WHERE id = ${LARGE}`);
}

/** Makes the large sandbox's state small; its journal stays large. */
function shrinkState(): void {
  sql(`DELETE FROM entry WHERE sandbox = ${LARGE} AND position > 1000`);
}

async function open(): Promise<Simulator> {
  const { simulator } = await openSimulator({ store, onNotice: () => {}, drainMs: 0 });
  return simulator;
}

async function numJobs(sim: Simulator, key: string): Promise<number> {
  const { body } = await new Client(sim, key).json<{ jobs: unknown[] }>("GET", "/list-jobs");
  return body.jobs.length;
}

/** Resolves when a request to the large sandbox has arrived, with its outcome. */
async function arrived<Result>(
  made: Promise<Result>,
): Promise<{ readonly outcome: Promise<Result> }> {
  made.catch(() => {});
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  return { outcome: made };
}

test("a request waits only for its own sandbox", async () => {
  await fill();
  hold();
  const sim = await open();
  let isLargeRead = false;
  const { outcome } = await arrived(
    numJobs(sim, "large").finally(() => {
      isLargeRead = true;
    }),
  );
  expect([await numJobs(sim, "small"), isLargeRead]).toEqual([1, false]);
  // The default sandbox, the one for the server's own key, and the large one have not been read.
  expect(await sim.control.health()).toMatchObject({
    ...{ status: "ok", sandboxes: 4, jobs: 1, unreadSandboxes: 3 },
  });
  expect(() => sim.report()).toThrow(
    "Failed to read the state of this process: the process is still loading its state from the store. Use `control`, which waits for the state.",
  );
  release();
  expect(await outcome).toBe(1);
  expect((await sim.control.sandboxes()).map(({ jobs }) => jobs).sort()).toEqual([0, 0, 1, 1]);
  expect(await sim.control.health()).not.toHaveProperty("unreadSandboxes");
  await sim.close();
});

test("a request needs no journal, whose IDs continue above those that are being read", async () => {
  await fill();
  shrinkState();
  hold();
  const sim = await open();
  expect(await numJobs(sim, "large")).toBe(1);
  const control = connect(sim.baseUrl, { apiKey: "large" });
  // The journal is not read completely, but is counted.
  expect(await control.info()).toMatchObject({ exchanges: 9001, droppedExchanges: 0 });
  expect((await control.jobs.list()).length).toBe(1);
  let isJournalRead = false;
  const { outcome } = await arrived(
    control.journal.find().finally(() => {
      isJournalRead = true;
    }),
  );
  expect([await numJobs(sim, "large"), isJournalRead]).toEqual([1, false]);
  release();
  const all = Array.from({ length: 9002 }, (_, index) => index + 1);
  expect((await outcome).map(({ id }) => id)).toEqual(all);
  await sim.close();
  const again = await startSimulator({ store });
  const found = await connect(again.baseUrl, { apiKey: "large" }).journal.find();
  expect(found.map(({ id }) => id)).toEqual(all);
  await again.close();
});

test.each([
  ["reset", "POST", "/reset"],
  ["deleted", "DELETE", "/sandbox"],
])(
  "a sandbox can be %s while it is being read, and its clients are still judged",
  async (_, method, path) => {
    await fill(async (sim) => {
      await fetch(`${sim.baseUrl}/no-such-path`, { headers: { authorization: "Key large" } });
    });
    hold();
    const sim = await open();
    const { outcome } = await arrived(numJobs(sim, "large"));
    const headers = { authorization: "Key large" };
    const response = await fetch(`${sim.controlUrl}${path}`, { method, headers });
    expect(response.status).toBe(204);
    expect(await outcome).toBe(0);
    release();
    const { findings } = await sim.control.report({ all: true });
    expect(findings.map(({ id }) => id)).toContain("unknown-operation");
    await sim.close();
    const again = await startSimulator({ store });
    expect(again.report().findings).toEqual(findings);
    expect((await again.control.health()).jobs).toBe(1);
    await again.close();
  },
);

test("a simulator can be closed while it is reading", async () => {
  await fill();
  hold();
  const { simulator: sim } = await openSimulator({ store, apiKeys: ["large"], drainMs: 0 });
  const { outcome } = await arrived(numJobs(sim, "large"));
  const { outcome: verb } = await arrived(sim.control.jobs.list());
  const closed = sim.close();
  release();
  await closed;
  await expect(outcome).rejects.toThrow("fetch failed");
  const message = "Failed to read the store: the simulator was stopped.";
  await expect(verb).rejects.toMatchObject({ code: "SIM_STORE", message });
  const again = await startSimulator({ store });
  expect((await again.control.health()).jobs).toBe(2);
  await again.close();
});

test("a sandbox that can't be read now is read when the next request needs it", async () => {
  await fill();
  const notices: string[] = [];
  hold();
  const { simulator: sim } = await openSimulator({ store, onNotice: (text) => notices.push(text) });
  sql("ALTER TABLE entry RENAME TO hidden");
  const client = new Client(sim, "small");
  const failed = await client.request("GET", "/list-jobs");
  expect([failed.status, failed.headers.get("x-sim-error")]).toEqual([503, "SIM_STORE"]);
  const message = `Failed to read the store \`${store}\`: no such table: entry.`;
  expect(await sim.control.health()).toMatchObject({ status: "failing", storeProblem: message });
  sql("ALTER TABLE hidden RENAME TO entry");
  expect(await numJobs(sim, "small")).toBe(1);
  expect(notices).toEqual([`SIM_STORE: ${message}`, "The store works again."]);
  release();
  await sim.close();
});

test.each([
  ["exchanges", "{"],
  ["traces", "{}"],
])("requests work if the %s are damaged; reports and the journal don't", async (records, json) => {
  await fill();
  sql(`UPDATE ${records.slice(0, -1)} SET json = '${json}' WHERE sandbox = ${SMALL}`);
  const sim = await open();
  expect(await numJobs(sim, "small")).toBe(1);
  const control = connect(sim.baseUrl, { apiKey: "small" });
  await expect(control.journal.find()).rejects.toMatchObject({ code: "SIM_STORE" });
  expect(await sim.control.health()).toMatchObject({ status: "failing" });
  await control.reset();
  expect(await control.journal.find()).toEqual([]);
  expect(await sim.control.health()).toMatchObject({ status: "ok" });
  await sim.close();
});

test("a damaged sandbox is reported, and can be reset; all others work", async () => {
  await fill();
  sql(`UPDATE entry SET json = '{' WHERE sandbox = ${SMALL}`);
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  await expect(startSimulator({ store, onNotice })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: expect.stringMatching(
      /^Failed to read the sandbox `\w+` in the store `.*`: .*\. Reset or delete that sandbox; other sandboxes are unaffected\.$/,
    ),
  });
  expect(notices).toEqual([expect.stringMatching(/^SIM_STORE: Failed to read the sandbox /)]);
  const sim = await open();
  expect((await new Client(sim, "small").request("GET", "/list-jobs")).status).toBe(503);
  expect(await sim.control.health()).toMatchObject({ status: "failing" });
  expect(await numJobs(sim, "large")).toBe(1);
  await connect(sim.baseUrl, { apiKey: "small" }).reset();
  expect(await sim.control.health()).toMatchObject({ status: "ok" });
  expect(await numJobs(sim, "small")).toBe(0);
  await sim.close();
  const again = await startSimulator({ store });
  expect((await again.control.health()).jobs).toBe(1);
  await again.close();
});

test("what is stored while others are being read is not deleted as unused", async () => {
  const job = { inputs: LONG_INPUTS, json_schema: SCHEMA };
  await fill(async (sim) => {
    const box = await sim.sandbox();
    await new Client(sim, box.apiKey).submit(job);
    await box[Symbol.asyncDispose]();
  });
  sql("INSERT INTO value (hash, json) VALUES ('unused', '{}')");
  hold();
  const sim = await open();
  const jobId = await new Client(sim, "small").submit(job);
  release();
  while (isStored("unused")) await new Promise(setImmediate);
  await sim.close();
  const again = await startSimulator({ store });
  const client = new Client(again, "small");
  await connect(again.baseUrl, { apiKey: "small" }).clock.advance("30d");
  const { body } = await client.jsonResults(jobId, { include_inputs: true });
  expect(body).toMatchObject({ inputs: LONG_INPUTS });
  await again.close();
});
