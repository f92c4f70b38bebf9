import type { Exchange } from "../../core/exchange.ts";
import type { Scenario } from "../../core/scenario.ts";
import { restoredTrace, type Trace } from "../../core/trace.ts";
import type { SandboxRecipe } from "../sandbox.ts";
import type { StateEvent } from "../state-event.ts";
import type { PastTraces } from "../traces.ts";
import { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { itemsOf, type PagedTable, pagesOf, type RowPage } from "./pages.ts";
import { type EntryData, type EntrySource, readEntry } from "./read-entry.ts";
import { recipeData, recipeOf } from "./recipe-data.ts";
import { type LogParts, SandboxLog } from "./sandbox-log.ts";
import type { SavedSandbox } from "./saved-sandbox.ts";
import { SavedScenarios } from "./saved-scenarios.ts";
import { Saver } from "./saver.ts";
import { SharedValues } from "./shared-values.ts";
import { StoreTroubles } from "./store-troubles.ts";
import { WriteLane } from "./write-lane.ts";

/** What a store has to know. */
export type SavingOptions = {
  readonly originOf: (scenario: Scenario) => unknown;
  readonly onNotice: (notice: string) => void;
};

/** Lists of the server that are stored, such as what its tests expect. */
type NoteTable = "expectation" | "verdict";

/** An entry. */
type StoredRow = readonly [position: number, kind: string, data: EntryData];

/** Each sandbox, with the numbers of its newest rows, and of its newest dropped trace. */
const ALL_SANDBOXES = `
  SELECT id, recipe, opened_at, written_at, is_used, has_ended,
    (SELECT coalesce(max(position), 0) FROM entry WHERE sandbox = s.id) AS position,
    (SELECT coalesce(max(number), 0) FROM exchange WHERE sandbox = s.id) AS exchanges,
    (SELECT coalesce(max(number), 0) FROM trace WHERE sandbox = s.id) AS traces,
    (SELECT coalesce(min(number), 1) - 1 FROM trace WHERE sandbox = s.id) AS dropped_traces
  FROM sandbox AS s ORDER BY written_at, id`;

const ENTRIES: PagedTable = {
  name: "entry",
  order: "position",
  // No kind has a character that JSON escapes.
  json: `'"' || kind || '",' || json`,
};

const EXCHANGES: PagedTable = { name: "exchange", order: "number", json: "json" };
const TRACES: PagedTable = { name: "trace", order: "number", json: "json" };

/** A server's sandboxes in a database, and what the server itself has to remember. */
export class SavedSandboxes {
  readonly scenarios: SavedScenarios;
  readonly #database: Database;
  readonly #saver: Saver;
  readonly #troubles: StoreTroubles;
  readonly #blobs: Blobs;
  readonly #values: SharedValues;
  /** The changes of the server itself, among them which sandboxes there are. */
  readonly #server: WriteLane;
  readonly #used = { values: new Set<string>(), scenarios: new Set<string>() };
  /** Newest IDs of the tables whose rows the server numbers. */
  readonly #lastIds = new Map<"sandbox" | NoteTable, number>();

  private constructor(database: Database, { originOf, onNotice }: SavingOptions) {
    this.#database = database;
    this.scenarios = new SavedScenarios(database, originOf);
    this.#values = new SharedValues(database);
    this.#troubles = new StoreTroubles(onNotice);
    this.#blobs = new Blobs(database, this.#troubles);
    const onFail = (): void => {
      this.#values.forget();
      this.scenarios.forget();
    };
    this.#saver = new Saver(database, { troubles: this.#troubles, onFail });
    this.#server = new WriteLane((lane) => this.#saver.now(lane));
  }

  /** The sandboxes in a database. */
  static async in(database: Database, options: SavingOptions): Promise<SavedSandboxes> {
    const saved = new SavedSandboxes(database, options);
    await saved.#values.load();
    await saved.#blobs.load();
    for (const table of ["sandbox", "expectation", "verdict"] as const) {
      const [newest] = await database.rows(`SELECT max(id) AS id FROM ${table}`);
      saved.#lastIds.set(table, Number(newest?.["id"] ?? 0));
    }
    return saved;
  }

  /** Every sandbox, the least recently changed one first. The scenarios have to be adopted before. */
  async all(): Promise<readonly SavedSandbox[]> {
    const rows = await this.#database.rows(ALL_SANDBOXES);
    return rows.map((row) => {
      const id = Number(row["id"]);
      const log = new SandboxLog(this.#logParts, {
        id,
        position: Number(row["position"]),
        numExchanges: Number(row["exchanges"]),
        numTraces: Number(row["traces"]),
      });
      return {
        recipe: recipeOf(JSON.parse(String(row["recipe"])), (ref) => this.#scenarioOf(ref)),
        log,
        openedAt: Number(row["opened_at"]),
        writtenAt: Number(row["written_at"]),
        isUsed: row["is_used"] === 1,
        hasEnded: row["has_ended"] === 1,
        events: () => this.#eventsOf(id),
        exchanges: () => this.#exchangesOf(id),
        traces: async () => {
          const pages: RowPage[] = [];
          for await (const page of pagesOf(this.#database, TRACES, id)) pages.push(page);
          return pastTraces(pages, Number(row["dropped_traces"]));
        },
      };
    });
  }

  /** Deletes what no sandbox refers to. Call it once, when the events of all sandboxes have been read. */
  async deleteUnused(): Promise<void> {
    await this.#blobs.deleteUnused();
    await this.#database.transaction(() => {
      this.#values.keepOnly(this.#used.values);
      this.scenarios.keepOnly(this.#used.scenarios);
    });
  }

  /** The log of a new sandbox. */
  add(recipe: SandboxRecipe, openedAt: number): SandboxLog {
    const start = { id: this.#nextId("sandbox"), position: 0, numExchanges: 0, numTraces: 0 };
    const log = new SandboxLog(this.#logParts, start);
    log.open(() => recipeData(recipe, (scenario) => this.scenarios.refOf(scenario)), openedAt);
    return log;
  }

  /** The wall clock's time, in milliseconds since 1970: the same for all processes that share the database. */
  wallNow(): number {
    return this.#database.wallNow();
  }

  /** What was added to a list of the server, oldest first. */
  async notes(table: NoteTable): Promise<readonly unknown[]> {
    const rows = await this.#database.rows(`SELECT json FROM ${table} ORDER BY id`);
    return rows.map(({ json }) => JSON.parse(String(json)));
  }

  /** Adds something to a list of the server, of which the newest `kept` are kept. */
  note(table: NoteTable, value: object, kept: number): void {
    const id = this.#nextId(table);
    const run = (): void => {
      const sql = `INSERT INTO ${table} (id, json) VALUES (?, ?)`;
      this.#database.run(sql, id, JSON.stringify(value));
      this.#database.run(`DELETE FROM ${table} WHERE id <= ?`, Math.max(0, id - kept));
    };
    this.#server.add({ run });
  }

  /** Resolves when the changes of the server itself are durable; undefined if they are. */
  saved(): Promise<void> | undefined {
    const saved = this.#server.saved();
    return saved && this.#database.timely(saved);
  }

  /** Why nothing can be written at the moment; undefined if it can. */
  get problem(): string | undefined {
    return (this.#database.problem ?? this.#troubles.newest)?.message;
  }

  /** Writes the remaining changes, and closes the database. */
  async close(): Promise<void> {
    await this.#saver.close();
    await this.#database.close();
  }

  get #logParts(): LogParts {
    return {
      database: this.#database,
      saver: this.#saver,
      server: this.#server,
      blobs: this.#blobs,
      values: this.#values,
      scenarioRef: (scenario: Scenario) => this.scenarios.refOf(scenario),
    };
  }

  #nextId(table: "sandbox" | NoteTable): number {
    const id = (this.#lastIds.get(table) ?? 0) + 1;
    this.#lastIds.set(table, id);
    return id;
  }

  #scenarioOf(ref: string): Scenario {
    this.#used.scenarios.add(ref);
    return this.scenarios.get(ref);
  }

  async *#eventsOf(id: number): AsyncGenerator<readonly StateEvent[]> {
    const source: EntrySource = {
      sharedValue: (ref) => {
        this.#used.values.add(ref);
        return this.#values.get(ref);
      },
      scenarioOf: (ref) => this.#scenarioOf(ref),
      rowsIn: (blob, rows) => this.#blobs.rowsIn(id, blob, rows),
      bytesIn: (blob, byteLength) => this.#blobs.bytesIn(id, blob, byteLength),
    };
    for await (const page of pagesOf(this.#database, ENTRIES, id))
      yield itemsOf<StoredRow>(page).flatMap(([, kind, data]) => readEntry(kind, data, source));
  }

  async #exchangesOf(id: number): Promise<readonly Exchange[]> {
    const exchanges: Exchange[] = [];
    for await (const page of pagesOf(this.#database, EXCHANGES, id))
      for (const [, exchange] of itemsOf<[number, Exchange]>(page)) exchanges.push(exchange);
    return exchanges;
  }
}

function pastTraces(pages: readonly RowPage[], numDropped: number): PastTraces {
  const tracesOf = (page: RowPage): Trace[] =>
    itemsOf<[number, Trace]>(page).map(([, trace]) => restoredTrace(trace));
  // Requests that were in progress when the newest one arrived may have ended after it: these pages have thousands of them.
  const newest = pages.slice(-2).flatMap(tracesOf);
  return {
    length: pages.reduce((sum, { length }) => sum + length, 0),
    byteLength: pages.reduce((sum, { text }) => sum + text.length, 0),
    numDropped,
    lastId: newest.reduce((last, { id }) => Math.max(last, id), 0),
    *lists() {
      for (const page of pages) yield tracesOf(page);
    },
  };
}
