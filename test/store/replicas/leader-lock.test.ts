import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { Saver } from "../../../src/stores/log/saver.ts";
import { StoreTroubles } from "../../../src/stores/log/store-troubles.ts";
import { LeaderLock } from "../../../src/stores/postgres/leader-lock.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import type { PostgresDatabase } from "../../../src/stores/postgres/postgres-database.ts";

let postgres: Postgres;
let lock: LeaderLock;
let database: PostgresDatabase;

beforeAll(async () => {
  postgres = await startPostgres();
  // Longer than the default: on a busy machine, even a short transaction may take a while.
  lock = await LeaderLock.of(postgresAddressOf(`${postgres.url()}?timeout=4000`));
  const taken = await lock.take(undefined);
  if (taken === undefined) throw new Error("Expected the lock.");
  database = taken;
});

afterAll(async () => {
  await lock.close();
  await postgres.stop();
});

async function sleep(seconds: number): Promise<void> {
  await database.transaction(() => database.run(`SELECT pg_sleep(${seconds})`));
}

test("a change is in time if others before it become durable, and late if nothing does", async () => {
  const changes = Array.from({ length: 10 }, () => sleep(0.5));
  await database.timely(Promise.all(changes).then(() => {}));
  expect(database.problem).toBeUndefined();
  const slow = sleep(5);
  await expect(database.timely(slow)).rejects.toThrow("it did not respond within 4000 ms");
  await slow;
  expect(database.problem).toBeUndefined();
}, 60_000);

test("a write that the database refuses stops only its own writer", async () => {
  const notices: string[] = [];
  const troubles = new StoreTroubles(database, (notice) => notices.push(notice));
  const saver = new Saver(database, troubles, () => {});
  let divisor = 0;
  const written = (write: () => void): Promise<string> =>
    new Promise((resolve) => {
      const fail = ({ message }: Error): void => resolve(message);
      saver.now({ write, done: () => resolve("done"), fail });
    });
  const refused = written(() => database.run(`SELECT 1 / ${divisor}`));
  const good = written(() => database.run("SELECT 1"));
  expect([await refused, await good]).toEqual([expect.stringContaining("by zero"), "done"]);
  expect(troubles.newest?.message).toContain("by zero");
  divisor = 1;
  await saver.close();
  expect(notices).toEqual([expect.stringContaining("by zero"), "The store works again."]);
});

test("a change that no response waits for is written within 100 ms, however many follow", async () => {
  const saver = new Saver(database, new StoreTroubles(database, () => {}), () => {});
  const write = jest.fn();
  let isOver = false;
  // However busy the machine is, an earlier timer comes first.
  setTimeout(() => {
    isOver = true;
  }, 100);
  while (!isOver) {
    saver.soon({ write, done: () => {}, fail: () => {} });
    await new Promise(setImmediate);
  }
  expect(write).toHaveBeenCalled();
  await saver.close();
});

test("many queries at a time cause no warning", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  await Promise.all(Array.from({ length: 50 }, () => database.rows("SELECT 1")));
  // Node emits warnings at the next tick.
  await new Promise(setImmediate);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("a leader keeps the lock during a long transaction", async () => {
  await sleep(12);
  expect(database.lost).toBeUndefined();
}, 60_000);

test("a leader gives up the lock when the network fails silently", async () => {
  postgres.relay.stall();
  await expect(sleep(0)).rejects.toThrow("the connection to the database ended");
  expect(database.lost?.message).toContain("the connection to the database ended");
}, 60_000);
