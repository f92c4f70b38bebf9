import type { Database } from "../database.ts";
import type { SqlValue } from "../sqlite/sqlite.ts";
import { RowInsert } from "./row-insert.ts";

/** A row of the table `entry`, without its sandbox. */
export type EntryRow = {
  readonly position: number;
  readonly kind: string;
  /** Undefined if no later entry replaces it. */
  readonly id: string | undefined;
  readonly json: string;
};

const COLUMNS = ["sandbox", "position", "kind", "id", "json"];

/** It takes less time than one that may replace rows. */
const INSERT = new RowInsert("entry", COLUMNS);

const REPLACE = new RowInsert(
  "entry",
  COLUMNS,
  "ON CONFLICT (sandbox, kind, id) WHERE id IS NOT NULL DO UPDATE SET json = excluded.json",
);

/** The entries of a sandbox in a transaction. */
export class EntryBatch {
  readonly #database: Database;
  readonly #sandboxId: number;
  #lasting: SqlValue[][] = [];
  /** By kind and ID. */
  readonly #replaceable = new Map<string, SqlValue[]>();

  constructor(database: Database, sandboxId: number) {
    this.#database = database;
    this.#sandboxId = sandboxId;
  }

  /** Adds an entry. One that it replaces keeps its position, also in this batch: a statement can't change a row twice. */
  add({ position, kind, id, json }: EntryRow): void {
    if (id === undefined) {
      this.#lasting.push([this.#sandboxId, position, kind, null, json]);
      return;
    }
    const key = `${kind} ${id}`;
    const first = this.#replaceable.get(key)?.[1] ?? position;
    this.#replaceable.set(key, [this.#sandboxId, first, kind, id, json]);
  }

  /** Writes the entries so far. Call it within the transaction, and before other statements that concern them. */
  write(): void {
    INSERT.run(this.#database, this.#lasting);
    REPLACE.run(this.#database, [...this.#replaceable.values()]);
    this.#lasting = [];
    this.#replaceable.clear();
  }
}
