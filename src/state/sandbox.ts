import type { ClockSpec } from "../core/clock-spec.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { Delivery, DeliveryAttempt } from "../core/webhooks/delivery.ts";
import { Clock, type ClockOptions } from "./clock.ts";
import { InputReadings } from "./input-readings.ts";
import { Loading, type LoadingParts } from "./loading.ts";
import { Journal, type RecordLimits, Traces } from "./records.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import type { StateEvent, StateView } from "./state-event.ts";
import type { Changes, Store } from "./store.ts";
import { Timelines } from "./timelines.ts";

/** Everything that defines a sandbox: the same recipe always makes the same sandbox. */
export type SandboxRecipe = {
  /** The sandbox's API key; undefined for the default sandbox. */
  readonly key: string | undefined;
  /** Unique within the server; hashed into the IDs of jobs, datasets, files, uploads, and runs. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly clock: ClockSpec;
  /** The part of the recipe that was requested; the rest follows from the server's settings. */
  readonly asked: AskedRecipe;
};

/** Settings of one sandbox that take precedence over the server's settings. */
export type AskedRecipe = Partial<Pick<SandboxRecipe, "scenario" | "seed" | "clock">> & {
  /** The requested name, if it differs from the sandbox's own name. */
  readonly title?: string;
};

export type OpeningOptions = ClockOptions & {
  readonly log?: SandboxLog | undefined;
  readonly journalLimits: RecordLimits;
};

export type Outbox = {
  /**
   * Moves the clock to each delivery that is due by an instant, and makes the delivery. Resolves
   * with the deliveries that are still outstanding after 30 wall-clock seconds, if any.
   */
  readonly deliverUntil: (at: Instant) => Promise<readonly Delivery[]>;
  /** Waits until everything due is sent. Resolves with the time of the next attempt, if any. */
  readonly nextAt: () => Promise<Instant | undefined>;
  /** Sends a test event. Rejects with a RangeError if the endpoint or the event is unknown. */
  readonly test: (endpointId: string, event: string, jobId: string) => Promise<DeliveryAttempt>;
};

/** Approximate size of an empty sandbox, in bytes. */
const BASE_BYTES = 10_000;

/** Everything that belongs to one API key, such as its clock, jobs, and journal. */
export class Sandbox {
  readonly recipe: SandboxRecipe;
  readonly name: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly timelines: Timelines;
  readonly readings: InputReadings;
  readonly journal: Journal;
  readonly traces: Traces = new Traces();
  readonly log: SandboxLog | undefined;
  /** All state that calls can change. */
  readonly state: StateView;
  readonly changes: Changes;
  /** Delivers webhooks; undefined until the server has set this field. */
  outbox: Outbox | undefined;
  readonly #store: Store;
  readonly #ended = new AbortController();
  /** Aborts when the sandbox has ended: reset, deleted, or dropped. */
  readonly ended: AbortSignal = this.#ended.signal;
  /** Number of requests and verbs in progress. */
  uses = 0;
  readonly #releases: (() => void)[] = [];
  /** The stored state, until it has been read; the sandbox must not be used before then. */
  loading: Loading | undefined;
  /** The stored journal and traces, until they have been read. Requests don't need them. */
  loadingRecords: Loading | undefined;

  /** The part to read next; undefined if everything has been read. */
  get unread(): Loading | undefined {
    return this.loading ?? this.loadingRecords;
  }

  constructor(recipe: SandboxRecipe, store: Store, options: OpeningOptions) {
    const { state, changes } = store;
    const { log, journalLimits } = options;
    this.recipe = recipe;
    this.name = recipe.name;
    this.seed = recipe.seed;
    this.log = log;
    this.state = state;
    this.changes = changes;
    this.clock = new Clock(recipe.clock, store, options);
    this.timelines = new Timelines(state);
    this.readings = new InputReadings(state, this.timelines);
    this.journal = new Journal(journalLimits);
    this.#store = store;
    const { journal, traces } = this;
    journal.listen((exchange) => {
      changes.add({ kind: "exchange", id: exchange.id });
      log?.records.addExchange(exchange, journal.length);
    });
    if (log !== undefined) traces.listen((trace) => log.records.addTrace(trace, traces.length));
  }

  /**
   * Changes the state; calls have no other way to change it. A call must not await anything between
   * reading the state and changing it, because other calls may change it in the meantime.
   */
  record(...events: readonly StateEvent[]): void {
    this.#store.record(...events);
  }

  saved(): Promise<void> | undefined {
    return this.log?.saved();
  }

  loadWith(state: LoadingParts, records: LoadingParts): void {
    this.loading = new Loading(state, this.ended);
    this.loading.whenDone(() => {
      this.loading = undefined;
    });
    this.loadingRecords = new Loading(records, this.ended);
    this.loadingRecords.whenDone(() => {
      this.loadingRecords = undefined;
    });
  }

  /** Records that the client reported an error, about one job or, by default, anything so far. */
  noteClientError(jobId?: string): void {
    const afterExchange = this.traces.all().reduce((last, { id }) => Math.max(last, id), 0);
    const clientError = { afterExchange, ...(jobId === undefined ? {} : { jobId }) };
    this.record({ kind: "clientErrorNoted", clientError });
  }

  clearJournal(): void {
    this.journal.clear();
    this.log?.clearExchanges();
    this.changes.add({ kind: "journal-cleared" });
  }

  /** Approximate size in bytes of everything that the sandbox has in memory. */
  get byteLength(): number {
    return this.state.byteLength + BASE_BYTES + this.recordBytes;
  }

  /** Approximate size in bytes of the sandbox's part on the V8 heap. */
  get heapBytes(): number {
    return this.state.heapBytes + BASE_BYTES + this.recordBytes;
  }

  get diskBytes(): number {
    return this.state.bytesOnDisk;
  }

  /** Approximate size of the journal and traces, in bytes. */
  get recordBytes(): number {
    return this.journal.byteLength + this.traces.byteLength;
  }

  /** Drops the oldest exchanges and traces until they take at most `byteLength` bytes in total. */
  shrinkRecords(byteLength: number): void {
    const { journal, traces } = this;
    journal.shrinkTo(Math.max(byteLength - traces.byteLength, byteLength / 2));
    traces.shrinkTo(byteLength - journal.byteLength);
    this.log?.records.keep({ exchanges: journal.length, traces: traces.length });
  }

  /** Marks a request or verb as in progress until the returned function is called. */
  enter(): () => void {
    this.uses++;
    return () => {
      this.uses--;
      this.#releaseIfOver();
    };
  }

  /** Calls a function once the sandbox has ended and nothing uses it. */
  whenOver(release: () => void): void {
    this.#releases.push(release);
    this.#releaseIfOver();
  }

  /** Ends the sandbox and all waits for its clock. */
  end(): void {
    this.#ended.abort();
    this.clock.close();
    this.#releaseIfOver();
  }

  #releaseIfOver(): void {
    if (!this.#ended.signal.aborted || this.uses > 0) return;
    for (const release of this.#releases.splice(0)) release();
  }
}
