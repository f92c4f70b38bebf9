import type { SimulatorError } from "../core/errors.ts";
import type { JournalGap } from "../core/exchange.ts";
import type { Scenario } from "../core/scenario.ts";
import type { SandboxRecipe } from "../state/sandbox.ts";
import type { SandboxLog } from "../state/sandbox-log.ts";
import { DamageError, type StoredSandbox } from "../state/stored-sandbox.ts";
import { type Turn, takeTurn } from "../state/turns.ts";
import { monotonicNow } from "../state/wall-timer.ts";
import { Blobs } from "./blobs/blobs.ts";
import type { Database } from "./database.ts";
import { type RecipeData, recipeData, recipeOf } from "./log/recipe-data.ts";
import { SandboxReader } from "./log/sandbox-reader.ts";
import { type LogParts, RESERVED_IDS, SandboxWriter } from "./log/sandbox-writer.ts";
import { Saver } from "./log/saver.ts";
import { SharedValues } from "./log/shared-values.ts";
import { StoreTroubles } from "./log/store-troubles.ts";
import { StoredScenarios } from "./log/stored-scenarios.ts";
import { WriteLane } from "./log/write-lane.ts";
import type { SqlRow } from "./sqlite/sqlite.ts";

/** Where a store gets what it doesn't know. */
export type StoreOptions = {
  /** Where a scenario came from, as data for JSON. */
  readonly originOf: (scenario: Scenario) => unknown;
  /** Makes a stored scenario ready for use; returns an equal one. */
  readonly readyScenario: (scenario: Scenario, origin: unknown) => Promise<Scenario>;
  readonly onNotice: (notice: string) => void;
  /** What a sandbox plays whose own scenario is damaged; without it, such a sandbox is an error. */
  readonly scenario?: Scenario;
};

/** A stored sandbox's recipe, and the scenario in effect. */
type RecipeRead = Pick<StoredSandbox, "recipe" | "scenario"> & { readonly damage?: DamageError };

/** Lists of the server that are stored, such as what its tests expect. */
type NoteTable = "expectation" | "verdict";

/** Each sandbox, with the scenario in effect, the numbers of its newest rows, and those of its newest dropped records. */
const ALL_SANDBOXES = `
  SELECT id, recipe, opened_at, written_at, is_used, has_ended, last_exchange, reserved_exchanges,
    (SELECT json FROM entry WHERE sandbox = s.id AND kind = 'scenarioPlayed' AND id = '') AS played,
    (SELECT coalesce(max(position), 0) FROM entry WHERE sandbox = s.id) AS position,
    (SELECT coalesce(max(number), 0) FROM exchange WHERE sandbox = s.id) AS exchanges,
    (SELECT coalesce(max(number), 0) FROM trace WHERE sandbox = s.id) AS traces,
    (SELECT coalesce(min(number), 1) - 1 FROM exchange WHERE sandbox = s.id) AS dropped_exchanges,
    (SELECT coalesce(min(number), 1) - 1 FROM trace WHERE sandbox = s.id) AS dropped_traces
  FROM sandbox AS s ORDER BY written_at, id`;

/** A server's sandboxes in a database, and what the server itself has to remember. */
export class SandboxStore {
  readonly #scenarios: StoredScenarios;
  readonly #scenario: Scenario | undefined;
  readonly #onNotice: StoreOptions["onNotice"];
  readonly #database: Database;
  readonly #saver: Saver;
  readonly #troubles: StoreTroubles;
  readonly #blobs: Blobs;
  readonly #values: SharedValues;
  readonly #reader: SandboxReader;
  /** The changes of the server itself, among them which sandboxes there are. */
  readonly #server: WriteLane;
  /** Newest IDs of the tables whose rows the server numbers. */
  readonly #lastIds = new Map<"sandbox" | NoteTable, number>();

  readonly #logs = new Set<SandboxWriter>();
  /** The time by which clients are told the time of a sandbox; it is stored, for the next process to go on from. */
  toldNow: () => number = () => this.wallNow();
  #isClosing = false;

