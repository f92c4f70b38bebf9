import type { Trace } from "../core/trace.ts";
import { Ring } from "./ring.ts";

/** Maximum number of exchanges in the contract report. */
export const MAX_TRACES = 100_000;

/** What was traced before, and who is told about more. */
export type TracesOptions = {
  readonly past?: readonly Trace[];
  readonly numDropped?: number;
  /** Called with each new trace, and the number of traces with it. */
  readonly onAdd?: ((trace: Trace, length: number) => void) | undefined;
};

/** Approximate size of a trace without the client's strings. */
const BASE_BYTES = 300;

/**
 * The traces of a sandbox's exchanges, for the contract report. They have no headers or bodies, so far more of them are kept
 * than exchanges in the journal.
 */
export class Traces {
  readonly #max: number;
  readonly #traces = new Ring<Trace>();
  #onAdd: TracesOptions["onAdd"];
  #dropped: number;
  #bytes = 0;

  constructor(max: number = MAX_TRACES, { past = [], numDropped = 0, onAdd }: TracesOptions = {}) {
    this.#max = max;
    this.#dropped = numDropped;
    for (const trace of past) this.add(trace);
    this.#onAdd = onAdd;
  }

  /** Adds a trace, and drops the oldest one if there are too many. */
  add(trace: Trace): void {
    this.#traces.push(trace);
    this.#bytes += sizeOf(trace);
    if (this.#traces.length > this.#max) this.#drop();
    this.#onAdd?.(trace, this.#traces.length);
  }

  /** Number of traces. */
  get length(): number {
    return this.#traces.length;
  }

  /** Approximate size of the traces, in bytes. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** Oldest first. */
  all(): readonly Trace[] {
    return this.#traces.toArray();
  }

  #drop(): void {
    const oldest = this.#traces.shift();
    if (oldest !== undefined) this.#bytes -= sizeOf(oldest);
    this.#dropped++;
  }

  /** Number of dropped traces, always the oldest ones. */
  get dropped(): number {
    return this.#dropped;
  }
}

function sizeOf({ url, problems, error, undocumented = [] }: Trace): number {
  if (problems.length === 0 && error === undefined && undocumented.length === 0)
    return BASE_BYTES + url.length;
  const texts = [...problems.map(({ path, message }) => path + message), ...undocumented];
  const textLength = texts.reduce((sum, { length }) => sum + length, 0);
  return BASE_BYTES + url.length + (error?.message.length ?? 0) + textLength;
}
