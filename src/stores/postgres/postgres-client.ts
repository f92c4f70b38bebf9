import { connect, type Socket } from "node:net";
import type { Options, Sql } from "postgres";
import { SimulatorError } from "../../core/errors.ts";
import type { PostgresAddress } from "./postgres-address.ts";

/** Seconds until a connection attempt fails. */
const CONNECT_SECONDS = 5;

/** Seconds between connection attempts. */
const RETRY_SECONDS = 0.1;

/** PostgreSQL closes a connection without a response after 16 s, which frees its locks. */
const SESSION = {
  application_name: "batch-sim",
  synchronous_commit: "on",
  // Values in statements are quoted accordingly.
  standard_conforming_strings: "on",
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
  // For a response that is not acknowledged.
  tcp_user_timeout: "16000",
};

/** The package's types don't have these options. */
function untypedOptions(): object {
  // A full pipeline would wait for a response to each further statement.
  return { max_pipeline: 1_000_000, socket: socketOpener() };
}

/** Connects to a database with up to `max` connections; the package is loaded only then. */
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
    ...untypedOptions(),
    ...options,
  });
}

/** Code of a change that the user of a URL may not make. */
const NOT_PERMITTED = "42501";

/** Code of a change for which the database's disk has no space. */
const DISK_FULL = "53100";

/** Why a database could not be used, and what to do. */
export function postgresError({ name, schema }: PostgresAddress, cause: unknown): SimulatorError {
  if (cause instanceof SimulatorError) return cause;
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  // An error about an address with several entries has only a code.
  const reason = message === undefined || message === "" ? String(code ?? cause) : message;
  const cures: Readonly<Record<string, string>> = {
    [NOT_PERMITTED]: `Let the user create the schema \`${schema}\`, or own it.`,
    [DISK_FULL]:
      "Free space on the database's disk: changes are written as soon as that is possible.",
  };
  const cure =
    cures[code ?? ""] ?? "Check that PostgreSQL is running there, and that its URL is right.";
  return new SimulatorError(
    "SIM_STORE",
    `Failed to use the store \`${name}\`: ${reason}. ${cure}`,
    { cause },
  );
}

/** Where the `postgres` package connects to: a host of several with a port each, or a Unix socket. */
type Target = {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
};

/**
 * Opens connections, to one host after the other. If the server ends one before it is ready, as a proxy without a server does, the
 * package itself would try again at once, and forever; here, that is an error.
 */
function socketOpener(): (target: Target) => Socket {
  let numOpened = 0;
  return ({ host: hosts, port: ports, path }) => {
    const index = numOpened++ % hosts.length;
    const [host = "", port = 0] = [hosts[index], ports[index]];
    const socket = path === false ? connect(port, host) : connect(path);
    socket.once("end", () => socket.destroy(new Error("the server closed the connection")));
    // The package checks the certificate of this host.
    return Object.assign(socket, { host, port });
  };
}
