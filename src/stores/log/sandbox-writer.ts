import type { Exchange } from "../../core/exchange.ts";
import type { Trace } from "../../core/trace.ts";
import { MAX_UNSTORED_MS } from "../../state/open-sandbox.ts";
import type { SandboxLog } from "../../state/sandbox-log.ts";
import type { StateView } from "../../state/sandbox-state.ts";
import type { StateEvent } from "../../state/state-event.ts";
import type { StoredSandbox } from "../../state/stored-sandbox.ts";
import { monotonicNow } from "../../state/wall-timer.ts";
import type { Blobs } from "../blobs/blobs.ts";
import type { Database } from "../database.ts";
import { type EntryParts, rowIdOf, type StoredEntry, storedEntries } from "./entry.ts";
import { EntryBatch } from "./entry-batch.ts";
import { RingLog } from "./ring-log.ts";
import type { Saver, Writer } from "./saver.ts";
import type { SharedValues } from "./shared-values.ts";
import { WriteLane } from "./write-lane.ts";

/** The parts of a store that all its logs use. */
export type LogParts = {
  readonly database: Database;
  readonly saver: Saver;
  /** The changes of the server itself, such as which sandboxes there are; they are written before those of sandboxes. */
  readonly server: WriteLane;
  readonly blobs: Blobs;
  readonly values: SharedValues;
  readonly scenarioRef: EntryParts["scenarioRef"];
  /** The wall clock's time by which sandboxes are told theirs. */
  readonly now: () => number;
  /** Whether no more exchanges follow. */
  readonly isClosing: () => boolean;
  /** Called when a sandbox is deleted. */
  readonly onRemove: (log: SandboxWriter) => void;
};

/** What is stored of a sandbox. */
export type LogStart = Pick<StoredSandbox, "writtenAt" | "isUsed"> & {
  readonly id: number;
  /** Whether an earlier process has used it. */
  readonly isStored: boolean;
  /** Position of the newest entry; 0 if there is none. */
  readonly position: number;
  readonly numExchanges: number;
  readonly numTraces: number;
  /** The highest ID of a stored exchange. */
  readonly lastExchangeId: number;
  /** The highest ID that may have been assigned. */
  readonly reservedId: number;
};

/** Responses wait while exchanges that are older than this have not been stored, in milliseconds. */
const MAX_UNWRITTEN_MS = 500;

/** When a response is sent, the stored time of a sandbox is renewed if it is older, in milliseconds: responses tell the time, too. */
const MAX_TIME_AGE_MS = 500;

/** Responses wait while the stored time is older than this, in milliseconds: the next process adds a little more to it. */
const MAX_TOLD_AGE_MS = MAX_UNSTORED_MS - 100;

/** IDs of exchanges that are reserved at a time: after a kill, the next process continues above them. */
export const RESERVED_IDS = 10_000;

