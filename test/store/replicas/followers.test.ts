import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";
import { PATIENCE } from "../../support/storage.ts";

// What a replica that doesn't lead does in its own process works, too.

const REJECTED = `fetch(process.env.BATCH_SIM_BASE_URL + "/batch-inference", {
  method: "POST", body: "{}",
  headers: { authorization: "Key " + process.env.BATCH_SIM_API_KEY, "content-type": "application/json" },
})`;

test("a command under `exec` may provoke findings on purpose, whichever replica leads", async () => {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-followers-"));
  writeFileSync(join(folder, "batch-sim.yaml"), "expected: [{ id: invalid-request }]\n");
  const store = `${postgres.url()}?${PATIENCE}`;
  const leader = await startSimulator({ store });
  const program = join(process.cwd(), "dist", "cli.cjs");
  const command = [program, "exec", "--store", store, "--", process.execPath, "-e", REJECTED];
  const { stderr } = await promisify(execFile)(process.execPath, command, { cwd: folder });
  expect(stderr).toContain("(and 1 expected)");
  await leader.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});
