import { setMaxListeners } from "node:events";
import type { Sql } from "postgres";
import { storeError } from "../../core/errors.ts";
import { monotonicNow, wallNow } from "../../state/wall-timer.ts";
import { unlessEnded } from "./lease.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { postgresClient, postgresError, requireSession } from "./postgres-client.ts";
import { type LeaderAddress, PostgresDatabase } from "./postgres-database.ts";
import { requireTables } from "./postgres-schema.ts";

/** Settings of the session that holds the lock, in milliseconds. */
const LEADER_SESSION = {
  // PostgreSQL ends the session of a paused process; a running process gives up the lock earlier.
  idle_session_timeout: "16000",
  // A query that waits for another session's lock must not keep a dead process's session open.
  client_connection_check_interval: "1000",
};

/** PostgreSQL 14, the first version that has these settings. */
const LEADER_SESSION_VERSION = 140_000;

/** A process that takes the lock. `host` defaults to the address that the database sees. */
export type LockHolder = Pick<LeaderAddress, "instance" | "port" | "options"> & {
  readonly host: string | undefined;
};

type TakeOptions = {
  readonly signal?: AbortSignal;
  /** Whether to wait while another process has the lock. Default: true. */
  readonly isPatient?: boolean;
  /** Called once the database is available, before waiting for the lock. */
  readonly onWait?: () => void;
};

/** A lock that only one process holds, until it releases the lock or its connection ends. */
export class LeaderLock {
  readonly address: PostgresAddress;
  #finder: Sql;

  private constructor(address: PostgresAddress, finder: Sql) {
    this.address = address;
    this.#finder = finder;
  }

  /** Connects; creates tables, or migrates them unless `isReset`. Rejects with a SimulatorError. */
  static async of(address: PostgresAddress, isReset = false): Promise<LeaderLock> {
    const finder = await postgresClient(address, { max: 1 });
    try {
      await requireSession(finder, address);
      await requireTables(finder, address, isReset);
    } catch (error) {
      await finder.end({ timeout: 0 });
      throw postgresError(address, error);
    }
    return new LeaderLock(address, finder);
  }

  /**
   * Takes the lock; others can reach this process at `self`. Rejects with a SimulatorError if the
   * database is unavailable, another process has it and `isPatient` is false, or `signal` aborts.
   */
  async take(
    self: LockHolder | undefined,
    { signal, isPatient = true, onWait = () => {} }: TakeOptions = {},
  ): Promise<PostgresDatabase> {
    const address = this.address;
    const ended = new AbortController();
    // Each query in progress adds a listener.
    setMaxListeners(0, ended.signal);
    const lost = new Error("the connection to the database ended");
    const end = (): void => ended.abort(postgresError(address, lost));
    const lasting = { max: 1, max_lifetime: null, idle_timeout: 0, onclose: end };
    const client = await postgresClient(address, lasting);
    // An earlier term's connections may be open, but no longer work, so they aren't reused.
    const reader = await postgresClient(address, { max: address.poolSize });
    const release = async (): Promise<void> => {
      signal?.removeEventListener("abort", cancel);
      // A connection that gets no responses doesn't end by itself.
      end();
      await Promise.all([client.end({ timeout: 0 }), reader.end({ timeout: 0 })]);
    };
    const cancel = (): void => void release();
    signal?.addEventListener("abort", cancel);
    try {
      signal?.throwIfAborted();
      // `reserve` works only with an open connection.
      await client.unsafe("SELECT 1");
      signal?.throwIfAborted();
      onWait();
      const writer = await client.reserve();
      const lock = isPatient ? "pg_advisory_lock" : "pg_try_advisory_lock";
      const sql = `SELECT ${lock}(hashtext('batch-sim leader'), hashtext($1)) AS lock`;
      const [row] = await writer.unsafe(sql, [address.schema]);
      if (row?.["lock"] === false)
        throw storeError(
          `Failed to open the store \`${address.name}\`: another process is using it. Stop every process that uses it.`,
        );
      signal?.removeEventListener("abort", cancel);
      const takenAt = monotonicNow();
      const entered = await this.#enter(writer, self);
      const connections = { address, writer, reader, takenAt, release, ...entered };
      return new PostgresDatabase({ ...connections, ended: ended.signal });
    } catch (error) {
      await release();
      throw postgresError(address, error);
    }
  }

  /** Begins a term, and announces it to the other processes. */
  async #enter(writer: Sql, self: LockHolder | undefined) {
    const { instance = "", port = 0, host = null, options = "{}" } = self ?? {};
    const [entered] = await writer<(LeaderAddress & { hasPredecessor: boolean })[]>`
      WITH earlier AS (DELETE FROM leader RETURNING term, has_ended)
      INSERT INTO leader (instance, host, port, options, term)
      SELECT ${instance}, coalesce(${host}, host(inet_client_addr()), '127.0.0.1'), ${port}::int, ${options},
        (SELECT coalesce(max(term), 0) + 1 FROM earlier)
      RETURNING instance, host, port, options, term::float8,
        EXISTS (SELECT 1 FROM earlier WHERE has_ended = 0) AS "hasPredecessor"`;
    if (entered === undefined) throw new Error("it did not store the leader");
    const { hasPredecessor, ...leader } = entered;
    for (const [name, value] of Object.entries(LEADER_SESSION))
      await writer`
        SELECT set_config(${name}, ${value}, false)
        WHERE current_setting('server_version_num')::int >= ${LEADER_SESSION_VERSION}`;
    const [row] = await writer`
      SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now, pg_backend_pid() AS backend`;
    const aheadMs = Number(row?.["now"]) - wallNow();
    return { leader, hasPredecessor, aheadMs, backend: Number(row?.["backend"]) };
  }

  /**
   * Returns the process that has the lock, or had it last, if any. Rejects with a SimulatorError if
   * the database is unavailable, or doesn't respond in time.
   */
  async leader(): Promise<LeaderAddress | undefined> {
    const finder = this.#finder;
    const { timeoutMs } = this.address;
    const late = AbortSignal.timeout(timeoutMs);
    const found = finder<
      LeaderAddress[]
    >`SELECT instance, host, port, options, term::float8 FROM leader WHERE instance <> ''`;
    try {
      const [leader] = await unlessEnded(late, found);
      return leader;
    } catch (error) {
      if (!late.aborted) throw postgresError(this.address, error);
      void this.#renew(finder);
      throw postgresError(this.address, new Error(`it did not respond within ${timeoutMs} ms`));
    }
  }

  async close(): Promise<void> {
    await this.#finder.end({ timeout: 0 });
  }

  /** Replaces a connection that may no longer work, even if it hasn't ended. */
  async #renew(silent: Sql): Promise<void> {
    if (this.#finder !== silent) return;
    this.#finder = await postgresClient(this.address, { max: 1 });
    await silent.end({ timeout: 0 });
  }
}
