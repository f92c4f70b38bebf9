import type { Database } from "./database.ts";
import { RowInsert } from "./row-insert.ts";
import type { SqlValue } from "./sqlite.ts";

/** A row of the table `entry`, without its sandbox. */
export type EntryRow = {
  readonly position: number;
  readonly kind: string;
  /** Undefined if no later entry replaces it. */
  readonly id: string | undefined;
  readonly json: string;
};

const INSERT = new RowInsert(
  "entry",
  ["sandbox", "position", "kind", "id", "json"],
  "ON CONFLICT (sandbox, kind, id) WHERE id IS NOT NULL DO UPDATE SET json = excluded.json",
);

/** The entries of a sandbox in a transaction. */
export class EntryBatch {
  readonly #database: Database;
  readonly #sandboxId: number;
  #rows: SqlValue[][] = [];
  readonly #byId = new Map<string, SqlValue[]>();

  constructor(database: Database, sandboxId: number) {
    this.#database = database;
    this.#sandboxId = sandboxId;
  }

  /** Adds an entry. One that it replaces keeps its position, also in this batch: a statement can't change a row twice. */
  add({ position, kind, id, json }: EntryRow): void {
    const row = [this.#sandboxId, position, kind, id ?? null, json];
    if (id !== undefined) {
      const key = `${kind} ${id}`;
      const before = this.#byId.get(key);
      if (before !== undefined) {
        before[4] = json;
        return;
      }
      this.#byId.set(key, row);
    }
    this.#rows.push(row);
  }

  /** Writes the entries so far. Call it within the transaction, and before other statements that concern them. */
  write(): void {
    INSERT.run(this.#database, this.#rows);
    this.#rows = [];
    this.#byId.clear();
  }
}
