import { expect, test } from "@jest/globals";
import { SimulatorError } from "../../src/core/errors.ts";
import type { Database } from "../../src/stores/database.ts";
import { RingLog } from "../../src/stores/log/row-writers.ts";
import { Saver, type Writer } from "../../src/stores/log/saver.ts";
import { StoreTroubles } from "../../src/stores/log/store-troubles.ts";
import { WriteLane } from "../../src/stores/log/write-lane.ts";

const PROBLEM = new SimulatorError("SIM_STORE", "Failed to write: the connection ended.");

/** A database that refuses every transaction; it counts them. */
function refusing(lost: SimulatorError | undefined): { database: Database; count: () => number } {
  let count = 0;
  const database: Database = {
    name: "refusing",
    run: () => {},
    transaction: (act) => {
      act();
      count++;
      return Promise.reject(new Error("refused"));
    },
    rows: () => [],
    failure: () => PROBLEM,
    problem: lost,
    lost,
    confirmed: () => undefined,
    timely: (saved) => saved,
    wallNow: () => 0,
    clear: () => {},
    shrink: () => {},
    close: () => {},
  };
  return { database, count: () => count };
}

/** Two writers, and the number of transactions after both have failed. */
async function transactionsOfTwo(lost: SimulatorError | undefined): Promise<number> {
  const { database, count } = refusing(lost);
  const saver = new Saver(database, new StoreTroubles(database, () => {}), () => {});
  const failures = [0, 1].map(
    () =>
      new Promise<SimulatorError>((fail) => {
        const writer: Writer = { write: () => {}, done: () => {}, fail };
        saver.now(writer);
      }),
  );
  expect(await Promise.all(failures)).toEqual([PROBLEM, PROBLEM]);
  const transactions = count();
  await saver.close();
  return transactions;
}

test("a lost connection fails all writers at once, without trying each of them alone", async () => {
  expect(await transactionsOfTwo(PROBLEM)).toBe(1);
});

test("a refused transaction is tried again for each writer alone", async () => {
  expect(await transactionsOfTwo(undefined)).toBeGreaterThanOrEqual(2);
});

test("many writes whose content can't be stored take linear time", async () => {
  const { database } = refusing(undefined);
  const saver = new Saver(database, new StoreTroubles(database, () => {}), () => {});
  const lane = new WriteLane(saver);
  const before = process.cpuUsage();
  const prepare = (): Promise<void> => Promise.reject(PROBLEM);
  for (let count = 0; count < 20_000; count++) lane.add(() => {}, { prepare });
  await expect(lane.saved()).rejects.toBe(PROBLEM);
  await new Promise(setImmediate);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  await saver.close();
});

test("many records that wait for the store are cleared in linear time", () => {
  const { database } = refusing(undefined);
  const log = new RingLog(database, "exchange", 0);
  const before = process.cpuUsage();
  for (let count = 1; count <= 300_000; count++) log.add({}, count);
  log.keep(0);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