  private constructor(database: Database, { originOf, onNotice, scenario }: StoreOptions) {
    this.#database = database;
    this.#scenario = scenario;
    this.#onNotice = onNotice;
    this.#scenarios = new StoredScenarios(database, originOf);
    this.#values = new SharedValues(database);
    this.#troubles = new StoreTroubles(onNotice);
    database.onTrouble = (problem) => this.#troubles.note(database, problem, database);
    this.#blobs = new Blobs(database, this.#troubles);
    this.#reader = new SandboxReader(database, (sandboxId) => ({
      sharedValue: (ref) => this.#values.get(ref),
      scenarioOf: (ref) => this.#scenarios.get(ref),
      rowsIn: (blob, rows) => this.#blobs.rowsIn(sandboxId, blob, rows),
      bytesIn: (blob, byteLength) => this.#blobs.bytesIn(sandboxId, blob, byteLength),
    }));
    const onFail = (): void => {
      this.#values.forget();
      this.#scenarios.forget();
    };
    this.#saver = new Saver(database, { troubles: this.#troubles, onFail });
    this.#server = new WriteLane(
      (lane) => this.#saver.now(lane),
      (retry) => this.#saver.later(retry),
    );
  }

  /** The sandboxes in a database. */
  static async in(database: Database, options: StoreOptions): Promise<SandboxStore> {
    const saved = new SandboxStore(database, options);
    await saved.#values.load();
    await saved.#blobs.load();
    for (const table of ["sandbox", "expectation", "verdict"] as const) {
      const [newest] = await database.rows(`SELECT max(id) AS id FROM ${table}`);
      saved.#lastIds.set(table, Number(newest?.["id"] ?? 0));
    }
    await saved.#scenarios.load(options.readyScenario);
    return saved;
  }

  /** Every sandbox, the least recently changed one first. */
  async all(): Promise<readonly StoredSandbox[]> {
    const rows = await this.#database.rows(ALL_SANDBOXES);
    return rows.map((row) => this.#storedIn(row));
  }

  #storedIn(row: SqlRow): StoredSandbox {
    const number = (column: string): number => Number(row[column]);
    const [id, writtenAt, lastId] = [number("id"), number("written_at"), number("last_exchange")];
    const isUsed = row["is_used"] === 1;
    const newest = { exchange: number("exchanges"), trace: number("traces") };
    const numDropped = number("dropped_traces");
    const log = new SandboxWriter(this.#logParts, {
      ...{ id, writtenAt, isUsed },
      position: number("position"),
      numExchanges: newest.exchange,
      numTraces: newest.trace,
      isStored: true,
      lastExchangeId: lastId,
      reservedId: number("reserved_exchanges"),
    });
    this.#logs.add(log);
    const { recipe, scenario, damage } = this.#recipeIn(row);
    const sandbox = { sandboxId: id, name: recipe.name };
    const note = (part: object) => (problem: SimulatorError | undefined) =>
      this.#troubles.note(part, problem, this.#database);
    return {
      recipe,
      scenario,
      log,
      openedAt: number("opened_at"),
      writtenAt,
      isUsed,
      gap: gapIn(row),
      hasEnded: row["has_ended"] === 1,
      state: {
        read: async (into, turn) => {
          if (damage !== undefined) throw damage;
          await this.#reader.readState({ ...sandbox, turn }, into);
        },
        note: note(log),
      },
      records: {
        read: (into, turn) =>
          this.#reader.readRecords({ ...sandbox, newest, numDropped, turn }, into),
        note: note(newest),
        numExchanges: newest.exchange - number("dropped_exchanges"),
        numTraces: newest.trace - numDropped,
        lastId,
      },
    };
  }

  /** Deletes what no sandbox refers to. Call it once, when all stored ones have been read completely; others may have been added. */
  async deleteUnused(turn: Turn = takeTurn): Promise<void> {
    await this.#blobs.deleteUnused(turn);
    await this.#database.transaction(() => {
      this.#values.deleteUnused();
      this.#scenarios.deleteUnused();
    });
  }

  /** The log of a new sandbox. */
  add(recipe: SandboxRecipe, openedAt: number): SandboxWriter {
    const log = new SandboxWriter(this.#logParts, {
      id: this.#nextId("sandbox"),
      ...{ writtenAt: openedAt, isUsed: false, position: 0, numExchanges: 0, numTraces: 0 },
      ...{ isStored: false, lastExchangeId: 0, reservedId: RESERVED_IDS },
    });
    this.#logs.add(log);
    log.open(() => recipeData(recipe, (scenario) => this.#scenarios.refOf(scenario)), openedAt);
    return log;
  }

  /** The wall clock's time, in milliseconds since 1970: the same for all processes that share the database. */
  wallNow(): number {
    return this.#database.wallNow();
  }

  /** What was added to a list of the server, oldest first; `read` throws if an item is damaged, which is then left out. */
  async notes<Note>(table: NoteTable, read: (json: string) => Note): Promise<readonly Note[]> {
    const rows = await this.#database.rows(`SELECT id, json FROM ${table} ORDER BY id`);
    return rows.flatMap(({ id, json }) => {
      try {
        return [read(String(json))];
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
        const what = `Failed to read the ${table} ${id} in the store \`${this.#database.name}\``;
        this.#onNotice(`SIM_STORE: ${what}: ${reason}. Reports are made without it.`);
        return [];
      }
    });
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

  /** Resolves when all changes so far of the server itself and of a sandbox are durable; undefined if they are. */
  savedWith(sandbox: Pick<SandboxLog, "saved"> | undefined): Promise<unknown> | undefined {
    const ofServer = this.#server.saved();
    const pending = [ofServer && this.#database.timely(ofServer), sandbox?.saved()].filter(
      (each) => each !== undefined,
    );
    return pending.length === 0 ? undefined : Promise.all(pending);
  }

  /** Why nothing can be written at the moment; undefined if it can. */
  get problem(): string | undefined {
    return (this.#database.problem ?? this.#troubles.newest)?.message;
  }

  /** How long the oldest change that is not durable has been waiting, in milliseconds. */
  get lagMs(): number {
    const now = monotonicNow();
    const since = [...this.#logs].map(({ unsavedSince }) => unsavedSince);
    return now - Math.min(now, this.#server.unsavedSince ?? now, ...since);
  }

  /** Resolves if changes can be stored at the moment. Rejects with a SimulatorError if they can't. */
  async ready(): Promise<void> {
    const problem = this.#database.problem ?? this.#troubles.newestOfWriters;
    if (problem !== undefined) throw problem;
    const confirmed = this.#database.confirmed();
    if (confirmed !== undefined) await this.#database.timely(confirmed);
  }

  /** Writes the remaining changes, and closes the database. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const log of this.#logs) log.close();
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
      scenarioRef: (scenario: Scenario) => this.#scenarios.refOf(scenario),
      now: () => this.toldNow(),
      isClosing: () => this.#isClosing,
      onRemove: (log) => void this.#logs.delete(log),
    };
  }

  #nextId(table: "sandbox" | NoteTable): number {
    const id = (this.#lastIds.get(table) ?? 0) + 1;
    this.#lastIds.set(table, id);
    return id;
  }

  /**
   * A sandbox's recipe and the scenario in effect, or why they are not the stored ones. A sandbox whose key is damaged gets one of
   * its own.
   */
  #recipeIn({ id, recipe: json, played }: SqlRow): RecipeRead {
    let data: Partial<RecipeData> | null = null;
    try {
      data = JSON.parse(String(json)) as RecipeData;
      const recipe = recipeOf(data as RecipeData, (ref) => this.#scenarios.get(ref));
      if (typeof recipe.name !== "string") throw new TypeError("its name is missing");
      return { recipe, scenario: this.#played(played) ?? recipe.scenario };
    } catch (cause) {
      const own = `damaged-${id}`;
      const { name = own, key } = data?.name === undefined ? { key: own } : data;
      const damage = new DamageError({ sandbox: name, store: this.#database.name, cause });
      const scenario = this.#scenario;
      if (scenario === undefined) throw damage;
      const recipe = { name, key, scenario, seed: 1, clock: { mode: "real" }, asked: {} } as const;
      return { recipe, scenario, damage };
    }
  }

  /** The scenario in an entry. */
  #played(json: unknown): Scenario | undefined {
    return json == null ? undefined : this.#scenarios.get(JSON.parse(String(json)).scenario);
  }
}

/** A process that was not killed reserves no more IDs than it has stored exchanges for. */
function gapIn(row: SqlRow): JournalGap | undefined {
  const [afterId, untilId] = [Number(row["last_exchange"]), Number(row["reserved_exchanges"])];
  return untilId > afterId ? { afterId, untilId } : undefined;
}
