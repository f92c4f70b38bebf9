import type { Scenario } from "../../core/scenario.ts";
import type { Database } from "../database.ts";
import { hashOf } from "./shared-values.ts";

/** The scenarios of a store. Each is stored once; recipes and entries refer to it. */
export class StoredScenarios {
  readonly #database: Database;
  readonly #originOf: (scenario: Scenario) => unknown;
  readonly #byRef = new Map<string, Scenario>();
  #refs = new WeakMap<Scenario, string>();
  /** References that were asked for; undefined once the others are deleted. */
  #used: Set<string> | undefined = new Set();

  /** `originOf` returns where a scenario came from, as data for JSON. */
  constructor(database: Database, originOf: (scenario: Scenario) => unknown) {
    this.#database = database;
    this.#originOf = originOf;
  }

  /** Reads the stored scenarios, for `get`; `ready` returns an equal one. Those that are damaged are missing there. */
  async load(ready: (scenario: Scenario, origin: unknown) => Promise<Scenario>): Promise<void> {
    const rows = await this.#database.rows("SELECT hash, json, origin FROM scenario");
    for (const { hash, json, origin } of rows) {
      const ref = String(hash);
      try {
        const stored = JSON.parse(String(json));
        const scenario = await ready(stored, JSON.parse(String(origin)) ?? undefined);
        this.#byRef.set(ref, scenario);
        this.#refs.set(scenario, ref);
      } catch {}
    }
  }

  /** The scenario with a reference. Throws a RangeError if there is none. */
  get(ref: string): Scenario {
    this.#used?.add(ref);
    const scenario = this.#byRef.get(ref);
    if (scenario === undefined) throw new RangeError(`Expected a stored scenario, got \`${ref}\`.`);
    return scenario;
  }

  /** The reference to a scenario, which it stores if necessary. Call it within a transaction. */
  refOf(scenario: Scenario): string {
    const ref = this.#refs.get(scenario) ?? this.#add(scenario);
    this.#used?.add(ref);
    return ref;
  }

  #add(scenario: Scenario): string {
    const json = JSON.stringify(scenario);
    const origin = JSON.stringify(this.#originOf(scenario) ?? null);
    const ref = hashOf(json + origin);
    // The stored one may be damaged.
    const sql = `INSERT INTO scenario (hash, json, origin) VALUES (?, ?, ?)
      ON CONFLICT (hash) DO UPDATE SET json = excluded.json, origin = excluded.origin`;
    this.#database.run(sql, ref, json, origin);
    this.#refs.set(scenario, ref);
    return ref;
  }

  /** Deletes the stored scenarios for which neither `get` nor `refOf` was called, and no longer keeps the others for `get`. */
  deleteUnused(): void {
    for (const [ref, scenario] of this.#byRef) {
      if (this.#used?.has(ref) === true) continue;
      this.#database.run("DELETE FROM scenario WHERE hash = ?", ref);
      this.#refs.delete(scenario);
    }
    this.#byRef.clear();
    this.#used = undefined;
  }

  /** A transaction failed, so the scenarios that it stored are not there. */
  forget(): void {
    this.#refs = new WeakMap();
  }
}
