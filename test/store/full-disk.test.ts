import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { Client } from "../support/client.ts";

test.each([
  ["a large input", "chunk", "a".repeat(5000)],
  ["a small one", "entry", "a"],
])(
  "%s that could not be written is written again without another request",
  async (_, table, input) => {
    const folder = mkdtempSync(join(tmpdir(), "batch-sim-full-"));
    const store = join(folder, "sim.db");
    const notices: string[] = [];
    const sim = await startSimulator({ store, onNotice: (notice) => notices.push(notice) });
    const readiness = async (): Promise<readonly unknown[]> => {
      const response = await fetch(`${sim.controlUrl}/readyz`);
      return [response.status, ((await response.json()) as { problem?: string }).problem];
    };
    const disk = openSqlite(store);
    disk.exec(
      `CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    );
    const refused = await new Client(sim, sim.apiKey).create({ inputs: [input] });
    expect(refused.status).toBe(503);
    const { status, storeProblem } = await sim.control.health();
    expect([status, storeProblem]).toEqual([
      "failing",
      expect.stringContaining("the disk is full"),
    ]);
    expect(await readiness()).toEqual([503, storeProblem]);
    disk.exec("DROP TRIGGER full");
    disk.close();
    while ((await sim.control.health()).status !== "ok") await new Promise(setImmediate);
    expect(await readiness()).toEqual([200, undefined]);
    expect(notices).toEqual([
      expect.stringContaining("the disk is full"),
      "The store works again.",
    ]);
    expect((await sim.control.health()).jobs).toBe(1);
    await sim.close();
    rmSync(folder, { recursive: true });
  },
);

test("responses wait while exchanges can't be stored, so none of them is lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-full-"));
  const store = join(folder, "sim.db");
  const options = { store, clock: "manual", onNotice: () => {} } as const;
  const sim = await startSimulator(options);
  const client = new Client(sim, sim.apiKey);
  const jobId = await client.submit({ inputs: ["a"] });
  const disk = openSqlite(store);
  disk.exec(
    "CREATE TRIGGER full BEFORE INSERT ON exchange BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  );
  const statuses: number[] = [];
  while (statuses.at(-1) !== 503)
    statuses.push((await client.request("GET", `/job-status/${jobId}`)).status);
  disk.exec("DROP TRIGGER full");
  disk.close();
  while ((await sim.control.health()).status !== "ok") await new Promise(setImmediate);
  await sim.close();
  const again = await startSimulator(options);
  const ids = (await again.control.journal.find()).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: statuses.length + 1 }, (_, index) => index + 1));
  await again.close();
  rmSync(folder, { recursive: true });
});
