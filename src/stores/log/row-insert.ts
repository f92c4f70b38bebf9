import type { Database } from "../database.ts";
import type { SqlValue } from "../sqlite/sqlite.ts";

/** Rows of a statement, at most: a statement for each would take most of the time of a transaction. */
const MOST_ROWS = 16;

/** Inserts rows into a table with few statements, of which there are few different ones. */
export class RowInsert {
  readonly #start: string;
  readonly #row: string;
  readonly #end: string;
  readonly #statements = new Map<number, string>();

  /** `end` follows the values, such as `ON CONFLICT DO NOTHING`. */
  constructor(table: string, columns: readonly string[], end = "") {
    this.#start = `INSERT INTO ${table} (${columns.join(", ")}) VALUES `;
    this.#row = `(${columns.map(() => "?").join(", ")})`;
    this.#end = end === "" ? "" : ` ${end}`;
  }

  /** Call it within a transaction. */
  run(database: Database, rows: readonly (readonly SqlValue[])[]): void {
    let start = 0;
    for (let size = MOST_ROWS; size >= 1; size /= 2)
      for (; rows.length - start >= size; start += size)
        database.run(this.#statementFor(size), ...rows.slice(start, start + size).flat());
  }

  #statementFor(size: number): string {
    const known = this.#statements.get(size);
    if (known !== undefined) return known;
    const sql = this.#start + new Array(size).fill(this.#row).join(", ") + this.#end;
    this.#statements.set(size, sql);
    return sql;
  }
}
