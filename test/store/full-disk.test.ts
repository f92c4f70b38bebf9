import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { Client } from "../support/client.ts";

test("a large input that could not be written is written again without another request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-full-"));
  const store = join(folder, "sim.db");
  const notices: string[] = [];
  const sim = await startSimulator({ store, onNotice: (notice) => notices.push(notice) });
  const disk = openSqlite(store);
  disk.exec(
    "CREATE TRIGGER full BEFORE INSERT ON chunk BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  );
  const refused = await new Client(sim, sim.apiKey).create({ inputs: ["a".repeat(5000)] });
  expect(refused.status).toBe(503);
  expect((await sim.control.health()).status).toBe("failing");
  disk.exec("DROP TRIGGER full");
  disk.close();
  while ((await sim.control.health()).status !== "ok") await new Promise(setImmediate);
  expect(notices).toEqual([expect.stringContaining("the disk is full"), "The store works again."]);
  await sim.close();
  rmSync(folder, { recursive: true });
});
