// The stores that benchmarks compare. PostgreSQL runs as a separate server that writes to the disk.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { postgresFolder, startPostgres } from "../../scripts/postgres.mjs";

const run = promisify(execFile);

/** Whether PostgreSQL is installed. */
export const hasPostgres = postgresFolder() !== undefined;

/** Whether this version of Node has SQLite. */
export const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;

/** One server for all figures. It stops after the last of them. */
const shared = { users: 0, server: undefined };

/** The server, until its last user closes it. */
export async function openPostgres() {
  shared.users++;
  shared.server ??= freePort().then((port) =>
    startPostgres({
      ...{ listen_addresses: "127.0.0.1", port, shared_preload_libraries: "pg_stat_statements" },
    }),
  );
  const server = await shared.server;
  const close = async () => {
    if (--shared.users > 0) return;
    shared.server = undefined;
    await server.stop();
  };
  return { server, close };
}

let schemas = 0;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A simulator without a store; `queries` resolves with the number of statements that it has sent so far. */
export async function memory() {
  return { options: [], queries: async () => undefined, close: async () => {} };
}

/** A separate schema in PostgreSQL. */
export async function postgres() {
  const { server, close } = await openPostgres();
  const schema = `bench_${++schemas}`;
  const query = async (sql) => {
    const { stdout } = await run(join(server.programs, "psql"), [server.url(), "-Atc", sql]);
    return stdout.trim();
  };
  await query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  const queries = async () =>
    Number(await query(`SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%calls%'`));
  return { options: ["--store", `${server.url()}?schema=${schema}`], queries, close };
}

/** A SQLite file in its own folder. */
export async function sqlite() {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-bench-"));
  const close = async () => rmSync(folder, { recursive: true });
  return { ...(await memory()), options: ["--store", join(folder, "sim.db")], close };
}
