import type { SimulatorError } from "../core/errors.ts";

export type SqlValue = string | number | bigint | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Number of rows to copy at a time. */
export const BATCH_ROWS = 100;

/** A value, or a promise for a value. SQLite returns values synchronously. */
export type Later<Value> = Value | Promise<Value>;

/** The operations that a store needs. Only this process changes the database. */
export type Database = {
  /** The file or the URL, for messages. */
  readonly name: string;
  /** Adds a statement to the current transaction. */
  readonly run: (sql: string, ...values: SqlValue[]) => void;
  /** Durably makes all changes that `act` passes to `run`, or none if one of them fails. */
  readonly transaction: (act: () => void) => Later<void>;
  /** Returns a query's rows. Fails with a SimulatorError if they can't be read. */
  readonly rows: (sql: string, ...values: SqlValue[]) => Later<readonly SqlRow[]>;
  readonly failure: (cause: unknown) => SimulatorError;
  /** Why the database is currently unavailable; undefined if it is available. */
  readonly problem: SimulatorError | undefined;
  /** Why this process can never use the database again; undefined if it can. */
  readonly lost: SimulatorError | undefined;
  /**
   * Returns undefined if no other process can have changed the database, or a promise that resolves
   * once that is certain. Rejects with a SimulatorError if another process may have changed it.
   */
  readonly confirmed: () => Promise<void> | undefined;
  /** Waits for `saved`. Rejects with a SimulatorError if no change becomes durable for too long. */
  readonly timely: (saved: Promise<void>) => Promise<void>;
  /** Called when the database doesn't respond in time and, with undefined, when it works again. */
  onTrouble?: (problem: SimulatorError | undefined) => void;
  /** The wall clock's time, in milliseconds since 1970. */
  readonly wallNow: () => number;
  /** Deletes all data tables, and recreates them. */
  readonly clear: () => Later<void>;
  /** Returns unused space to the file system. */
  readonly shrink: () => Later<void>;
  readonly close: () => Later<void>;
};
