import { createHash } from "node:crypto";
import type { Database } from "../database.ts";

/** Maximum number of values that are known by their JSON: usually, a sandbox has a few. */
const MAX_KNOWN = 1000;

/**
 * Values that many entries contain, such as a job's profile: each is stored once, and entries refer to it by its hash. Equal values
 * that were read are the same object again, as they were before.
 */
export class SharedValues {
  readonly #database: Database;
  readonly #byHash = new Map<string, object>();
  #hashes = new WeakMap<object, string>();
  /** References that were asked for; undefined once the others are deleted. */
  #used: Set<string> | undefined = new Set();
  /** By the JSON of values that are made for each entry. */
  readonly #hashesByJson = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the stored values, for `get`. Those that are damaged are missing there. */
  async load(): Promise<void> {
    for (const { hash, json } of await this.#database.rows("SELECT hash, json FROM value")) {
      try {
        this.#know(String(hash), JSON.parse(String(json)));
      } catch {}
    }
  }

  /** The reference to a value, which it stores if necessary. Call it within a transaction. */
  refOf(value: object): string {
    const known = this.#hashes.get(value);
    if (known !== undefined) return known;
    const hash = this.#store(JSON.stringify(value));
    this.#hashes.set(value, hash);
    return hash;
  }

  /** The same for a short value that is made for each entry, and usually equal to one before. */
  refOfEqual(value: object): string {
    const json = JSON.stringify(value);
    const known = this.#hashesByJson.get(json);
    if (known !== undefined) return known;
    if (this.#hashesByJson.size >= MAX_KNOWN) this.#hashesByJson.clear();
    const hash = this.#store(json);
    this.#hashesByJson.set(json, hash);
    return hash;
  }

  /** The value with a reference. Throws a RangeError if there is none. */
  get(hash: string): object {
    this.#used?.add(hash);
    const value = this.#byHash.get(hash);
    if (value === undefined) throw new RangeError(`Expected a stored value, got \`${hash}\`.`);
    return value;
  }

  /** Deletes the stored values for which neither `get` nor `refOf` was called, and no longer keeps the others for `get`. */
  deleteUnused(): void {
    for (const hash of this.#byHash.keys())
      if (this.#used?.has(hash) === false)
        this.#database.run("DELETE FROM value WHERE hash = ?", hash);
    this.#byHash.clear();
    this.#used = undefined;
  }

  /** A transaction failed, so the values that it stored are not there. */
  forget(): void {
    this.#hashes = new WeakMap();
    this.#hashesByJson.clear();
  }

  #store(json: string): string {
    const hash = hashOf(json);
    this.#used?.add(hash);
    // The stored one may be damaged.
    const sql =
      "INSERT INTO value (hash, json) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET json = excluded.json";
    this.#database.run(sql, hash, json);
    return hash;
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
