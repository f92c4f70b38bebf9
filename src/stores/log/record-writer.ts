import type { Exchange } from "../../core/exchange.ts";
import type { Trace } from "../../core/trace.ts";
import { MAX_UNSTORED_MS } from "../../state/open-sandbox.ts";
import type { RecordLog } from "../../state/sandbox-log.ts";
import { monotonicNow } from "../../state/wall-timer.ts";
import type { Database } from "../database.ts";
import { RingLog } from "./row-writers.ts";
import type { SandboxRow } from "./sandbox-row.ts";
import type { Saver, Writer } from "./saver.ts";
import { Waiting } from "./write-lane.ts";

/** Age of an unsaved exchange or trace, in milliseconds, at which responses wait for a write. */
const MAX_UNWRITTEN_MS = 500;

/**
 * Age of a sandbox's stored time, in milliseconds, beyond which the next response triggers a write,
 * because the response contains a newer time.
 */
const MAX_TIME_AGE_MS = 500;

/**
 * Age of the stored time, in milliseconds, beyond which responses wait for a write. The next
 * process may start at that time plus `MAX_UNSTORED_MS`, which must be later than all times sent.
 */
const MAX_TOLD_AGE_MS = MAX_UNSTORED_MS - 100;

/** Number of exchange IDs to reserve. If a process is killed, the next one skips these IDs. */
export const RESERVED_IDS = 10_000;

export type RecordWriterParts = {
  readonly database: Database;
  readonly saver: Saver;
  /** The wall-clock time from which sandboxes derive their times. */
  readonly now: () => number;
  readonly isClosing: () => boolean;
};

export type LogStart = Pick<
  SandboxRow,
  "id" | "writtenAt" | "isUsed" | "position" | "lastId" | "reservedId" | "exchanges" | "traces"
> & { readonly isStored: boolean };

/** Writes a sandbox's new exchanges and traces, its last exchange ID, and its time. */
export class RecordWriter implements RecordLog, Writer {
  readonly #parts: RecordWriterParts;
  /** The sandbox's row, as it is stored or will be stored next. */
  readonly #row;
  readonly #exchanges: RingLog;
  readonly #traces: RingLog;
  /** When the sandbox ended, which becomes its stored time; undefined if it hasn't ended. */
  endedAt: number | undefined;
  /** Whether the sandbox was deleted, so that nothing more is written. */
  isRemoved = false;
  #nextReservedId = 0;
  /** Whether an earlier process's exchanges may be missing and `skip` has not been called yet. */
  #hasGap: boolean;
  /** When the oldest unstored record was added, in monotonic time; undefined if all are stored. */
  unwrittenSince: number | undefined;
  #addedSince: number | undefined;
  /** Monotonic time of the last call to `write`. */
  #timedAt = Number.NEGATIVE_INFINITY;
  /** Monotonic time of the last `write` whose changes are durable. */
  #durableAt = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Waiting();

  constructor(parts: RecordWriterParts, start: LogStart) {
    this.#parts = parts;
    const { id, writtenAt, isUsed, lastId, reservedId } = start;
    this.#row = { id, writtenAt, isUsed, lastId, reservedId };
    this.#hasGap = start.isStored && start.reservedId > start.lastId;
    this.#exchanges = new RingLog(parts.database, "exchange", start.exchanges.newest);
    this.#traces = new RingLog(parts.database, "trace", start.traces.newest);
  }

  addExchange(exchange: Exchange, kept: number): void {
    this.#exchanges.add(exchange, kept);
    this.#add(exchange.id);
  }

  addTrace(trace: Trace, kept: number): void {
    this.#traces.add(trace, kept);
    this.#add(trace.id);
  }

  #add(id: number): void {
    this.#row.lastId = Math.max(this.#row.lastId, id);
    this.#row.isUsed = true;
    this.#addedSince ??= monotonicNow();
    this.unwrittenSince ??= this.#addedSince;
    this.writeSoon();
  }

  skip(lastId: number): void {
    this.#row.lastId = Math.max(this.#row.lastId, lastId);
    this.#hasGap = false;
    this.writeSoon();
  }

  /** Releases unassigned IDs; otherwise, the next process would assume a gap in the journal. */
  close(): void {
    if (!this.#hasGap && this.#row.reservedId !== this.#row.lastId) this.writeSoon();
  }

  keep({ exchanges, traces }: { readonly exchanges: number; readonly traces: number }): void {
    this.#exchanges.keep(exchanges);
    this.#traces.keep(traces);
    this.writeSoon();
  }

  /** Drops all exchanges. Returns a function that deletes stored ones; call it in a transaction. */
  clearExchanges(): () => void {
    this.#exchanges.keep(0);
    return () => this.#exchanges.drop(this.#row.id);
  }

  writeSoon(): void {
    this.#parts.saver.soon(this);
  }

  /**
   * Returns undefined if a response may be sent now, or a promise that resolves when the records
   * and the time are stored. Waiting is necessary if a record has been unstored for too long, an ID
   * was not reserved, or the stored time is too old.
   */
  saved(): Promise<void> | undefined {
    const now = monotonicNow();
    if (now - this.#timedAt > MAX_TIME_AGE_MS) this.writeSoon();
    const isWritten = now - (this.unwrittenSince ?? now) <= MAX_UNWRITTEN_MS;
    const isReserved = this.#row.lastId <= this.#row.reservedId;
    const isTimed = now - this.#durableAt <= MAX_TOLD_AGE_MS;
    if (this.isRemoved || this.#parts.isClosing() || (isWritten && isReserved && isTimed))
      return undefined;
    this.#parts.saver.now(this);
    return this.#waiting.add();
  }

  write(): void {
    this.#addedSince = undefined;
    this.#timedAt = monotonicNow();
    if (this.isRemoved) return;
    this.#exchanges.write(this.#row.id);
    this.#traces.write(this.#row.id);
    const { database, now, isClosing } = this.#parts;
    this.#row.writtenAt = this.endedAt ?? Math.max(this.#row.writtenAt, now());
    this.#nextReservedId = this.#row.lastId + (isClosing() ? 0 : RESERVED_IDS);
    const sql =
      "UPDATE sandbox SET written_at = ?, is_used = ?, last_exchange = ?, reserved_exchanges = ? WHERE id = ?";
    const { id, writtenAt, isUsed, lastId } = this.#row;
    database.run(sql, writtenAt, isUsed ? 1 : 0, lastId, this.#nextReservedId, id);
  }

  fail(error: unknown): void {
    this.#waiting.reject(error);
  }

  done(): void {
    this.#exchanges.done();
    this.#traces.done();
    this.#durableAt = this.#timedAt;
    this.#row.reservedId = this.#nextReservedId;
    this.unwrittenSince = this.#addedSince;
    this.#waiting.resolve();
  }
}
