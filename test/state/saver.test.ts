import { expect, test } from "@jest/globals";
import { SimulatorError } from "../../src/core/errors.ts";
import type { Database } from "../../src/stores/database.ts";
import { Saver, type Writer } from "../../src/stores/log/saver.ts";
import { StoreTroubles } from "../../src/stores/log/store-troubles.ts";

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
