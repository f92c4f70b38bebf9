import { expect, test } from "@jest/globals";
import { check, checkResults, NUM_CLIENTS, pause, Told, use } from "../clients.ts";
import { openFleet } from "./fleet.ts";

// Every second, a random replica is killed while clients use all of them, whether the others serve or are still starting.
// Everything that clients were told must exist, once. They get no error: a request either waits for the next leader, or its
// connection breaks.

const KILLS = Number(process.env["BATCH_SIM_REPLICA_KILLS"] ?? 60);
const BETWEEN_KILLS_MS = 1000;

test(`${KILLS} kills of replicas lose nothing that a client was told`, async () => {
  const fleet = await openFleet();
  const told = new Told();
  let isOver = false;
  const clients = Array.from({ length: NUM_CLIENTS }, () => use(fleet.target, told, () => isOver));
  const start = performance.now();
  try {
    for (let kill = 1; kill <= KILLS; kill++) {
      const waitMs = start + kill * BETWEEN_KILLS_MS - performance.now();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      fleet.kill(Math.floor(Math.random() * fleet.size));
    }
    const killedMs = performance.now() - start;
    process.stdout.write(`${KILLS} kills of replicas in ${Math.round(killedMs / 1000)} s: `);
    // However busy the machine was, everything works again in the end.
    const before = told.jobs.size;
    const works = async (): Promise<void> => {
      while (told.jobs.size === before && !isOver) await pause();
    };
    await Promise.race([works(), ...clients]);
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
  for (const replica of await fleet.replicas()) await check(replica, told);
  // The state in the database is the same as the one in memory.
  await fleet.killEach();
  for (const replica of await fleet.replicas()) await check(replica, told);
  await checkResults(fleet.target, told);
  await fleet.close();
  expect(told.unavailable).toBe(0);
  process.stdout.write(`${told.summary}\n`);
}, 900_000);
