import type { Mutable } from "../core/mutable.ts";
import type { Trace } from "../core/trace.ts";
import { Ring } from "./ring.ts";
import { takeTurn } from "./turns.ts";
import { setWallTimer } from "./wall-timer.ts";

/** Maximum number of exchanges in the contract report. */
export const MAX_TRACES = 100_000;

/** Their maximum size, in bytes (approximate). */
const MAX_BYTES = 64 * 1024 ** 2;

/** The traces of an earlier process. */
export type PastTraces = {
  readonly length: number;
  /** Number of older traces, which were dropped. */
  readonly numDropped: number;
  /** The highest ID of an exchange. */
  readonly lastId: number;
  /** The traces, oldest first, in lists that take a few milliseconds each to read. */
  readonly lists: () => Iterator<readonly Trace[]>;
};

/** Called with each new trace, and the number of traces with it. */
type OnAdd = (trace: Trace, length: number) => void;

type UnreadTraces = Pick<PastTraces, "length" | "lastId"> & {
  readonly lists: Iterator<readonly Trace[]>;
  readonly read: Trace[];
};

/** Wall-clock time until past traces are read. */
const DELAY_MS = 100;

/** Approximate size of a trace without the client's strings. */
const BASE_BYTES = 300;

/**
 * The traces of a sandbox's exchanges, for the contract report. They have no headers or bodies, so far more of them are kept
 * than exchanges in the journal.
 */
export class Traces {
  readonly #max: number;
  readonly #traces = new Ring<Trace>();
  readonly #onAdd: OnAdd | undefined;
  /** Traces older than those in the ring: a restart with many of them doesn't wait until they are read. */
  #unread: UnreadTraces | undefined;
  /** Number of traces that are expected from the store. */
  #numExpected = 0;
  #dropped = 0;
  #droppedUntil = 0;
  #bytes = 0;

  constructor(max: number = MAX_TRACES, onAdd?: OnAdd) {
    this.#max = max;
    this.#onAdd = onAdd;
  }

  /** Notes how many traces of an earlier process are going to be restored: they count, but can't be looked at before. */
  expectPast(length: number): void {
    this.#numExpected = length;
  }

  /** Puts the traces of an earlier process before the others. */
  restore(past: PastTraces): void {
    this.#numExpected = 0;
    this.#dropped += past.numDropped;
    this.#unread = { ...past, lists: past.lists(), read: [] };
    void this.#readAll();
  }

  /** Removes all traces, and expects none. */
  clear(): void {
    this.#traces.clear();
    this.#unread = undefined;
    this.#numExpected = 0;
    this.#bytes = 0;
  }

  /** Adds a trace, and drops the oldest one if there are too many. */
  add(trace: Trace): void {
    this.#keep(trace);
    this.#onAdd?.(trace, this.length);
  }

  /** Notes the hash of a request's body that arrived after the response. */
  noteBody(trace: Mutable<Trace>, bodyHash: string | undefined): void {
    if (bodyHash !== undefined) trace.bodyHash = bodyHash;
  }

  /** Number of traces. */
  get length(): number {
    return this.#traces.length + this.#numExpected + (this.#unread?.length ?? 0);
  }

  /** Approximate size of the traces, in bytes. Those that are not read yet count less: that must not make others go. */
  get byteLength(): number {
    return this.#bytes + (this.#unread?.length ?? 0) * BASE_BYTES;
  }

  /** Oldest first. Throws an Error while those of an earlier process are expected. */
  all(): readonly Trace[] {
    if (this.#numExpected > 0) throw new Error("Expected the traces to have been read.");
    while (this.#unread !== undefined) this.#read(this.#unread);
    return this.#traces.toArray();
  }

  /** Number of dropped traces, always the oldest ones. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The highest ID of a dropped trace; 0 if none was dropped. */
  get droppedUntil(): number {
    return this.#droppedUntil;
  }

  /** Drops the oldest traces, but never the newest one, until this size in bytes is not exceeded. */
  shrinkTo(byteLength: number): void {
    // Those that are not read yet are older.
    if (this.#unread !== undefined || this.#numExpected > 0) return;
    while (this.#bytes > byteLength && this.#traces.length > 1) this.#drop();
  }

  #keep(trace: Trace): void {
    this.#traces.push(trace);
    this.#bytes += sizeOf(trace);
    if (this.#traces.length > this.#max) this.#drop();
    if (this.#bytes > MAX_BYTES) this.shrinkTo(MAX_BYTES);
  }

  #drop(): void {
    const oldest = this.#traces.shift();
    if (oldest === undefined) return;
    this.#bytes -= sizeOf(oldest);
    this.#dropped++;
    this.#droppedUntil = Math.max(this.#droppedUntil, oldest.id);
  }

  /** Reads the past traces in the background; the requests that waited for the restart come first. */
  async #readAll(): Promise<void> {
    await new Promise<void>((resolve) => setWallTimer(resolve, DELAY_MS));
    while (this.#unread !== undefined) {
      await takeTurn();
      if (this.#unread !== undefined) this.#read(this.#unread);
    }
  }

  /** Reads the next list or, after the last one, puts the past traces before the others. */
  #read({ lists, read, length, lastId }: UnreadTraces): void {
    try {
      const next = lists.next();
      if (next.done !== true) {
        for (const trace of next.value) read.push(trace);
        return;
      }
    } catch {
      // The store is damaged. The report says that they are missing.
      read.length = 0;
      this.#dropped += length;
      this.#droppedUntil = lastId;
    }
    const later = this.#traces.toArray();
    this.#unread = undefined;
    this.#traces.clear();
    this.#bytes = 0;
    // Those that an earlier process has dropped had lower IDs.
    if (this.#dropped > 0) this.#droppedUntil = read[0]?.id ?? this.#droppedUntil;
    for (const trace of read) this.#keep(trace);
    for (const trace of later) this.#keep(trace);
  }
}

function sizeOf({ url, problems, error, undocumented = [] }: Trace): number {
  if (problems.length === 0 && error === undefined && undocumented.length === 0)
    return BASE_BYTES + url.length;
  const texts = [...problems.map(({ path, message }) => path + message), ...undocumented];
  const textLength = texts.reduce((sum, { length }) => sum + length, 0);
  return BASE_BYTES + url.length + (error?.message.length ?? 0) + textLength;
}
