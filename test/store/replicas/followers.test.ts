import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { Client } from "../../support/client.ts";
import { PATIENCE } from "../../support/storage.ts";

// Features of a replica's own process also work if it isn't the leader.

const PROGRAM = join(process.cwd(), "dist", "cli.cjs");

const REJECTED = `fetch(process.env.BATCH_SIM_BASE_URL + "/batch-inference", {
  method: "POST", body: "{}",
  headers: { authorization: "Key " + process.env.BATCH_SIM_API_KEY, "content-type": "application/json" },
})`;

test("the command `store` shows a database in use and who leads, and changes none", async () => {
  const postgres = await startPostgres();
  const store = `${postgres.url()}?${PATIENCE}`;
  const { name } = postgresAddressOf(store);
  const run = async (action: string): Promise<string> => {
    const args = [PROGRAM, "store", action, "--store", store, "--yes"];
    const done = promisify(execFile)(process.execPath, args, {});
    const { stdout, stderr } = await done.catch((error) => error);
    return stdout + stderr;
  };
  const shown = (usedBy: string): RegExp =>
    new RegExp(
      `^${name}: [\\d.]+ KiB; sandboxes: 2, jobs: 1, .*; version: 3, used by: ${usedBy}\n$`,
    );
  const leader = await startSimulator({ store });
  const follower = await startSimulator({ store });
  await new Client(follower, follower.apiKey).submit({ inputs: ["a"] });
  expect(await run("info")).toMatch(shown("the replica at 127.0.0.1:\\d+"));
  const refused = `Failed to open the store \`${name}\`: another process is using it. Stop every process that uses it.`;
  for (const action of ["gc", "reset"]) expect(await run(action)).toBe(`batch-sim: ${refused}\n`);
  expect((await follower.control.health()).jobs).toBe(1);
  await follower.close();
  await leader.close();
  expect(await run("gc")).toMatch(shown("nobody"));
  expect(await run("reset")).toContain("sandboxes: 0, jobs: 0, ");
  await postgres.stop();
}, 60_000);

test("a command under `exec` may provoke findings on purpose, whichever replica leads", async () => {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-followers-"));
  writeFileSync(join(folder, "batch-sim.yaml"), "expected: [{ id: invalid-request }]\n");
  const store = `${postgres.url()}?${PATIENCE}`;
  const leader = await startSimulator({ store });
  const command = [PROGRAM, "exec", "--store", store, "--", process.execPath, "-e", REJECTED];
  const { stderr } = await promisify(execFile)(process.execPath, command, { cwd: folder });
  expect(stderr).toContain("(and 1 expected)");
  await leader.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});
