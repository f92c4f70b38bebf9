import { createHash } from "node:crypto";
import type { Database, SqlRow } from "../database.ts";

/** Maximum number of hashes to remember; a sandbox usually has only a few. */
const MAX_KNOWN = 1000;

type Columns = { readonly json: string; readonly origin?: string };

/** A table of values that many entries refer to, such as the jobs' profiles. */
export type HashedTable<Value> = {
  readonly name: "scenario" | "value";
  readonly columnsOf: (value: Value) => Columns;
  /** Returns the value that a row contains. Throws or rejects if the row is damaged. */
  readonly read: (row: SqlRow) => Value | Promise<Value>;
};

/** The values in a table: each is stored once, and entries refer to it by its hash. */
export class HashedValues<Value extends object> {
  readonly #database: Database;
  readonly #table: HashedTable<Value>;
  readonly #byHash = new Map<string, Value>();
  #hashes = new WeakMap<Value, string>();
  /** Hashes of values that this process has stored; equal values don't have to be stored again. */
  readonly #stored = new Set<string>();
  /** Hashes that are in use; undefined once the unused values have been deleted. */
  #used: Set<string> | undefined = new Set();

  constructor(database: Database, table: HashedTable<Value>) {
    this.#database = database;
    this.#table = table;
  }

  /** Reads the stored values, for `get`. Omits damaged values. */
  async load(): Promise<void> {
    for (const row of await this.#database.rows(`SELECT * FROM ${this.#table.name}`)) {
      const hash = String(row["hash"]);
      try {
        const value = await this.#table.read(row);
        this.#hashes.set(value, hash);
        this.#byHash.set(hash, value);
      } catch {}
    }
  }

  /** Returns a hash's value, always the same object. Throws a RangeError if there is none. */
  get(hash: string): Value {
    this.#used?.add(hash);
    const value = this.#byHash.get(hash);
    if (value === undefined)
      throw new RangeError(`Expected a stored ${this.#table.name}, got \`${hash}\`.`);
    return value;
  }

  /** Returns a value's hash; stores the value if necessary. Call this within a transaction. */
  refOf(value: Value): string {
    const hash = this.#hashes.get(value) ?? this.#store(this.#table.columnsOf(value));
    this.#hashes.set(value, hash);
    this.#used?.add(hash);
    return hash;
  }

  /** Deletes the stored values that nothing refers to. `get` can't be used afterward. */
  deleteUnused(): void {
    for (const [hash, value] of this.#byHash) {
      if (this.#used?.has(hash) === true) continue;
      this.#database.run(`DELETE FROM ${this.#table.name} WHERE hash = ?`, hash);
      this.#hashes.delete(value);
    }
    this.#byHash.clear();
    this.#used = undefined;
  }

  /** Forgets which values are stored. Call this when a transaction has failed. */
  forget(): void {
    this.#hashes = new WeakMap();
    this.#stored.clear();
  }

  #store(columns: Columns): string {
    const [names, values] = [Object.keys(columns), Object.values(columns)];
    const hash = hashOf(values.join(""));
    if (this.#stored.has(hash)) return hash;
    if (this.#stored.size >= MAX_KNOWN) this.#stored.clear();
    this.#stored.add(hash);
    // Overwrites the stored value, if any, because it may be damaged.
    const sql = `INSERT INTO ${this.#table.name} (hash, ${names.join(", ")}) VALUES (?, ${names.map(() => "?").join(", ")})
      ON CONFLICT (hash) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`;
    this.#database.run(sql, hash, ...values);
    return hash;
  }
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
