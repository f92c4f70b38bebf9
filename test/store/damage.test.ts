import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Scenario } from "../../src/core/scenario.ts";
import { connect, type Simulator, startSimulator } from "../../src/index.ts";
import { openSimulator } from "../../src/simulator/start-simulator.ts";
import type { SandboxRecipe } from "../../src/state/sandbox.ts";
import { SandboxStore } from "../../src/stores/sandbox-store.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { SqliteFile } from "../../src/stores/sqlite/sqlite-file.ts";
import { Client } from "../support/client.ts";

// A damaged part of a store affects only the sandboxes that need it, health reports it, and a reset repairs it.

let folder = "";
let store = "";
let notices: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-damage-"));
  store = join(folder, "sim.db");
  notices = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

const SMALL = `(SELECT id FROM sandbox WHERE recipe LIKE '%"key":"small"%')`;

const LONG_INPUTS = Array.from({ length: 100 }, (_, index) => `${index} `.repeat(100));

/** Stores a job for the keys `small` and `large`; that of the former has long inputs. Returns its ID. */
async function fill(): Promise<string> {
  const sim = await startSimulator({ store });
  const jobId = await new Client(sim, "small").submit({ inputs: LONG_INPUTS });
  await new Client(sim, "large").submit({ inputs: ["a"] });
  await connect(sim.baseUrl, { apiKey: "small" }).clock.advance("30d");
  await sim.close();
  return jobId;
}

function sql(text: string): void {
  const db = openSqlite(store);
  db.exec(text);
  db.close();
}

let noteNotice = (_: string): void => {};

const onNotice = (text: string): void => {
  notices.push(text);
  noteNotice(text);
};

/** Resolves when a notice has been made. */
async function noticed(text: string): Promise<void> {
  if (notices.includes(text)) return;
  await new Promise<void>((resolve) => {
    noteNotice = (notice) => (notice === text ? resolve() : undefined);
  });
}

/** Starts like the program, and waits until everything has been read that can be. */
async function open(): Promise<Simulator> {
  const { simulator, loaded } = await openSimulator({ store, onNotice, drainMs: 0 });
  await loaded().catch(() => {});
  return simulator;
}

async function listed(sim: Simulator, key: string): Promise<number | string> {
  const response = await new Client(sim, key).request("GET", "/list-jobs");
  if (response.status !== 200) return `${response.status} ${response.headers.get("x-sim-error")}`;
  return ((await response.json()) as { jobs: unknown[] }).jobs.length;
}

const damageOf = (name: string) =>
  expect.stringMatching(
    new RegExp(
      `^Failed to read the sandbox \`${name}\` in the store \`.*\`: .+\\. Reset or delete that sandbox; other sandboxes are unaffected\\.$`,
    ),
  );

test.each([
  [
    "scenario of its own",
    `UPDATE sandbox SET recipe = replace(recipe, '"scenario":"', '"scenario":"x') WHERE id = ${SMALL}`,
  ],
  [
    "scenario in effect",
    `INSERT INTO entry (sandbox, position, kind, id, json) SELECT id, 999, 'scenarioPlayed', '', '{' FROM sandbox WHERE id = ${SMALL}`,
  ],
])(
  "a sandbox with a damaged %s can't be used until it is reset; all others work",
  async (_, damage) => {
    await fill();
    sql(damage);
    await using sim = await open();
    expect([await listed(sim, "small"), await listed(sim, "large")]).toEqual(["503 SIM_STORE", 1]);
    expect(await sim.control.health()).toMatchObject({
      status: "failing",
      storeProblem: damageOf("\\w{16}"),
    });
    await connect(sim.baseUrl, { apiKey: "small" }).reset();
    expect(await sim.control.health()).toMatchObject({ status: "ok" });
    expect([await listed(sim, "small"), await listed(sim, "large")]).toEqual([0, 1]);
    await sim.close();
    await using again = await startSimulator({ store });
    expect([await listed(again, "small"), await listed(again, "large")]).toEqual([0, 1]);
  },
);

test.each(["'{'", "'null'", "'{}'"])(
  "a sandbox whose recipe is %s is reported by a name of its own, and can be deleted",
  async (json) => {
    await fill();
    sql(`UPDATE sandbox SET recipe = ${json} WHERE id = ${SMALL}`);
    await expect(startSimulator({ store, onNotice })).rejects.toMatchObject({
      code: "SIM_STORE",
      message: damageOf("damaged-\\d+"),
    });
    await using sim = await open();
    expect([await listed(sim, "small"), await listed(sim, "large")]).toEqual([0, 1]);
    const { status, storeProblem = "" } = await sim.control.health();
    expect([status, storeProblem]).toEqual(["failing", damageOf("damaged-\\d+")]);
    const [, name = ""] = /`(damaged-\d+)`/.exec(storeProblem) ?? [];
    await fetch(`${sim.controlUrl}/sandbox`, {
      method: "DELETE",
      headers: { "x-sim-sandbox": name },
    });
    expect(await sim.control.health()).toMatchObject({ status: "ok" });
    await sim.close();
    await using again = await startSimulator({ store });
    expect(await listed(again, "large")).toBe(1);
  },
);

