import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../src/index.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { Client } from "../support/client.ts";

// A server's limits also apply to the contents of its store, even if an earlier process had other limits.

let folder = "";
let store = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-limits-"));
  store = join(folder, "sim.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a simulator with the store from its start to its end. */
async function during<Result>(
  options: SimulatorOptions,
  act: (sim: Simulator) => Promise<Result>,
): Promise<Result> {
  const sim = await startSimulator({ ...options, store, onNotice: () => {} });
  try {
    return await act(sim);
  } finally {
    await sim.close();
  }
}

/** Number of rows in a table. */
function count(table: string): number {
  const db = openSqlite(store);
  const [row] = db.prepare(`SELECT count(*) AS count FROM ${table}`).all();
  db.close();
  return Number(row?.["count"]);
}

/** Resolves when a table has this number of rows: sandboxes that are dropped are judged before they are deleted. */
async function untilCount(table: string, expected: number): Promise<void> {
  while (count(table) !== expected) await new Promise(setImmediate);
}

test("a smaller journal is one in the store, too", async () => {
  await during({}, async (sim) => {
    for (let call = 0; call < 20; call++) await fetch(`${sim.baseUrl}/get-quotas`);
  });
  expect(count("exchange")).toBe(20);
  await during({ maxJournalExchanges: 5 }, () => untilCount("exchange", 5));
  await during({ maxJournalBytes: 1 }, () => untilCount("exchange", 1));
});

test("journals that are too large together are so in the store, too, and keep all of the rest", async () => {
  const options = { maxSandboxBytes: 150 * 1024 };
  const ids = await during(options, async (sim) => {
    for (let call = 0; call < 150; call++) await fetch(`${sim.baseUrl}/get-quotas`);
    return (await sim.control.journal.find({ keyless: true })).map(({ id }) => id);
  });
  expect([count("exchange"), count("exchange") < 100]).toEqual([ids.length, true]);
  await during(options, async (sim) => {
    const again = await sim.control.journal.find({ keyless: true });
    expect(again.map(({ id }) => id)).toEqual(ids);
  });
});

test("the least recently used sandboxes beyond a smaller limit are deleted", async () => {
  await during({}, async (sim) => {
    for (const key of ["a", "b", "c", "d"]) await new Client(sim, key).submit({ inputs: [key] });
  });
  // The default sandbox, the one for the server's own key, and four others.
  expect(count("sandbox")).toBe(6);
  await during({ maxSandboxes: 2 }, async (sim) => {
    await untilCount("sandbox", 4);
    for (const key of ["c", "d"]) {
      const { body } = await new Client(sim, key).json<{ jobs: unknown[] }>("GET", "/list-jobs");
      expect(body.jobs).toHaveLength(1);
    }
  });
});

test("inputs in the store count after a restart", async () => {
  const inputs = Array.from({ length: 100 }, () => "long ".repeat(200));
  await during({}, async (sim) => {
    for (const key of ["a", "b", "c"]) await new Client(sim, key).submit({ inputs });
    await new Client(sim, sim.apiKey).submit({ inputs: ["short"] });
  });
  expect(count("blob")).toBe(3);
  await during({ maxSandboxDiskBytes: 150_000 }, () => untilCount("blob", 1));
  await during({ maxSandboxDiskBytes: 50_000 }, async (sim) => {
    // The most recently used sandbox is dropped only for another one.
    await new Client(sim, sim.apiKey).submit({ inputs: ["short"] });
    await untilCount("blob", 0);
  });
});

test("sandboxes whose keys are not accepted any more count, and are deleted first", async () => {
  const maxSandboxes = 2;
  for (const key of ["a", "b", "c", "d"])
    await during({ apiKeys: [key], maxSandboxes }, async (sim) => {
      await new Client(sim, key).submit({ inputs: [key] });
    });
  await during({ apiKeys: ["c"], maxSandboxes }, async (sim) => {
    // The default sandbox, the one for the key, and two others.
    await untilCount("sandbox", 4);
    expect(await sim.control.jobs.list()).toHaveLength(1);
  });
});

test("a finding that is expected again and again is stored once", async () => {
  for (let start = 0; start < 3; start++)
    await during({}, async (sim) => {
      sim.expectFinding({ id: "invalid-request" });
      expect(sim.report().findings.map(({ id }) => id)).toEqual(["expected-did-not-occur"]);
    });
  expect(count("expectation")).toBe(1);
});
