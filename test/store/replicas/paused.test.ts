import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { connect } from "../../../src/index.ts";
import { PATIENCE } from "../../support/storage.ts";
import { end, type Served, serve } from "../processes.ts";

const OPENED_AT = Date.UTC(2030, 0, 1);

test("a leader that is paused is replaced, and follows when it goes on", async () => {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-paused-"));
  const options = ["--store", `${postgres.url()}?${PATIENCE}`];
  const leader = await serve(folder, options);
  const other = await serve(folder, options);
  const advance = async ({ controlUrl }: Served): Promise<number> => {
    const { now } = await connect(controlUrl, { apiKey: "a" }).clock.advance("1s");
    return now - OPENED_AT;
  };
  expect(await advance(leader)).toBe(1000);
  leader.child.kill("SIGSTOP");
  expect(await advance(other)).toBe(2000);
  leader.child.kill("SIGCONT");
  // A request that arrives before it notices is rejected, or its connection ends: nothing is changed.
  let moved: number | undefined;
  while (moved === undefined) moved = await advance(leader).catch(() => undefined);
  expect(moved).toBe(3000);
  expect(await advance(other)).toBe(4000);
  await end(leader, "SIGTERM");
  await end(other, "SIGTERM");
  await postgres.stop();
  rmSync(folder, { recursive: true });
}, 120_000);
