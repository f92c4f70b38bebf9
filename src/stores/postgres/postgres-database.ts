import type { ReservedSql, Sql } from "postgres";
import type { SimulatorError } from "../../core/errors.ts";
import { monotonicNow, wallNow, wallPause } from "../../state/wall-timer.ts";
import type { Database, SqlRow, SqlValue } from "../database.ts";
import { DATA_TABLE_NAMES } from "../store-info.ts";
import { Lease, TAKEOVER_MS, unlessEnded } from "./lease.ts";
import type { PostgresAddress } from "./postgres-address.ts";
import { postgresError, statementOf } from "./postgres-client.ts";
import { RENEW_TABLES } from "./postgres-schema.ts";
import { RunningDeadline } from "./running-deadline.ts";

export type LeaderAddress = {
  /** Identifies the process: another process may use the same port later. */
  readonly instance: string;
  readonly host: string;
  readonly port: number;
  /** Number of the leader's term; later terms have greater numbers. */
  readonly term: number;
  /** The options that all processes must share, as JSON. */
  readonly options: string;
};

export type PostgresConnections = {
  readonly address: PostgresAddress;
  /** Holds the lock, and makes all changes: a change is possible only while the lock is held. */
  readonly writer: ReservedSql;
  /** Aborts when the writer's connection ends; its reason is the error. */
  readonly ended: AbortSignal;
  readonly reader: Sql;
  /** Process ID of the PostgreSQL process that holds the lock. */
  readonly backend: number;
  readonly leader: LeaderAddress;
  /** Whether an earlier leader may not know yet that its term is over. */
  readonly hasPredecessor: boolean;
  /** Monotonic time when this process took the lock. */
  readonly takenAt: number;
  /** Milliseconds by which the database's clock is ahead of this machine's clock. */
  readonly aheadMs: number;
  readonly release: () => Promise<void>;
};

/** A PostgreSQL database whose lock this process holds, so that no other process changes it. */
export class PostgresDatabase implements Database {
  readonly name: string;
  readonly leader: LeaderAddress;
  onTrouble: NonNullable<Database["onTrouble"]> = () => {};
  readonly #connections: PostgresConnections;
  readonly #lease: Lease;
  #statements: string[] = [];
  /** The latest work on the writer's connection; the next work waits for it. */
  #last: Promise<unknown> = Promise.resolve();
  #numQueued = 0;
  readonly #deadline: RunningDeadline;
  #late: SimulatorError | undefined;

  constructor(connections: PostgresConnections) {
    this.name = connections.address.name;
    this.leader = connections.leader;
    this.#connections = connections;
    const { address, ended, release, takenAt } = connections;
    this.#deadline = new RunningDeadline(address.timeoutMs, () => this.#noteLate());
    this.#lease = new Lease({ confirm: () => this.#isHeld(), ended, release }, takenAt);
  }

  /** Resolves when no earlier leader can still respond to requests. */
  async whenAlone(): Promise<void> {
    const { hasPredecessor, ended } = this.#connections;
    if (hasPredecessor) await wallPause(TAKEOVER_MS, ended);
  }

  confirmed(): Promise<void> | undefined {
    return this.#lease.confirmed();
  }

  get lost(): SimulatorError | undefined {
    const { ended } = this.#connections;
    return ended.aborted ? (ended.reason as SimulatorError) : undefined;
  }

  get problem(): SimulatorError | undefined {
    return this.lost ?? this.#late;
  }

  /** Resolves when the connection that holds the lock has ended. */
  async whenLost(): Promise<void> {
    await unlessEnded(this.#connections.ended, new Promise(() => {})).catch(() => {});
  }

  readonly wallNow = (): number => Math.round(wallNow() + this.#connections.aheadMs);

  run(sql: string, ...values: SqlValue[]): void {
    this.#statements.push(statementOf(sql, values));
  }

  // Async, so that the promise rejects if the statements are too long for a string.
  async transaction(act: () => void): Promise<void> {
    this.#statements = [];
    act();
    const statements = this.#statements.join(";\n");
    this.#statements = [];
    return this.#enqueue(() => this.#commit(statements));
  }

  async rows(sql: string, ...values: SqlValue[]): Promise<readonly SqlRow[]> {
    const { reader, ended } = this.#connections;
    let number = 0;
    // PostgreSQL requires numbered placeholders.
    const numbered = sql.replaceAll("?", () => `$${++number}`);
    const query = reader.unsafe(numbered, values as never[], { prepare: true });
    try {
      return await unlessEnded(ended, query);
    } catch (error) {
      throw this.failure(error);
    }
  }

  failure(cause: unknown): SimulatorError {
    return postgresError(this.#connections.address, cause);
  }

  /** Rejects if no change becomes durable for a while, but not if the database is merely slow. */
  timely(saved: Promise<void>): Promise<void> {
    return this.#deadline.watch(saved);
  }

  #noteLate(): SimulatorError {
    const { timeoutMs } = this.#connections.address;
    this.#late = this.failure(new Error(`it did not respond within ${timeoutMs} ms`));
    this.onTrouble(this.#late);
    return this.#late;
  }

  async clear(): Promise<void> {
    await this.transaction(() => this.run(RENEW_TABLES));
  }

  async shrink(): Promise<void> {
    const { writer, ended } = this.#connections;
    for (const table of DATA_TABLE_NAMES)
      await this.#enqueue(() => unlessEnded(ended, writer.unsafe(`VACUUM FULL ${table}`)));
  }

  /** Releases the lock immediately, so that a successor doesn't have to wait. */
  async close(): Promise<void> {
    await this.#last;
    const unlock = (): void => {
      this.run("UPDATE leader SET has_ended = 1 WHERE term = ?", this.leader.term);
      this.run("SELECT pg_advisory_unlock_all()");
    };
    // If the connection is lost, the lock is already released.
    if (this.lost === undefined) await this.transaction(unlock).catch(() => {});
    await this.#connections.release();
  }

  /** Sends all statements in one message: one transaction, in one round trip. */
  async #commit(statements: string): Promise<void> {
    const { writer, ended } = this.#connections;
    if (ended.aborted) throw ended.reason;
    const sentAt = monotonicNow();
    try {
      await unlessEnded(ended, writer.unsafe(statements).simple());
    } catch (error) {
      // If the connection ends, the query fails before `ended` aborts, so wait for that.
      if (!ended.aborted) await unlessEnded(ended, writer.unsafe("SELECT 1")).catch(() => {});
      throw error;
    }
    this.#lease.renew(sentAt);
    this.#deadline.progress();
    if (this.#late === undefined) return;
    this.#late = undefined;
    this.onTrouble(undefined);
  }

  async #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#numQueued++;
    const made = this.#last.then(work).finally(() => this.#numQueued--);
    this.#last = made.catch(() => {});
    return made;
  }

  /**
   * Whether this process has the lock. A long transaction delays responses on the writer's
   * connection, so this method queries a reader's connection, too.
   */
  async #isHeld(): Promise<boolean> {
    const { writer, backend, ended } = this.#connections;
    if (this.#numQueued === 0) {
      await unlessEnded(ended, writer.unsafe("SELECT 1"));
      this.#late = undefined;
      return true;
    }
    const sql = "SELECT 1 FROM pg_locks WHERE pid = ? AND locktype = 'advisory' AND granted";
    const made = this.#last.then(() => true);
    return Promise.race([made, this.rows(sql, backend).then(({ length }) => length > 0)]);
  }
}
