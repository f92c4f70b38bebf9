import type { Exchange } from "../../core/exchange.ts";
import type { Scenario } from "../../core/scenario.ts";
import { restoredTrace, type Trace } from "../../core/trace.ts";
import type { SandboxRecipe } from "../sandbox.ts";
import type { StateEvent } from "../state-event.ts";
import { Blobs } from "./blobs.ts";
import { type EntrySource, readEntry } from "./read-entry.ts";
import { recipeData, recipeOf } from "./recipe-data.ts";
import { type LogParts, SandboxLog } from "./sandbox-log.ts";
import type { SavedSandbox } from "./saved-sandbox.ts";
import { SavedScenarios } from "./saved-scenarios.ts";
import { Saver } from "./saver.ts";
import { SharedValues } from "./shared-values.ts";
import { StoreFile } from "./store-file.ts";
import { WriteLane } from "./write-lane.ts";

/** What a store holds. */
export type StoreSize = {
  /** Size of the file. */
  readonly byteLength: number;
  readonly sandboxes: number;
  readonly jobs: number;
  /** Number of files, and of inputs that are stored like files because they are long. */
  readonly files: number;
  readonly exchanges: number;
};

/** What a store has to know. */
export type SavingOptions = {
  readonly originOf: (scenario: Scenario) => unknown;
  readonly onNotice: (notice: string) => void;
};

/** Lists of the server that are stored, such as what its tests expect. */
type NoteTable = "expectation" | "verdict";

