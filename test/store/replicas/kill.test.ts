import { expect, test } from "@jest/globals";
import { check, checkResults, NUM_CLIENTS, Told, use } from "../clients.ts";
import { openFleet } from "./fleet.ts";

// A random replica is killed every second while clients use all of them. Whatever these were told has to be there, once.

const KILLS = Number(process.env["BATCH_SIM_REPLICA_KILLS"] ?? 60);
const BETWEEN_KILLS_MS = 1000;

test(`${KILLS} kills of replicas lose nothing that a client was told`, async () => {
  const fleet = await openFleet();
  const told = new Told();
  let isOver = false;
  const clients = Array.from({ length: NUM_CLIENTS }, () => use(fleet.target, told, () => isOver));
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_KILLS_MS));
      await fleet.replace(Math.floor(Math.random() * fleet.replicas.length));
    }
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
  for (const replica of fleet.replicas) await check(replica, told);
  // The state in the database is the same as the one in memory.
  for (let index = 0; index < fleet.replicas.length; index++) await fleet.replace(index);
  for (const replica of fleet.replicas) await check(replica, told);
  await checkResults(fleet.target, told);
  await fleet.close();
  expect(told.unavailable).toBe(0);
  expect(told.jobs.size).toBeGreaterThan(0);
  process.stdout.write(
    `${KILLS} kills of replicas: ${told.jobs.size} jobs, ${told.fired} faults, ${told.unknown} unanswered\n`,
  );
}, 900_000);