test.each([
  ["scenario", "UPDATE scenario SET json = '{'"],
  ["scenario's origin", "UPDATE scenario SET origin = '{'"],
  ["scenario's content", `UPDATE scenario SET json = '{"profiles":5}'`],
  ["shared value", "UPDATE value SET json = '{'"],
])(
  "a damaged %s concerns all sandboxes that need it, and their replacements are stored",
  async (_, damage) => {
    await fill();
    sql(damage);
    await using sim = await open();
    expect(await listed(sim, "small")).toBe("503 SIM_STORE");
    expect(await listed(sim, "new")).toBe(0);
    for (const apiKey of [sim.apiKey, "small", "large"])
      await connect(sim.baseUrl, { apiKey }).reset();
    await fetch(`${sim.controlUrl}/reset`, {
      method: "POST",
      headers: { "x-sim-sandbox": "default" },
    });
    expect(await sim.control.health()).toMatchObject({ status: "ok" });
    await new Client(sim, "small").submit({ inputs: ["b"] });
    await sim.close();
    await using again = await startSimulator({ store });
    expect([await listed(again, "small"), await listed(again, "large")]).toEqual([1, 0]);
  },
);

test.each(["UPDATE chunk SET bytes = x'00'", "DELETE FROM chunk"])(
  "inputs that can't be read (%s) are reported until their sandbox is reset",
  async (damage) => {
    const jobId = await fill();
    sql(damage);
    await using sim = await open();
    const client = new Client(sim, "small");
    const { status, headers } = await client.results(jobId, {
      include_inputs: true,
      result_format: "json",
    });
    expect([status, headers.get("x-sim-error")]).toEqual([503, "SIM_STORE"]);
    expect(await sim.control.health()).toMatchObject({
      status: "failing",
      storeProblem: expect.stringMatching(
        /^Failed to read a job's inputs or a dataset's file in the store `.*`: .+\. Reset or delete the sandbox that uses this data; other sandboxes are unaffected\.$/,
      ),
    });
    expect(await listed(sim, "large")).toBe(1);
    // Requests of other sandboxes must still reach the process.
    const readyz = await fetch(`${sim.controlUrl}/readyz`);
    expect(await readyz.json()).toEqual({ status: "ok", role: "single" });
    await connect(sim.baseUrl, { apiKey: "small" }).reset();
    // The sandbox's clients are judged before it is deleted.
    await noticed("The store works again.");
    expect(await sim.control.health()).toMatchObject({ status: "ok" });
  },
);

test("what was noted for reports and can't be read is ignored, with a notice", async () => {
  await fill();
  sql(
    "INSERT INTO expectation (json) VALUES ('{'); INSERT INTO verdict (json) VALUES ('{}'), ('{\"text\":\"x\"}')",
  );
  await using sim = await startSimulator({ store, onNotice });
  expect(await listed(sim, "small")).toBe(1);
  expect(sim.report().summary.errors).toBe(0);
  await sim.close();
  const ignored = (what: string) =>
    expect.stringMatching(
      new RegExp(
        `^SIM_STORE: Failed to read ${what} in the store \`.*\`: .+\\. Reports will omit it\\.$`,
      ),
    );
  expect(notices).toEqual([ignored("expectation 1"), ignored("verdict 1"), ignored("verdict 2")]);
});

test("nobody waits for the records of a sandbox that is deleted", async () => {
  const saved = await SandboxStore.in(new SqliteFile(store), {
    originOf: () => undefined,
    readyScenario: async (scenario) => scenario,
    onNotice,
  });
  const scenario = {} as Scenario;
  const recipe = { key: "k", name: "n", scenario, seed: 1, clock: { mode: "real" }, asked: {} };
  const log = saved.add(recipe as SandboxRecipe, 0);
  await log.saved();
  log.records.skip(1_000_000);
  log.remove();
  await log.saved();
  await saved.close();
});

test("a start that fails because of the store leaves it free for the next one", async () => {
  await fill();
  sql("ALTER TABLE verdict RENAME TO hidden");
  await expect(open()).rejects.toMatchObject({ code: "SIM_STORE" });
  sql("ALTER TABLE hidden RENAME TO verdict");
  const sim = await open();
  await sim.close();
});

test("a start that fails because of something else reads nothing afterward", async () => {
  await fill();
  const scenario = join(folder, "empty.yaml");
  writeFileSync(scenario, "name: empty");
  const watchAs = (watch: unknown): void => {
    Object.assign(fs, { watch });
    syncBuiltinESMExports();
  };
  const { watch } = fs;
  watchAs(() => {
    throw new Error("no watches are left");
  });
  const start = startSimulator({ store, scenario, watch: true, onNotice });
  await expect(start).rejects.toThrow("no watches are left");
  watchAs(watch);
  for (let turn = 0; turn < 1000; turn++) await new Promise(setImmediate);
  expect(notices).not.toContainEqual(expect.stringContaining("SIM_STORE"));
});
