import type { Database } from "./database.ts";

/** The tables whose oldest rows are dropped. */
type RingTable = "exchange" | "trace";

type NumberedItem = { readonly number: number; readonly item: object };

/** Writes the newest items of a bounded list, such as a journal. */
export class RingLog {
  readonly #database: Database;
  readonly #table: RingTable;
  #waiting: NumberedItem[] = [];
  #numAdded: number;
  /** Number of the newest item of the last call of `write`. */
  #written = 0;
  #oldest = 1;

  /** `numAdded` is the number of the newest item that is stored. */
  constructor(database: Database, table: RingTable, numAdded: number) {
    this.#database = database;
    this.#table = table;
    this.#numAdded = numAdded;
  }

  /** Adds an item to a list that has `kept` items with it. */
  add(item: object, kept: number): void {
    this.#waiting.push({ number: ++this.#numAdded, item });
    this.#oldest = this.#numAdded - kept + 1;
    while (this.#waiting.length > kept) this.#waiting.shift();
  }

  /** Drops all items. */
  clear(): void {
    this.#waiting = [];
    this.#oldest = this.#numAdded + 1;
  }

  /** Call it within a transaction. */
  write(sandboxId: number): void {
    const insert = `INSERT INTO ${this.#table} (sandbox, number, json) VALUES (?, ?, ?)`;
    for (const { number, item } of this.#waiting)
      this.#database.run(insert, sandboxId, number, JSON.stringify(item));
    this.#written = this.#numAdded;
    this.drop(sandboxId);
  }

  /** Deletes the items that the list has dropped. Call it within a transaction. */
  drop(sandboxId: number): void {
    const sql = `DELETE FROM ${this.#table} WHERE sandbox = ? AND number < ?`;
    this.#database.run(sql, sandboxId, this.#oldest);
  }

  /** The items of the last call of `write` are durable. */
  done(): void {
    this.#waiting = this.#waiting.filter(({ number }) => number > this.#written);
  }
}
