import type { Exchange } from "../../core/exchange.ts";
import type { Trace } from "../../core/trace.ts";
import type { StateView } from "../sandbox-state.ts";
import type { StateEvent } from "../state-event.ts";
import { wallNow } from "../wall-timer.ts";
import type { Blobs } from "./blobs.ts";
import { type EntryParts, entryOf, type StoredEntry } from "./entry.ts";
import { RingLog } from "./ring-log.ts";
import type { Saver, Writer } from "./saver.ts";
import type { SharedValues } from "./shared-values.ts";
import type { StoreFile } from "./store-file.ts";
import { WriteLane } from "./write-lane.ts";

/** The parts of a store that all its logs use. */
export type LogParts = {
  readonly file: StoreFile;
  readonly saver: Saver;
  /** The changes of the server itself, such as which sandboxes there are; they are written before those of sandboxes. */
  readonly server: WriteLane;
  readonly blobs: Blobs;
  readonly values: SharedValues;
  readonly scenarioRef: EntryParts["scenarioRef"];
};

/** How much of a sandbox is stored. */
export type LogStart = {
  readonly id: number;
  /** Position of the newest entry; 0 if there is none. */
  readonly position: number;
  readonly numExchanges: number;
  readonly numTraces: number;
};

/** A sandbox of which nothing is stored. */
const NOTHING: LogStart = { id: 0, position: 0, numExchanges: 0, numTraces: 0 };

/** Writes what happens in a sandbox to the store. */
export class SandboxLog {
  readonly #parts: LogParts;
  readonly #lane: WriteLane;
  readonly #exchanges: RingLog;
  readonly #traces: RingLog;
  readonly #records: Writer;
  #id: number;
  #position: number;
  #isRemoved = false;

  constructor(parts: LogParts, start: LogStart = NOTHING) {
    this.#parts = parts;
    this.#id = start.id;
    this.#position = start.position;
    this.#lane = new WriteLane((lane) => parts.saver.now(lane));
    this.#exchanges = new RingLog(parts.file, "exchange", start.numExchanges);
    this.#traces = new RingLog(parts.file, "trace", start.numTraces);
    this.#records = {
      write: () => this.#writeRecords(),
      done: () => {
        this.#exchanges.done();
        this.#traces.done();
      },
      fail: () => {},
    };
  }

  /** Stores a new sandbox; `recipe` is called within the transaction. */
  open(recipe: () => object, openedAt: number): void {
    const run = (): void => {
      const sql = "INSERT INTO sandbox (recipe, opened_at, written_at) VALUES (?, ?, ?)";
      this.#id = this.#parts.file.run(sql, JSON.stringify(recipe()), openedAt, openedAt);
    };
    this.#parts.server.add({ run });
  }

  /** Stores the events of a transaction, all of them or none; `state` is the state after it. */
  append(events: readonly StateEvent[], state: StateView): void {
    const { blobs } = this.#parts;
    const entries = events.map((event) => {
      const position = ++this.#position;
      return { position, entry: entryOf(event, state, position) };
    });
    const contents = entries.flatMap(({ entry }) => entry.contents);
    for (const content of contents) blobs.pin(content);
    const prepare = async (): Promise<void> => {
      for (const content of contents) await blobs.save(content);
    };
    const at = wallNow();
    const run = (): void => {
      if (this.#isRemoved) return;
      for (const { position, entry } of entries) this.#write(entry, position);
      this.#touch(at);
    };
    const onDone = (): void => {
      for (const content of contents) blobs.unpin(content);
    };
    this.#lane.add({ run, onDone, ...(contents.length === 0 ? {} : { prepare }) });
  }

  /** Stores an exchange soon; the journal has `kept` exchanges with it. */
  addExchange(exchange: Exchange, kept: number): void {
    this.#exchanges.add(exchange, kept);
    this.#parts.saver.soon(this.#records);
  }

  /** Stores a trace soon; `kept` traces are kept with it. */
  addTrace(trace: Trace, kept: number): void {
    this.#traces.add(trace, kept);
    this.#parts.saver.soon(this.#records);
  }

  /** Drops all exchanges. */
  clearJournal(): void {
    this.#exchanges.clear();
    this.#lane.add({ run: () => this.#exchanges.drop(this.#id) });
  }

  /** Notes that the sandbox has ended: it is stored only until its clients have been judged. */
  end(): void {
    const run = (): void => {
      this.#parts.file.run("UPDATE sandbox SET has_ended = 1 WHERE id = ?", this.#id);
    };
    this.#parts.server.add({ run });
  }

  /** Deletes the sandbox. */
  remove(): void {
    this.#isRemoved = true;
    const run = (): void => {
      const { file, blobs } = this.#parts;
      for (const table of ["entry", "exchange", "trace"])
        file.run(`DELETE FROM ${table} WHERE sandbox = ?`, this.#id);
      blobs.release(this.#id);
      file.run("DELETE FROM sandbox WHERE id = ?", this.#id);
    };
    this.#parts.server.add({ run });
  }

  /** Resolves when all changes so far are durable; undefined if they are. Rejects with a SimulatorError if that fails. */
  saved(): Promise<void> | undefined {
    return this.#lane.saved();
  }

  #writeRecords(): void {
    if (this.#isRemoved) return;
    this.#exchanges.write(this.#id);
    this.#traces.write(this.#id);
    this.#touch(wallNow());
    this.#parts.file.run("UPDATE sandbox SET is_used = 1 WHERE id = ?", this.#id);
  }

  #touch(at: number): void {
    const sql = "UPDATE sandbox SET written_at = max(written_at, ?) WHERE id = ?";
    this.#parts.file.run(sql, at, this.#id);
  }

  #write({ kind, id, data, keptRules }: StoredEntry, position: number): void {
    const { file, blobs, values, scenarioRef } = this.#parts;
    if (kind === "countersForgotten") {
      const sql = "DELETE FROM entry WHERE sandbox = ? AND kind IN ('callCounted', 'ruleCounted')";
      file.run(sql, this.#id);
      return;
    }
    if (keptRules !== undefined) {
      const sql =
        "DELETE FROM entry WHERE sandbox = ? AND kind = 'ruleCounted' AND id NOT IN (SELECT value FROM json_each(?))";
      file.run(sql, this.#id, JSON.stringify(keptRules));
    }
    const json = JSON.stringify(
      data({
        refOf: (value) => values.refOf(value),
        scenarioRef,
        placeOf: (content) => blobs.use(this.#id, content),
      }),
    );
    file.run(
      "INSERT INTO entry (sandbox, position, kind, id, json) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json",
      ...[this.#id, position, kind, id, json],
    );
  }
}
