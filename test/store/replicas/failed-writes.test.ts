import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { type Simulator, startSimulator } from "../../../src/index.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";
import { Client } from "../../support/client.ts";
import { PATIENCE } from "../../support/storage.ts";

// Anyone may receive a response, so it reveals nothing about the database, unlike the log and the server's health.

const PLAIN =
  "Failed to use the store: it is temporarily unavailable. Try again later; `/_sim/health` shows the reason.";

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

/** Runs SQL in the schema of a store. */
async function change(store: string, sql: string): Promise<void> {
  const client = await postgresClient(postgresAddressOf(store), { max: 1 });
  await client.unsafe(sql);
  await client.end();
}

test.each([
  ["an entry", "entry", "short"],
  ["a long input", "chunk", "long ".repeat(1000)],
])(
  "a client whose change is refused learns nothing about the database: %s",
  async (_, table, input) => {
    const store = `${postgres.url().replace("@", ":secret@")}?schema=refused_${table}&${PATIENCE}`;
    const notices: string[] = [];
    const onNotice = (notice: string): void => void notices.push(notice);
    const sim = await startSimulator({ store, onNotice });
    const client = new Client(sim, sim.apiKey);
    await change(store, `ALTER TABLE ${table} RENAME TO hidden`);
    const created = await client.create({ inputs: [input] });
    expect([created.status, created.headers.get("x-sim-error"), created.body]).toEqual([
      503,
      "SIM_STORE",
      expect.objectContaining({ code: "SIM_STORE", detail: PLAIN }),
    ]);
    expect(await controlProblem(sim)).toEqual([503, "SIM_STORE", PLAIN]);
    const { status, storeProblem } = await sim.control.health();
    const reason = `Failed to use the store \`${postgresAddressOf(store).name}\`: relation "${table}" does not exist. Check that PostgreSQL is running, and that the store's URL is correct.`;
    expect([status, storeProblem]).toEqual(["failing", reason]);
    await change(store, `ALTER TABLE hidden RENAME TO ${table}`);
    expect((await client.request("GET", "/get-quotas")).status).toBe(200);
    expect((await sim.control.health()).status).toBe("ok");
    await sim.close();
    expect(notices).toEqual([
      "Term 1: this replica leads.",
      `SIM_STORE: ${reason}`,
      "The store works again.",
    ]);
  },
);

test("a change that does not become durable in time is rejected, and the log says so once", async () => {
  const store = `${postgres.url()}?schema=late&timeout=1000`;
  const notices: string[] = [];
  const onNotice = (notice: string): void => void notices.push(notice);
  const sim = await startSimulator({ store, onNotice });
  const client = new Client(sim, sim.apiKey);
  await client.submit({ inputs: ["a"] });
  const other = await postgresClient(postgresAddressOf(store), { max: 1 });
  await other`SELECT 1`;
  const session = await other.reserve();
  await session`BEGIN`;
  await session`LOCK TABLE entry IN ACCESS EXCLUSIVE MODE`;
  const statuses = [1, 2].map(async () => (await client.create({ inputs: ["b"] })).status);
  expect(await Promise.all(statuses)).toEqual([503, 503]);
  const reason = `Failed to use the store \`${postgresAddressOf(store).name}\`: it did not respond within 1000 ms. Check that PostgreSQL is running, and that the store's URL is correct.`;
  expect((await sim.control.health()).storeProblem).toBe(reason);
  await session`COMMIT`;
  session.release();
  await other.end();
  await client.submit({ inputs: ["c"] });
  expect(notices.slice(1)).toEqual([`SIM_STORE: ${reason}`, "The store works again."]);
  await sim.close();
}, 60_000);

async function controlProblem({ controlUrl, apiKey }: Simulator): Promise<readonly unknown[]> {
  const headers = { authorization: `Key ${apiKey}` };
  const response = await fetch(`${controlUrl}/snapshot`, { headers });
  const { detail } = (await response.json()) as { detail: string };
  return [response.status, response.headers.get("x-sim-error"), detail];
}
