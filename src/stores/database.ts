import type { SimulatorError } from "../core/errors.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A value, immediately or later: SQLite responds immediately. */
export type Later<Value> = Value | Promise<Value>;

/** The operations that a store needs from a database that only this process changes. */
export type Database = {
  /** The file or the URL, for messages. */
  readonly name: string;
  /** Adds a statement to the transaction that is being made. */
  readonly run: (sql: string, ...values: SqlValue[]) => void;
  /** Makes all changes for which `act` calls `run` durably, or none of them if one fails. */
  readonly transaction: (act: () => void) => Later<void>;
  /** The rows of a query. Fails with a SimulatorError if they can't be read. */
  readonly rows: (sql: string, ...values: SqlValue[]) => Later<readonly SqlRow[]>;
  readonly failure: (cause: unknown) => SimulatorError;
  /** Why it doesn't respond at the moment; undefined if it does. */
  readonly problem: SimulatorError | undefined;
  /** Why this process can't use the database again; undefined while it can. */
  readonly lost: SimulatorError | undefined;
  /**
   * Undefined if no other process can have changed the database; otherwise, resolves once that is
   * certain. Rejects with a SimulatorError if another process may have changed it.
   */
  readonly confirmed: () => Promise<void> | undefined;
  /**
   * Rejects with a SimulatorError if the change does not become durable, and no other change does,
   * for some time.
   */
  readonly timely: (saved: Promise<void>) => Promise<void>;
  /**
   * Called when the database doesn't respond in time, and with undefined when it responds again.
   */
  onTrouble?: (problem: SimulatorError | undefined) => void;
  /** The wall clock's time, in milliseconds since 1970. */
  readonly wallNow: () => number;
  /** Deletes all tables with rows, and recreates them. */
  readonly clear: () => Later<void>;
  /** Returns unused space to the file system. */
  readonly shrink: () => Later<void>;
  readonly close: () => Later<void>;
};