/** A server's sandboxes in a file, and what the server itself has to remember. */
export class SavedSandboxes {
  readonly scenarios: SavedScenarios;
  readonly #file: StoreFile;
  readonly #saver: Saver;
  readonly #blobs: Blobs;
  readonly #values: SharedValues;
  /** The changes of the server itself, among them which sandboxes there are. */
  readonly #server: WriteLane;
  readonly #used = {
    values: new Set<string>(),
    scenarios: new Set<string>(),
    blobs: new Map<number, Set<number>>(),
  };

  /** Opens or creates the file. Throws a SimulatorError if that is not possible. */
  constructor(path: string, { originOf, onNotice }: SavingOptions) {
    this.#file = new StoreFile(path);
    this.scenarios = new SavedScenarios(this.#file, originOf);
    this.#values = new SharedValues(this.#file);
    this.#blobs = new Blobs(this.#file);
    const onFail = (): void => {
      this.#values.forget();
      this.scenarios.forget();
    };
    this.#saver = new Saver(this.#file, { onNotice, onFail });
    this.#server = new WriteLane((lane) => this.#saver.now(lane));
  }

  /** Every sandbox, the least recently changed one first. The scenarios have to be adopted before. */
  all(): readonly SavedSandbox[] {
    const sql =
      "SELECT id, recipe, opened_at, written_at, is_used, has_ended FROM sandbox ORDER BY written_at, id";
    return this.#file.rows(sql).map((row) => {
      const id = Number(row["id"]);
      const [first] = this.#file.rows(
        "SELECT min(number) AS number FROM trace WHERE sandbox = ?",
        id,
      );
      return {
        recipe: recipeOf(JSON.parse(String(row["recipe"])), (ref) => this.#scenarioOf(ref)),
        log: this.#logOf(id),
        openedAt: Number(row["opened_at"]),
        writtenAt: Number(row["written_at"]),
        isUsed: row["is_used"] === 1,
        hasEnded: row["has_ended"] === 1,
        events: () => this.#eventsOf(id),
        exchanges: () => this.#itemsOf(id, "exchange") as readonly Exchange[],
        traces: () => (this.#itemsOf(id, "trace") as readonly Trace[]).map(restoredTrace),
        numDroppedTraces: Math.max(0, Number(first?.["number"] ?? 1) - 1),
      };
    });
  }

  /** What the file holds. */
  size(): StoreSize {
    const count = (what: string): number =>
      Number(this.#file.rows(`SELECT count(*) AS count FROM ${what}`)[0]?.["count"]);
    return {
      byteLength: this.#file.byteLength,
      sandboxes: count("sandbox WHERE has_ended = 0"),
      jobs: count("entry WHERE kind = 'jobSubmitted'"),
      files: count("blob"),
      exchanges: count("exchange"),
    };
  }

  /** Deletes everything. */
  clear(): void {
    const tables = this.#file.rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
    this.#file.transaction(() => {
      for (const { name } of tables) this.#file.run(`DELETE FROM ${name}`);
    });
    this.#file.shrink();
  }

  /** Returns unused space to the file system. */
  shrink(): void {
    this.#file.shrink();
  }

  /** Deletes what no sandbox refers to. Call it once, when the events of all sandboxes have been read. */
  deleteUnused(): void {
    this.#file.transaction(() => {
      for (const [sandboxId, ids] of this.#used.blobs) this.#blobs.keepOnly(sandboxId, ids);
      this.#blobs.deleteUnused();
      this.#values.keepOnly(this.#used.values);
      this.scenarios.keepOnly(this.#used.scenarios);
    });
  }

  /** The log of a new sandbox. */
  add(recipe: SandboxRecipe, openedAt: number): SandboxLog {
    const log = new SandboxLog(this.#logParts);
    log.open(() => recipeData(recipe, (scenario) => this.scenarios.refOf(scenario)), openedAt);
    return log;
  }

  /** What was added to a list of the server, oldest first. */
  notes(table: NoteTable): readonly unknown[] {
    const rows = this.#file.rows(`SELECT json FROM ${table} ORDER BY id`);
    return rows.map(({ json }) => JSON.parse(String(json)));
  }

  /** Adds something to a list of the server, of which the newest `kept` are kept. */
  note(table: NoteTable, value: object, kept: number): void {
    const run = (): void => {
      const id = this.#file.run(`INSERT INTO ${table} (json) VALUES (?)`, JSON.stringify(value));
      this.#file.run(`DELETE FROM ${table} WHERE id <= ?`, id - kept);
    };
    this.#server.add({ run });
  }

  /** Resolves when the changes of the server itself are durable; undefined if they are. */
  saved(): Promise<void> | undefined {
    return this.#server.saved();
  }

  /** Why nothing can be written at the moment; undefined if it can. */
  get problem(): string | undefined {
    return this.#saver.problem?.message;
  }

  /** Writes the remaining changes, and closes the file. */
  close(): void {
    this.#saver.close();
    this.#file.close();
  }

  get #logParts(): LogParts {
    return {
      file: this.#file,
      saver: this.#saver,
      server: this.#server,
      blobs: this.#blobs,
      values: this.#values,
      scenarioRef: (scenario: Scenario) => this.scenarios.refOf(scenario),
    };
  }

  #logOf(id: number): SandboxLog {
    const newest = (column: string, table: string): number => {
      const sql = `SELECT max(${column}) AS newest FROM ${table} WHERE sandbox = ?`;
      return Number(this.#file.rows(sql, id)[0]?.["newest"] ?? 0);
    };
    return new SandboxLog(this.#logParts, {
      id,
      position: newest("position", "entry"),
      numExchanges: newest("number", "exchange"),
      numTraces: newest("number", "trace"),
    });
  }

  #scenarioOf(ref: string): Scenario {
    this.#used.scenarios.add(ref);
    return this.scenarios.get(ref);
  }

  *#eventsOf(id: number): Generator<StateEvent> {
    const blobs = new Set<number>();
    this.#used.blobs.set(id, blobs);
    const source: EntrySource = {
      sharedValue: (ref) => {
        this.#used.values.add(ref);
        return this.#values.get(ref);
      },
      scenarioOf: (ref) => this.#scenarioOf(ref),
      rowsIn: (blob, rows) => this.#blobs.rowsIn(note(blobs, blob), rows),
      bytesIn: (blob, byteLength) => this.#blobs.bytesIn(note(blobs, blob), byteLength),
    };
    const sql = "SELECT kind, json FROM entry WHERE sandbox = ? ORDER BY position";
    for (const { kind, json } of this.#file.each(sql, id))
      yield* readEntry(String(kind), String(json), source);
  }

  #itemsOf(id: number, table: "exchange" | "trace"): readonly unknown[] {
    const sql = `SELECT json FROM ${table} WHERE sandbox = ? ORDER BY number`;
    return this.#file.rows(sql, id).map(({ json }) => JSON.parse(String(json)));
  }
}

function note(blobs: Set<number>, id: number): number {
  blobs.add(id);
  return id;
}
