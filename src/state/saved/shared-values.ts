import { createHash } from "node:crypto";
import type { Database } from "./database.ts";

/**
 * Values that many entries contain, such as a job's profile: each is stored once, and entries refer to it by its hash. Equal values
 * that were read are the same object again, as they were before.
 */
export class SharedValues {
  readonly #database: Database;
  readonly #byHash = new Map<string, object>();
  #hashes = new WeakMap<object, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the stored values, for `get`. */
  async load(): Promise<void> {
    for (const { hash, json } of await this.#database.rows("SELECT hash, json FROM value"))
      this.#know(String(hash), JSON.parse(String(json)));
  }

  /** The reference to a value, which it stores if necessary. Call it within a transaction. */
  refOf(value: object): string {
    const known = this.#hashes.get(value);
    if (known !== undefined) return known;
    const json = JSON.stringify(value);
    const hash = hashOf(json);
    const sql = "INSERT INTO value (hash, json) VALUES (?, ?) ON CONFLICT DO NOTHING";
    this.#database.run(sql, hash, json);
    this.#hashes.set(value, hash);
    return hash;
  }

  /** The value with a reference. Throws a RangeError if there is none. */
  get(hash: string): object {
    const value = this.#byHash.get(hash);
    if (value === undefined) throw new RangeError(`Expected a stored value, got \`${hash}\`.`);
    return value;
  }

  /** Deletes the values to which `hashes` don't refer, and no longer keeps the others for `get`. */
  keepOnly(hashes: ReadonlySet<string>): void {
    for (const hash of this.#byHash.keys())
      if (!hashes.has(hash)) this.#database.run("DELETE FROM value WHERE hash = ?", hash);
    this.#byHash.clear();
  }

  /** A transaction failed, so the values that it stored are not there. */
  forget(): void {
    this.#hashes = new WeakMap();
  }

  #know(hash: string, value: object): void {
    this.#byHash.set(hash, value);
    this.#hashes.set(value, hash);
  }
}

/** SHA-256 of a string, in hex. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
