import type { Database } from "../database.ts";
import { RowInsert } from "./row-insert.ts";

/** The tables whose oldest rows are dropped. */
type RingTable = "exchange" | "trace";

type NumberedItem = { readonly number: number; readonly item: object };

/** Writes the newest items of a bounded list, such as a journal. */
export class RingLog {
  readonly #database: Database;
  readonly #table: RingTable;
  readonly #insert: RowInsert;
  #waiting: NumberedItem[] = [];
  #numAdded: number;
  /** Number of the newest item of the last call of `write`. */
  #written = 0;
  #oldest = 1;

  /** `numAdded` is the number of the newest item that is stored. */
  constructor(database: Database, table: RingTable, numAdded: number) {
    this.#database = database;
    this.#table = table;
    this.#insert = new RowInsert(table, ["sandbox", "number", "json"]);
    this.#numAdded = numAdded;
  }

  /** Adds an item to a list that has `kept` items with it. */
  add(item: object, kept: number): void {
    this.#waiting.push({ number: ++this.#numAdded, item });
    this.#oldest = this.#numAdded - kept + 1;
    while (this.#waiting.length > kept) this.#waiting.shift();
  }

  /** Drops all items but the newest. */
  keep(kept: number): void {
    this.#oldest = this.#numAdded - kept + 1;
    this.#waiting = this.#waiting.filter(({ number }) => number >= this.#oldest);
  }

  /** Call it within a transaction. */
  write(sandboxId: number): void {
    const rows = this.#waiting.map(({ number, item }) => [sandboxId, number, JSON.stringify(item)]);
    this.#insert.run(this.#database, rows);
    this.#written = this.#numAdded;
    this.drop(sandboxId);
  }

  /** Deletes the items that the list has dropped. Call it within a transaction. */
  drop(sandboxId: number): void {
    if (this.#oldest <= 1) return;
    const sql = `DELETE FROM ${this.#table} WHERE sandbox = ? AND number < ?`;
    this.#database.run(sql, sandboxId, this.#oldest);
  }

  /** The items of the last call of `write` are durable. */
  done(): void {
    this.#waiting = this.#waiting.filter(({ number }) => number > this.#written);
  }
}
