import { messageOf, type SimulatorError } from "../core/errors.ts";
import type { Exchange } from "../core/exchange.ts";
import type { Scenario } from "../core/scenario.ts";
import { restoredTrace, type Trace } from "../core/trace.ts";
import { type Turn, takeTurn } from "../state/loading.ts";
import type { StoredSandbox } from "../state/open-sandbox.ts";
import type { SandboxRecipe } from "../state/sandbox.ts";
import type { SandboxLog } from "../state/sandbox-log.ts";
import { monotonicNow } from "../state/wall-timer.ts";
import { Blobs } from "./blobs/blobs.ts";
import type { Database } from "./database.ts";
import { HashedValues } from "./log/hashed-values.ts";
import { RESERVED_IDS } from "./log/record-writer.ts";
import { type EntryData, readEntry, type StoredTable, storedPages } from "./log/sandbox-reader.ts";
import {
  ALL_SANDBOXES,
  readRecipe,
  recipeJson,
  type SandboxRow,
  sandboxRow,
} from "./log/sandbox-row.ts";
import { type LogParts, SandboxWriter } from "./log/sandbox-writer.ts";
import { Saver } from "./log/saver.ts";
import { StoreTroubles } from "./log/store-troubles.ts";
import { WriteLane } from "./log/write-lane.ts";

export type StoreOptions = {
  /** Returns a scenario's origin, as a JSON value. */
  readonly originOf: (scenario: Scenario) => unknown;
  /** Prepares a stored scenario for use, and returns an equal scenario. */
  readonly readyScenario: (scenario: Scenario, origin: unknown) => Promise<Scenario>;
  readonly onNotice: (notice: string) => void;
  /** Scenario for a sandbox whose stored recipe is damaged. If it is undefined, `all` rejects. */
  readonly scenario?: Scenario;
};

/** The tables with the server's own lists, such as tests' expectations. */
type NoteTable = "expectation" | "verdict";

/** Stores a server's sandboxes, and the server's own data, in a database. */
export class SandboxStore {
  readonly #options: StoreOptions;
  readonly #troubles: StoreTroubles;
  readonly #parts: LogParts;
  /** Highest ID in each table whose rows the server numbers. */
  readonly #lastIds = new Map<"sandbox" | NoteTable, number>();

  readonly #logs = new Set<SandboxWriter>();
  /** Returns the wall-clock time for responses. The next process continues from it. */
  toldNow: () => number = () => this.wallNow();
  #lastEndAt = 0;
  #isClosing = false;

