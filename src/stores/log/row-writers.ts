import type { Database, SqlValue } from "../database.ts";

/** Maximum number of rows per statement. One statement per row would be much slower. */
const MOST_ROWS = 16;

type RowInsert = (database: Database, rows: readonly (readonly SqlValue[])[]) => void;

/**
 * Makes a function that inserts rows into a table, in statements of 16, 8, 4, 2, or 1 rows. `end`,
 * such as `ON CONFLICT DO NOTHING`, is SQL that follows the values.
 */
function rowInsert(table: string, columns: readonly string[], end = ""): RowInsert {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const statements = new Map<number, string>();
  for (let size = MOST_ROWS; size >= 1; size /= 2) {
    const values = new Array(size).fill(row).join(", ");
    statements.set(size, `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${values} ${end}`);
  }
  return (database, rows) => {
    let start = 0;
    for (const [size, sql] of statements)
      for (; rows.length - start >= size; start += size)
        database.run(sql, ...rows.slice(start, start + size).flat());
  };
}

const COLUMNS = ["sandbox", "position", "kind", "id", "json"];

/** A plain insert takes less time than one that may replace rows. */
const INSERT = rowInsert("entry", COLUMNS);

const REPLACE = rowInsert(
  "entry",
  COLUMNS,
  "ON CONFLICT (sandbox, kind, id) WHERE id IS NOT NULL DO UPDATE SET json = excluded.json",
);

export class EntryBatch {
  readonly #database: Database;
  readonly #sandboxId: number;
  #lasting: SqlValue[][] = [];
  readonly #replaceable = new Map<string, SqlValue[]>();

  constructor(database: Database, sandboxId: number) {
    this.#database = database;
    this.#sandboxId = sandboxId;
  }

  /**
   * Adds an entry. An entry with an ID replaces the earlier entry with the same kind and ID, at its
   * position. A batch contains only the later one, because a statement can't change a row twice.
   */
  add(position: number, kind: string, id: string | undefined, json: string): void {
    if (id === undefined) {
      this.#lasting.push([this.#sandboxId, position, kind, null, json]);
      return;
    }
    const key = `${kind} ${id}`;
    const first = this.#replaceable.get(key)?.[1] ?? position;
    this.#replaceable.set(key, [this.#sandboxId, first, kind, id, json]);
  }

  /** Writes the entries added so far. Call this before running statements that affect them. */
  write(): void {
    INSERT(this.#database, this.#lasting);
    REPLACE(this.#database, [...this.#replaceable.values()]);
    this.#lasting = [];
    this.#replaceable.clear();
  }
}

type RingTable = "exchange" | "trace";

/** Writes the newest items of a bounded list, such as a journal. */
export class RingLog {
  readonly #database: Database;
  readonly #table: RingTable;
  readonly #insert: RowInsert;
  #waiting: { readonly number: number; readonly item: object }[] = [];
  #numAdded: number;
  /** Number of the newest item when `write` was last called. */
  #written = 0;
  #oldest = 1;

  /** `numAdded` is the number of the newest stored item. */
  constructor(database: Database, table: RingTable, numAdded: number) {
    this.#database = database;
    this.#table = table;
    this.#insert = rowInsert(table, ["sandbox", "number", "json"]);
    this.#numAdded = numAdded;
  }

  /** Adds an item to the list, which then keeps its newest `kept` items. */
  add(item: object, kept: number): void {
    this.#waiting.push({ number: ++this.#numAdded, item });
    this.keep(kept);
  }

  keep(kept: number): void {
    this.#oldest = this.#numAdded - kept + 1;
    this.#waiting.splice(0, this.#waiting.length - kept);
  }

  /** Writes the new items, and deletes dropped ones. Call this within a transaction. */
  write(sandboxId: number): void {
    const rows = this.#waiting.map(({ number, item }) => [sandboxId, number, JSON.stringify(item)]);
    this.#insert(this.#database, rows);
    this.#written = this.#numAdded;
    this.drop(sandboxId);
  }

  /** Deletes the dropped items from the table. Call this within a transaction. */
  drop(sandboxId: number): void {
    if (this.#oldest <= 1) return;
    const sql = `DELETE FROM ${this.#table} WHERE sandbox = ? AND number < ?`;
    this.#database.run(sql, sandboxId, this.#oldest);
  }

  /** Call this when the last `write` is durable. */
  done(): void {
    this.#waiting = this.#waiting.filter(({ number }) => number > this.#written);
  }
}
