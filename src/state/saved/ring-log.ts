import type { Database } from "./database.ts";

/** The tables whose oldest rows are dropped. */
type RingTable = "exchange" | "trace";

/** Items of one statement: a statement for each would take most of the time of a database on another machine. */
const MANY = 16;

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

  /** Drops all items but the newest. */
  keep(kept: number): void {
    this.#oldest = this.#numAdded - kept + 1;
    this.#waiting = this.#waiting.filter(({ number }) => number >= this.#oldest);
  }

  /** Call it within a transaction. */
  write(sandboxId: number): void {
    const { length } = this.#waiting;
    const single = length - (length % MANY);
    for (let start = 0; start < single; start += MANY)
      this.#insert(sandboxId, this.#waiting.slice(start, start + MANY));
    for (const item of this.#waiting.slice(single)) this.#insert(sandboxId, [item]);
    this.#written = this.#numAdded;
    this.drop(sandboxId);
  }

  #insert(sandboxId: number, items: readonly NumberedItem[]): void {
    const rows = items.map(() => "(?, ?, ?)").join(", ");
    const values = items.flatMap(({ number, item }) => [sandboxId, number, JSON.stringify(item)]);
    const sql = `INSERT INTO ${this.#table} (sandbox, number, json) VALUES ${rows}`;
    this.#database.run(sql, ...values);
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
