import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";

// `sslmode` in a store's URL, with a server that has a self-signed certificate.

let postgres: Postgres;

/** The rows of a query on a separate connection, opened in the same way as the simulator's. */
async function rowsOf(query: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = await postgresClient(postgresAddressOf(postgres.url() + query), { max: 1 });
  try {
    return await client.unsafe(sql);
  } finally {
    await client.end();
  }
}

const ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

beforeAll(async () => {
  // The socket behind the relay is not encrypted.
  const settings = { fsync: "off", listen_addresses: "127.0.0.1", port: await freePort() };
  postgres = await startPostgres(settings);
  const { folder } = postgres;
  const subject = ["-subj", "/CN=127.0.0.1", "-days", "2"];
  const files = ["-keyout", "server.key", "-out", "server.crt"];
  const { uid, gid } = statSync(folder);
  execFileSync("openssl", ["req", "-new", "-x509", "-nodes", ...subject, ...files], {
    ...{ cwd: join(folder, "data"), stdio: "ignore", uid, gid },
  });
  await rowsOf("", "ALTER SYSTEM SET ssl = on");
  await rowsOf("", "SELECT pg_reload_conf()");
  while ((await rowsOf("?sslmode=prefer", ENCRYPTED))[0]?.["ssl"] !== true);
}, 60_000);

afterAll(() => postgres.stop());

test("without `sslmode`, connections are not encrypted; with `require`, they are", async () => {
  expect(await rowsOf("", ENCRYPTED)).toEqual([{ ssl: false }]);
  expect(await rowsOf("?sslmode=require", ENCRYPTED)).toEqual([{ ssl: true }]);
  const sim = await startSimulator({ store: `${postgres.url()}?sslmode=require` });
  const sql = "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)";
  const own = "WHERE application_name = 'batch-sim' AND pid <> pg_backend_pid()";
  expect(await rowsOf("", `${sql} ${own}`)).toEqual([{ ssl: true }]);
  await sim.close();
});

test("with `verify-full`, a certificate that no known authority has signed is an error", async () => {
  const store = `${postgres.url()}?sslmode=verify-full`;
  const { name } = postgresAddressOf(store);
  await expect(startSimulator({ store })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to use the store \`${name}\`: self-signed certificate. Check that PostgreSQL is running, and that the store's URL is correct.`,
  });
});
