import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { check, checkJournal, checkResults, NUM_CLIENTS, SCENARIO, Told, use } from "./clients.ts";
import { end, serve } from "./processes.ts";

// A process is killed at many random moments while clients use it. Everything that it confirmed must exist afterward, once.

const KILLS = Number(process.env["BATCH_SIM_KILLS"] ?? 100);
const OPTIONS = ["--store", "sim.db", "--scenario", "s.yaml"];

test(`${KILLS} kills lose nothing that a client was told`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-kill-"));
  writeFileSync(join(folder, "s.yaml"), SCENARIO);
  const told = new Told();
  let killedAt = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const served = await serve(folder, OPTIONS);
    await check(served, told);
    await checkJournal(served, told, killedAt);
    const isOver = (): boolean => served.child.killed;
    const clients = Array.from({ length: NUM_CLIENTS }, () => use(served, told, isOver));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
    killedAt = Date.now();
    await Promise.all([end(served, "SIGKILL"), ...clients]);
  }
  const served = await serve(folder, OPTIONS);
  await check(served, told);
  await checkJournal(served, told, killedAt);
  await checkResults(served, told);
  await end(served, "SIGTERM");
  rmSync(folder, { recursive: true });
  expect(told.jobs.size).toBeGreaterThan(0);
  process.stdout.write(`${KILLS} kills: ${told.summary}\n`);
}, 900_000);