  private constructor(database: Database, options: StoreOptions) {
    const { originOf, readyScenario, onNotice } = options;
    this.#options = options;
    this.#troubles = new StoreTroubles(database, onNotice);
    database.onTrouble = (problem) => this.#troubles.note(database, problem);
    const scenarios = new HashedValues<Scenario>(database, {
      name: "scenario",
      columnsOf: (value) => ({
        json: JSON.stringify(value),
        origin: JSON.stringify(originOf(value) ?? null),
      }),
      read: ({ json, origin }) =>
        readyScenario(JSON.parse(String(json)), JSON.parse(String(origin)) ?? undefined),
    });
    const values = new HashedValues<object>(database, {
      name: "value",
      columnsOf: (value) => ({ json: JSON.stringify(value) }),
      read: ({ json }) => JSON.parse(String(json)),
    });
    const saver = new Saver(database, this.#troubles, () => {
      values.forget();
      scenarios.forget();
    });
    this.#parts = {
      ...{ database, saver, scenarios, values },
      server: new WriteLane(saver),
      blobs: new Blobs(database, this.#troubles),
      now: () => this.toldNow(),
      nextEndAt: () => {
        this.#lastEndAt = Math.max(this.toldNow(), this.#lastEndAt + 1);
        return this.#lastEndAt;
      },
      isClosing: () => this.#isClosing,
      onRemove: (log) => void this.#logs.delete(log),
    };
  }

  static async in(database: Database, options: StoreOptions): Promise<SandboxStore> {
    const saved = new SandboxStore(database, options);
    const { values, blobs, scenarios } = saved.#parts;
    await values.load();
    await blobs.load();
    for (const table of ["sandbox", "expectation", "verdict"] as const) {
      const [newest] = await database.rows(`SELECT max(id) AS id FROM ${table}`);
      saved.#lastIds.set(table, Number(newest?.["id"] ?? 0));
    }
    await scenarios.load();
    return saved;
  }

  /** Returns all stored sandboxes, least recently written first. */
  async all(): Promise<readonly StoredSandbox[]> {
    const rows = await this.#parts.database.rows(ALL_SANDBOXES);
    return rows.map((row) => this.#storedIn(sandboxRow(row)));
  }

  #storedIn(row: SandboxRow): StoredSandbox {
    const { id, position, exchanges, traces, lastId, reservedId } = row;
    const { database, scenarios } = this.#parts;
    const substitute = this.#options.scenario;
    const { recipe, scenario, damage } = readRecipe(row, database.name, scenarios, substitute);
    const log = new SandboxWriter(this.#parts, { ...row, isStored: true });
    this.#logs.add(log);
    const parts = { ...this.#parts, sandboxId: id };
    const sandbox = { id, name: recipe.name };
    const pagesOf =
      <Data, Item>(table: StoredTable, until: number, read: (data: Data) => readonly Item[]) =>
      (turn: Turn) =>
        storedPages(database, { sandbox, table, until, read }, turn);
    const events = pagesOf("entry", position, (data: EntryData) => readEntry(data, parts));
    const note = (part: object) => (problem: SimulatorError | undefined) =>
      this.#troubles.note(part, problem);
    return {
      ...row,
      ...{ recipe, scenario, log },
      // If the process was killed, it did not release the IDs that it had only reserved.
      gap: reservedId > lastId ? { afterId: lastId, untilId: reservedId } : undefined,
      events: (turn) => {
        if (damage !== undefined) throw damage;
        return events(turn);
      },
      exchanges: {
        ...exchanges,
        pages: pagesOf("exchange", exchanges.newest, (exchange: Exchange) => [exchange]),
      },
      traces: {
        ...traces,
        pages: pagesOf("trace", traces.newest, (trace: Trace) => [restoredTrace(trace)]),
      },
      noteState: note(log),
      noteRecords: note(sandbox),
    };
  }

  /** Deletes data that nothing refers to. Call this once, when all sandboxes have been read. */
  async deleteUnused(turn: Turn = takeTurn): Promise<void> {
    await this.#parts.blobs.deleteUnused(turn);
    await this.#parts.database.transaction(() => {
      this.#parts.values.deleteUnused();
      this.#parts.scenarios.deleteUnused();
    });
  }

  add(recipe: SandboxRecipe, openedAt: number): SandboxWriter {
    const none = { newest: 0, numDropped: 0, length: 0 };
    const log = new SandboxWriter(this.#parts, {
      id: this.#nextId("sandbox"),
      ...{ writtenAt: openedAt, isUsed: false, isStored: false, position: 0 },
      ...{ exchanges: none, traces: none, lastId: 0, reservedId: RESERVED_IDS },
    });
    this.#logs.add(log);
    log.open(() => recipeJson(recipe, this.#parts.scenarios), openedAt);
    return log;
  }

  /** The wall clock's time in milliseconds since 1970, the same for all users of the database. */
  wallNow(): number {
    return this.#parts.database.wallNow();
  }

  /** The items in one of the server's lists, oldest first. Omits an item if `read` throws. */
  async notes<Note>(table: NoteTable, read: (json: string) => Note): Promise<readonly Note[]> {
    const rows = await this.#parts.database.rows(`SELECT id, json FROM ${table} ORDER BY id`);
    return rows.flatMap(({ id, json }) => {
      try {
        return [read(String(json))];
      } catch (error) {
        const reason = messageOf(error).replace(/\.$/, "");
        const what = `Failed to read ${table} ${id} in the store \`${this.#parts.database.name}\``;
        this.#options.onNotice(`SIM_STORE: ${what}: ${reason}. Reports will omit it.`);
        return [];
      }
    });
  }

  /** Adds an item to one of the server's lists, and keeps only the list's newest `kept` items. */
  note(table: NoteTable, value: object, kept: number): void {
    const id = this.#nextId(table);
    this.#parts.server.add(() => {
      const sql = `INSERT INTO ${table} (id, json) VALUES (?, ?)`;
      this.#parts.database.run(sql, id, JSON.stringify(value));
      this.#parts.database.run(`DELETE FROM ${table} WHERE id <= ?`, Math.max(0, id - kept));
    });
  }

  /** Undefined if the server's and a sandbox's changes are durable; else resolves when they are. */
  savedWith(sandbox: Pick<SandboxLog, "saved"> | undefined): Promise<unknown> | undefined {
    const ofServer = this.#parts.server.saved();
    const both = [ofServer && this.#parts.database.timely(ofServer), sandbox?.saved()];
    const pending = both.filter((each) => each !== undefined);
    return pending.length === 0 ? undefined : Promise.all(pending);
  }

  /** Why the store, or a part of it, is currently unavailable; undefined if all of it works. */
  get problem(): string | undefined {
    return (this.#parts.database.problem ?? this.#troubles.newest)?.message;
  }

  /** Age of the oldest unsaved change, in milliseconds; 0 if there is none. */
  get lagMs(): number {
    const now = monotonicNow();
    const since = [...this.#logs].map(({ unsavedSince }) => unsavedSince);
    return now - Math.min(now, this.#parts.server.unsavedSince ?? now, ...since);
  }

  /** Resolves if changes can be stored now. Rejects with a SimulatorError if they can't. */
  async ready(): Promise<void> {
    const problem = this.#parts.database.problem ?? this.#troubles.newestOfWriters;
    if (problem !== undefined) throw problem;
    const confirmed = this.#parts.database.confirmed();
    if (confirmed !== undefined) await this.#parts.database.timely(confirmed);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { records } of this.#logs) records.close();
    await this.#parts.saver.close();
    await this.#parts.database.close();
  }

  #nextId(table: "sandbox" | NoteTable): number {
    const id = (this.#lastIds.get(table) ?? 0) + 1;
    this.#lastIds.set(table, id);
    return id;
  }
}