/** Writes what happens in a sandbox to the store. */
export class SandboxWriter implements SandboxLog {
  readonly #parts: LogParts;
  readonly #lane: WriteLane;
  readonly #exchanges: RingLog;
  readonly #traces: RingLog;
  readonly #changes: Writer;
  readonly #records: Writer;
  readonly #id: number;
  /** The entries of the transaction that is being made. */
  #entries: EntryBatch;
  #position: number;
  #writtenAt: number;
  #isUsed: boolean;
  #isRemoved = false;
  #lastId: number;
  /** The highest ID that may be assigned, as it is stored. */
  #reservedId: number;
  #nextReservedId = 0;
  /** Whether exchanges of an earlier process may be missing, which has not been noted. */
  #hasGap: boolean;
  /** When the oldest record that is not stored was added; undefined if all are stored. */
  #unwrittenSince: number | undefined;
  #addedSince: number | undefined;
  /** When the time was last read to be stored. */
  #timedAt = Number.NEGATIVE_INFINITY;
  /** The time that is durable, as a monotonic time. */
  #durableAt = Number.NEGATIVE_INFINITY;
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];

  constructor(parts: LogParts, start: LogStart) {
    this.#parts = parts;
    this.#id = start.id;
    this.#position = start.position;
    this.#entries = new EntryBatch(parts.database, start.id);
    this.#writtenAt = start.writtenAt;
    this.#isUsed = start.isUsed;
    this.#lastId = start.lastExchangeId;
    this.#reservedId = start.reservedId;
    this.#hasGap = start.isStored && start.reservedId > start.lastExchangeId;
    this.#lane = new WriteLane(
      () => parts.saver.now(this.#changes),
      (retry) => parts.saver.later(retry),
    );
    this.#changes = {
      write: () => this.#writeChanges(),
      done: () => this.#lane.done(),
      fail: (error) => this.#lane.fail(error),
    };
    this.#exchanges = new RingLog(parts.database, "exchange", start.numExchanges);
    this.#traces = new RingLog(parts.database, "trace", start.numTraces);
    this.#records = {
      write: () => this.#writeRecords(),
      done: () => this.#recorded(),
      fail: (error) => {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      },
    };
  }

  /** Stores a new sandbox; `recipe` is called within the transaction. */
  open(recipe: () => object, openedAt: number): void {
    const run = (): void => {
      const sql =
        "INSERT INTO sandbox (id, recipe, opened_at, written_at, reserved_exchanges) VALUES (?, ?, ?, ?, ?)";
      const values = [JSON.stringify(recipe()), openedAt, openedAt, this.#reservedId];
      this.#parts.database.run(sql, this.#id, ...values);
    };
    this.#parts.server.add({ run });
  }

  /** Stores the events of a transaction, all of them or none; `state` is the state after it. */
  append(events: readonly StateEvent[], state: StateView): void {
    const { blobs } = this.#parts;
    const entries = storedEntries(events, state).map((entry) => {
      return { position: ++this.#position, entry };
    });
    const contents = entries.flatMap(({ entry }) => entry.contents);
    for (const content of contents) blobs.pin(content);
    const prepare = async (): Promise<void> => {
      for (const content of contents) await blobs.save(content);
    };
    // When something has changed is stored soon, too.
    this.#parts.saver.soon(this.#records);
    const run = (): void => {
      if (this.#isRemoved) return;
      for (const { position, entry } of entries) this.#write(entry, position);
    };
    const onDone = (): void => {
      for (const content of contents) blobs.unpin(content);
    };
    this.#lane.add({ run, onDone, ...(contents.length === 0 ? {} : { prepare }) });
  }

  /** Stores an exchange soon; the journal has `kept` exchanges with it. */
  addExchange(exchange: Exchange, kept: number): void {
    this.#lastId = Math.max(this.#lastId, exchange.id);
    this.#exchanges.add(exchange, kept);
    this.#addRecord();
  }

  /** Stores a trace soon; `kept` traces are kept with it. */
  addTrace(trace: Trace, kept: number): void {
    this.#lastId = Math.max(this.#lastId, trace.id);
    this.#traces.add(trace, kept);
    this.#addRecord();
  }

  #addRecord(): void {
    this.#isUsed = true;
    this.#addedSince ??= monotonicNow();
    this.#unwrittenSince ??= this.#addedSince;
    this.#parts.saver.soon(this.#records);
  }

  /** Notes that IDs of exchanges continue above this one. */
  skipExchanges(lastId: number): void {
    this.#lastId = Math.max(this.#lastId, lastId);
    this.#hasGap = false;
    this.#parts.saver.soon(this.#records);
  }

  /** Reserves no more IDs than were assigned: the next process then knows that no exchange is missing. */
  close(): void {
    if (!this.#hasGap && this.#reservedId !== this.#lastId) this.#parts.saver.soon(this.#records);
  }

  /** Drops all exchanges but the newest. */
  keepExchanges(kept: number): void {
    this.#exchanges.keep(kept);
    this.#lane.add({ run: () => this.#exchanges.drop(this.#id) });
  }

  /** Soon drops all exchanges and traces but the newest. */
  keepRecords({ exchanges, traces }: Parameters<SandboxLog["keepRecords"]>[0]): void {
    this.#exchanges.keep(exchanges);
    this.#traces.keep(traces);
    this.#parts.saver.soon(this.#records);
  }

  /** Notes that the sandbox has ended: it is stored only until its clients have been judged. */
  end(): void {
    const run = (): void => {
      this.#parts.database.run("UPDATE sandbox SET has_ended = 1 WHERE id = ?", this.#id);
    };
    this.#parts.server.add({ run });
  }

  /** Deletes the sandbox. */
  remove(): void {
    this.#isRemoved = true;
    this.#parts.onRemove(this);
    const run = (): void => {
      const { database, blobs } = this.#parts;
      for (const table of ["entry", "exchange", "trace"])
        database.run(`DELETE FROM ${table} WHERE sandbox = ?`, this.#id);
      blobs.release(this.#id);
      database.run("DELETE FROM sandbox WHERE id = ?", this.#id);
    };
    this.#parts.server.add({ run, onDone: () => this.#parts.blobs.forget(this.#id) });
  }

  /** When the oldest change or record was added that is not durable, as a monotonic time; Infinity if all are. */
  get unsavedSince(): number {
    const since = [this.#lane.unsavedSince, this.#unwrittenSince];
    return Math.min(...since.map((each) => each ?? Number.POSITIVE_INFINITY));
  }

  /** Resolves when all changes so far are durable; undefined if they are. Rejects with a SimulatorError if that fails. */
  saved(): Promise<void> | undefined {
    const { database } = this.#parts;
    if (database.lost !== undefined) return Promise.reject(database.lost);
    if (monotonicNow() - this.#timedAt > MAX_TIME_AGE_MS) this.#parts.saver.soon(this.#records);
    const saved = this.#lane.saved() ?? this.#recordsSaved() ?? database.confirmed();
    return saved && database.timely(this.#whenConfirmed(saved));
  }

  /**
   * Undefined unless records have waited for too long, IDs may have been given out that are not reserved, or the stored time is
   * too old; nobody waits for those of a deleted sandbox.
   */
  #recordsSaved(): Promise<void> | undefined {
    const now = monotonicNow();
    const isWritten = now - (this.#unwrittenSince ?? now) <= MAX_UNWRITTEN_MS;
    const isReserved = this.#lastId <= this.#reservedId;
    const isTimed = now - this.#durableAt <= MAX_TOLD_AGE_MS;
    if (this.#isRemoved || (isWritten && isReserved && isTimed)) return undefined;
    this.#parts.saver.now(this.#records);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #recorded(): void {
    this.#exchanges.done();
    this.#traces.done();
    this.#durableAt = this.#timedAt;
    this.#reservedId = this.#nextReservedId;
    this.#unwrittenSince = this.#addedSince;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** A confirmation may have become too old while something was saved. */
  async #whenConfirmed(saved: Promise<void>): Promise<void> {
    await saved;
    for (;;) {
      const confirmed = this.#recordsSaved() ?? this.#parts.database.confirmed();
      if (confirmed === undefined) return;
      await confirmed;
    }
  }

  #writeChanges(): void {
    this.#entries = new EntryBatch(this.#parts.database, this.#id);
    this.#lane.write();
    this.#entries.write();
  }

  #writeRecords(): void {
    this.#addedSince = undefined;
    this.#timedAt = monotonicNow();
    if (this.#isRemoved) return;
    this.#exchanges.write(this.#id);
    this.#traces.write(this.#id);
    const { database, now } = this.#parts;
    this.#writtenAt = Math.max(this.#writtenAt, now());
    this.#nextReservedId = this.#lastId + (this.#parts.isClosing() ? 0 : RESERVED_IDS);
    const sql =
      "UPDATE sandbox SET written_at = ?, is_used = ?, last_exchange = ?, reserved_exchanges = ? WHERE id = ?";
    const isUsed = this.#isUsed ? 1 : 0;
    database.run(sql, this.#writtenAt, isUsed, this.#lastId, this.#nextReservedId, this.#id);
  }

  #write({ kind, id, data, keptRules }: StoredEntry, position: number): void {
    const { database, blobs, values, scenarioRef } = this.#parts;
    if (kind === "countersForgotten") {
      this.#entries.write();
      const sql = `DELETE FROM entry WHERE sandbox = ? AND id IS NOT NULL AND kind IN ('callCounted', 'ruleCounted')`;
      database.run(sql, this.#id);
      return;
    }
    if (keptRules !== undefined) {
      // No rule has an empty name, and a list must not be empty.
      const kept = ["", ...keptRules.map(rowIdOf)];
      this.#entries.write();
      const sql = `DELETE FROM entry WHERE sandbox = ? AND id IS NOT NULL AND kind = 'ruleCounted' AND id NOT IN (${kept.map(() => "?").join(", ")})`;
      database.run(sql, this.#id, ...kept);
    }
    const parts: EntryParts = {
      values,
      scenarioRef,
      placeOf: (content) => blobs.use(this.#id, content),
    };
    const json = JSON.stringify({ kind, ...data(parts) });
    this.#entries.add({ position, kind, id: id === undefined ? id : rowIdOf(id), json });
  }
}
