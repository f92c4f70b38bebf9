import type { Mutable } from "../core/mutable.ts";
import type { Trace } from "../core/trace.ts";
import { Ring } from "./ring.ts";
import { takeTurn } from "./turns.ts";
import { setWallTimer } from "./wall-timer.ts";

/** Maximum number of exchanges in the contract report. */
export const MAX_TRACES = 100_000;

/** The traces of an earlier process. */
export type PastTraces = {
  readonly length: number;
  /** Approximate size of the traces, in bytes. */
  readonly byteLength: number;
  /** Number of older traces, which were dropped. */
  readonly numDropped: number;
  /** The highest ID of an exchange. */
  readonly lastId: number;
  /** The traces, oldest first, in lists that take a few milliseconds each to read. */
  readonly lists: () => Iterator<readonly Trace[]>;
};

/** Called with each new trace, and the number of traces with it. */
type OnAdd = (trace: Trace, length: number) => void;

type UnreadTraces = Pick<PastTraces, "length" | "byteLength"> & {
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
  #dropped = 0;
  #bytes = 0;

  constructor(max: number = MAX_TRACES, onAdd?: OnAdd) {
    this.#max = max;
    this.#onAdd = onAdd;
  }

  /** Puts the traces of an earlier process before the others. */
  restore(past: PastTraces): void {
    this.#dropped += past.numDropped;
    this.#unread = { ...past, lists: past.lists(), read: [] };
    void this.#readAll();
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
    return this.#traces.length + (this.#unread?.length ?? 0);
  }

  /** Approximate size of the traces, in bytes. */
  get byteLength(): number {
    return this.#bytes + (this.#unread?.byteLength ?? 0);
  }

  /** Oldest first. */
  all(): readonly Trace[] {
    while (this.#unread !== undefined) this.#read(this.#unread);
    return this.#traces.toArray();
  }

  /** Number of dropped traces, always the oldest ones. */
  get dropped(): number {
    return this.#dropped;
  }

  #keep(trace: Trace): void {
    this.#traces.push(trace);
    this.#bytes += sizeOf(trace);
    if (this.#traces.length > this.#max) this.#drop();
  }

  #drop(): void {
    const oldest = this.#traces.shift();
    if (oldest !== undefined) this.#bytes -= sizeOf(oldest);
    this.#dropped++;
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
  #read({ lists, read }: UnreadTraces): void {
    const next = lists.next();
    if (next.done !== true) {
      for (const trace of next.value) read.push(trace);
      return;
    }
    const later = this.#traces.toArray();
    this.#unread = undefined;
    this.#traces.clear();
    this.#bytes = 0;
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
