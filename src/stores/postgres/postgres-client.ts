import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { Options, Sql } from "postgres";
import { SimulatorError, storeError } from "../../core/errors.ts";
import type { SqlValue } from "../database.ts";
import type { PostgresAddress } from "./postgres-address.ts";

const CONNECT_SECONDS = 5;

const RETRY_SECONDS = 0.1;

/** PostgreSQL ends a connection, which releases its locks, after 16 s without a response. */
const SESSION = {
  application_name: "batch-sim",
  synchronous_commit: "on",
  // `literalOf` depends on this setting.
  standard_conforming_strings: "on",
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
  // Milliseconds after which PostgreSQL closes a connection that doesn't acknowledge data.
  tcp_user_timeout: "16000",
};

/** Makes a client with up to `max` connections; the first call loads the `postgres` package. */
export async function postgresClient(
  { url, schema }: PostgresAddress,
  options: Options<Record<never, never>>,
): Promise<Sql> {
  const { default: postgres } = await import("postgres");
  return postgres(url, {
    connect_timeout: CONNECT_SECONDS,
    backoff: () => RETRY_SECONDS,
    fetch_types: false,
    connection: { ...SESSION, search_path: schema },
    onnotice: () => {},
    // The package's types lack these options. In a full pipeline, statements wait for a response.
    ...{ max_pipeline: 1_000_000, socket: socketOpener() },
    ...options,
  });
}

export function postgresError({ name, schema }: PostgresAddress, cause: unknown): SimulatorError {
  if (cause instanceof SimulatorError) return cause;
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  // If a host name has several addresses, the error has only a code.
  const reason = message === undefined || message === "" ? String(code ?? cause) : message;
  const cures: Readonly<Record<string, string>> = {
    // The URL's user is not allowed to make the change.
    "42501": `Allow the user to create the schema \`${schema}\`, or make the user its owner.`,
    // The database's disk has no space for the change.
    "53100":
      "Free up space on the database's disk. Pending changes are then written automatically.",
    // PgBouncer doesn't accept a session's settings.
    "08P01":
      "Configure PgBouncer to ignore the session settings (`ignore_startup_parameters`), or connect to PostgreSQL directly.",
  };
  const cure =
    cures[code ?? ""] ?? "Check that PostgreSQL is running, and that the store's URL is correct.";
  const text = `Failed to use the store \`${name}\`: ${reason}. ${cure}`;
  return storeError(text, cause);
}

/**
 * Makes a function that opens connections for the `postgres` package, to a Unix socket or to
 * several hosts in turn. If a server, such as a proxy without a backend, closes the connection, the
 * function makes the socket fail, because the package would otherwise retry at once and forever.
 */
function socketOpener(): (target: {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}) => Socket {
  let numOpened = 0;
  return ({ host: hosts, port: ports, path }) => {
    const index = numOpened++ % hosts.length;
    const [host = "", port = 0] = [hosts[index], ports[index]];
    const socket = path === false ? connect(port, host) : connect(path);
    socket.once("end", () => socket.destroy(new Error("the server closed the connection")));
    // The package checks that the certificate is for this host.
    return Object.assign(socket, { host, port });
  };
}

/**
 * Replaces a statement's question marks with its values. A message with parameters can have only
 * one statement, and waiting for a response to each statement would be slow.
 */
export function statementOf(sql: string, values: readonly SqlValue[]): string {
  const [first = "", ...others] = sql.split("?");
  if (others.length !== values.length)
    throw new RangeError(`Expected ${others.length} values for \`${sql}\`, got ${values.length}.`);
  return others.reduce((text, part, index) => text + literalOf(values[index]) + part, first);
}

/** Every session sets `standard_conforming_strings`, so only a quote is special in a string. */
function literalOf(value: SqlValue | undefined): string {
  if (value == null) return "NULL";
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  return `'\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}'`;
}

/**
 * Dollar-quotes a string that contains quotes: doubling them would take 35 times as much memory.
 * The tag is random, so that a string from a client can't contain it.
 */
function quoted(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  const tag = `$q${randomUUID().replaceAll("-", "")}$`;
  return tag + text + tag;
}

/** Number of times that both connections are asked for their sessions. */
const ROUNDS = 3;

/**
 * Rejects with a SimulatorError unless each connection has its own session, with the requested
 * settings. A pooler in transaction mode shares sessions between connections, so two processes
 * could hold the leader's lock at the same time.
 */
export async function requireSession(first: Sql, address: PostgresAddress): Promise<void> {
  await requireSettings(first, address);
  const second = await postgresClient(address, { max: 1 });
  const [ofFirst, ofSecond] = [new Set<unknown>(), new Set<unknown>()];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      ofFirst.add(await sessionOf(first));
      ofSecond.add(await sessionOf(second));
      ofSecond.add(await sessionOf(second));
    }
  } finally {
    await second.end({ timeout: 0 });
  }
  const all = new Set([...ofFirst, ...ofSecond]);
  if (ofFirst.size === 1 && ofSecond.size === 1 && all.size === 2) return;
  throw storeError(
    `Failed to use the store \`${address.name}\`: its connections share sessions, as with PgBouncer in transaction mode, so replicas can't lock the store. Use session mode, or connect to PostgreSQL directly.`,
  );
}

async function sessionOf(connection: Sql): Promise<unknown> {
  const [row] = await connection`SELECT pg_backend_pid() AS session`;
  return row?.["session"];
}

/** Rejects if a pooler ignored settings: the schema could be wrong, or changes might be lost. */
async function requireSettings(connection: Sql, { name, schema }: PostgresAddress): Promise<void> {
  const { synchronous_commit, standard_conforming_strings } = SESSION;
  const needed = { search_path: schema, synchronous_commit, standard_conforming_strings };
  for (const [setting, value] of Object.entries(needed)) {
    const [row] = await connection`SELECT current_setting(${setting}) AS value`;
    if (row?.["value"] === value) continue;
    throw storeError(
      `Failed to use the store \`${name}\`: a session's \`${setting}\` is \`${row?.["value"]}\` instead of \`${value}\`; PgBouncer, for example, can ignore settings. Use \`ALTER ROLE … SET ${setting} = ${value}\`, or connect to PostgreSQL directly.`,
    );
  }
}
