import { Ring } from "../ring.ts";
import type { StoreFile } from "./store-file.ts";

/** The tables whose oldest rows are dropped. */
type RingTable = "exchange" | "trace";

/** Writes the newest items of a bounded list, such as a journal. */
export class RingLog {
  readonly #file: StoreFile;
  readonly #table: RingTable;
  readonly #waiting = new Ring<object>();
  #numAdded: number;
  #numWritten = 0;
  #oldest = 1;

  /** `numAdded` is the number of the newest item that is stored. */
  constructor(file: StoreFile, table: RingTable, numAdded: number) {
    this.#file = file;
    this.#table = table;
    this.#numAdded = numAdded;
  }

  /** Adds an item to a list that has `kept` items with it. */
  add(item: object, kept: number): void {
    this.#waiting.push(item);
    this.#numAdded++;
    this.#oldest = this.#numAdded - kept + 1;
    while (this.#waiting.length > kept) this.#waiting.shift();
  }

  /** Drops all items. */
  clear(): void {
    this.#waiting.clear();
    this.#oldest = this.#numAdded + 1;
  }

  /** Call it within a transaction. */
  write(sandboxId: number): void {
    const items = this.#waiting.toArray();
    let number = this.#numAdded - items.length;
    const insert = `INSERT INTO ${this.#table} (sandbox, number, json) VALUES (?, ?, ?)`;
    for (const item of items) this.#file.run(insert, sandboxId, ++number, JSON.stringify(item));
    this.#numWritten = items.length;
    this.drop(sandboxId);
  }

  /** Deletes the items that the list has dropped. Call it within a transaction. */
  drop(sandboxId: number): void {
    const sql = `DELETE FROM ${this.#table} WHERE sandbox = ? AND number < ?`;
    this.#file.run(sql, sandboxId, this.#oldest);
  }

  /** The items of the last call of `write` are durable. */
  done(): void {
    for (; this.#numWritten > 0; this.#numWritten--) this.#waiting.shift();
  }
}
