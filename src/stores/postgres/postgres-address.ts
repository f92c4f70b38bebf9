import { type SimulatorError, storeError } from "../../core/errors.ts";

export type PostgresAddress = {
  /** The URL for the `postgres` package, without parameters that the package doesn't know. */
  readonly url: string;
  /** The URL for messages, without the password and parameters. */
  readonly name: string;
  readonly schema: string;
  /** Wall-clock milliseconds that a response waits while no change becomes durable. */
  readonly timeoutMs: number;
  /** Wall-clock milliseconds that a request waits for a leader while the database is available. */
  readonly waitMs: number;
  /** Maximum number of connections for reading inputs and files. */
  readonly poolSize: number;
  /** Host at which other replicas reach this one; undefined if the URL has no `replica_host`. */
  readonly replicaHost: string | undefined;
  /** Port at which other replicas reach this one; 0 for any free port. */
  readonly replicaPort: number;
};

const DEFAULT_SCHEMA = "batch_sim";

/** Short enough for a response to report within a second that the database is unavailable. */
const DEFAULT_TIMEOUT_MS = 800;

/** A new leader takes over within milliseconds, or within seconds if it has a lot to read. */
const DEFAULT_WAIT_MS = 10_000;

const DEFAULT_POOL_SIZE = 3;

/** The modes that the `postgres` package knows. It treats any other value as `verify-full`. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** Parses a store's URL. Throws a SimulatorError if the URL is invalid. */
export function postgresAddressOf(store: string): PostgresAddress {
  const name = nameOf(store);
  const invalid = (problem: string): SimulatorError =>
    storeError(`Failed to use the store \`${name}\`: ${problem}.`);
  if (!URL.canParse(store)) throw invalid("it is not a valid URL");
  const url = new URL(store);
  const take = (parameter: string): string | undefined => {
    const value = url.searchParams.get(parameter) ?? undefined;
    url.searchParams.delete(parameter);
    return value;
  };
  const takeNumber = (parameter: string, fallback: number, [min, max] = [0, 99_999]): number => {
    const value = take(parameter) ?? String(fallback);
    if (/^\d{1,5}$/.test(value) && Number(value) >= min && Number(value) <= max)
      return Number(value);
    throw invalid(`\`${parameter}\` is \`${value}\`, not a number from ${min} to ${max}`);
  };
  const schema = take("schema") ?? DEFAULT_SCHEMA;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw invalid(`\`schema\` is \`${schema}\`, not a lowercase identifier`);
  const sslMode = url.searchParams.get("sslmode") ?? "disable";
  if (!SSL_MODES.includes(sslMode))
    throw invalid(`\`sslmode\` is \`${sslMode}\`, not one of ${SSL_MODES.join(", ")}`);
  return {
    name,
    schema,
    timeoutMs: takeNumber("timeout", DEFAULT_TIMEOUT_MS),
    waitMs: takeNumber("wait", DEFAULT_WAIT_MS),
    poolSize: takeNumber("pool", DEFAULT_POOL_SIZE, [1, 1000]),
    replicaHost: take("replica_host"),
    replicaPort: takeNumber("replica_port", 0, [0, 65_535]),
    url: url.href,
  };
}

/** A URL without its password and parameters; an invalid URL is hidden, as it may contain both. */
function nameOf(store: string): string {
  if (!URL.canParse(store)) return "postgres://…";
  const { protocol, username, host, pathname } = new URL(store);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
