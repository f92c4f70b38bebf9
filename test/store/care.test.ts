import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { collectStore } from "../../src/stores/stores.ts";

test("`gc` says that a store can't be written to, and what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-care-"));
  const store = join(folder, "sim.db");
  await startSimulator({ store }).then((sim) => sim.close());
  const disk = openSqlite(store);
  disk.exec(
    "INSERT INTO value VALUES ('unused', '{}'); CREATE TRIGGER full BEFORE DELETE ON value BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
  );
  disk.close();
  await expect(collectStore(store)).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to write to the store \`${store}\`: database or disk is full. Free up space there, and check the file's permissions. Pending changes are then written automatically.`,
  });
  rmSync(folder, { recursive: true });
});
