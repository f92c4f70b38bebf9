import { PARTS, type PartName, type PartsReading } from "./read-parts.ts";

/** Changes within this time, in milliseconds, are read together. */
const BATCH_MS = 80;

/** Milliseconds without changes before the report is read, because it is expensive to make. */
const QUIET_MS = 500;

/** After this many readings, the report is read even if changes never pause. */
const MAX_READINGS = 10;

/** Pause after a reading, in multiples of its duration: large sandboxes are read less often. */
const PAUSE_SHARE = 3;

/** Pause before a failed reading is repeated, in milliseconds. */
const RETRY_MS = 1000;

/** The parts that each kind of change affects. Kinds without a row affect only `sandbox`. */
const AFFECTED: Readonly<Record<string, readonly PartName[]>> = {
  job: ["timelines", "sandbox"],
  exchange: ["exchanges", "report", "sandbox"],
  fault: ["faults"],
  delivery: ["deliveries", "report"],
  scenario: ["faults", "access", "sandbox"],
  "journal-cleared": ["exchanges", "report", "sandbox"],
};

/** If more jobs than this have changed, reading all is faster than reading the changed ones. */
const MAX_JOBS = 20;

type Change = { readonly kind: string; readonly id?: number; readonly jobId?: string };

/** Reads changed parts shortly after each change, one reading at a time. */
export class Refresher {
  readonly #read: (reading: PartsReading) => Promise<boolean>;
  readonly #signal: AbortSignal;
  /** The parts that have changed since the last reading. */
  readonly #stale = new Set<PartName>();
  #jobs: Set<string> | undefined = new Set();
  #firstExchange = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the scheduled reading is only for the report. */
  #isWaiting = false;
  #isReading = false;
  /** Whether to read the report without waiting for a pause in the changes. */
  #isReportUrgent = true;
  #readings = 0;

  /** `read` resolves with true if it succeeded. */
  constructor(read: (reading: PartsReading) => Promise<boolean>, signal: AbortSignal) {
    this.#read = read;
    this.#signal = signal;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Reads everything again now, the report last. */
  noteAll(): void {
    this.#addAll();
    this.#isReportUrgent = true;
    this.#schedule(0);
  }

  note({ kind, id, jobId }: Change): void {
    if (jobId !== undefined) this.#jobs?.add(jobId);
    if (this.#jobs !== undefined && this.#jobs.size > MAX_JOBS) this.#jobs = undefined;
    for (const part of AFFECTED[kind] ?? ["sandbox"]) this.#stale.add(part);
    if (kind === "journal-cleared") this.#firstExchange = 0;
    if (id !== undefined) this.#firstExchange = Math.min(this.#firstExchange, id);
    this.#schedule(BATCH_MS);
  }

  #addAll(): void {
    for (const part of PARTS) this.#stale.add(part);
    this.#firstExchange = 0;
    this.#jobs = undefined;
  }

  /** Schedules a reading, unless one is in progress or already scheduled sooner. */
  #schedule(delayMs: number): void {
    if (this.#isReading || (this.#timer !== undefined && delayMs !== 0 && !this.#isWaiting)) return;
    clearTimeout(this.#timer);
    this.#isWaiting = this.#isOnlyReport;
    this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    const withReport = this.#isOnlyReport || this.#readings >= MAX_READINGS;
    this.#readings = withReport ? 0 : this.#readings + 1;
    if (withReport) this.#isReportUrgent = false;
    const startedAt = performance.now();
    const isRead = await this.#read(this.#take(withReport));
    this.#isReading = false;
    if (this.#signal.aborted) return;
    if (!isRead) {
      this.#addAll();
      this.#timer = setTimeout(() => void this.#run(), RETRY_MS);
      return;
    }
    if (this.#stale.size === 0) return;
    const pauseMs = Math.max(BATCH_MS, (performance.now() - startedAt) * PAUSE_SHARE);
    this.#schedule(this.#isOnlyReport ? (this.#isReportUrgent ? 0 : QUIET_MS) : pauseMs);
  }

  /** Removes and returns the stale parts. Includes the report only if `withReport` is true. */
  #take(withReport: boolean): PartsReading {
    const parts = new Set([...this.#stale].filter((part) => withReport || part !== "report"));
    for (const part of parts) this.#stale.delete(part);
    const after = Math.max(0, this.#firstExchange - 1);
    if (parts.has("exchanges")) this.#firstExchange = Number.POSITIVE_INFINITY;
    const jobs = this.#jobs && [...this.#jobs];
    this.#jobs = new Set();
    return { parts, after, jobs };
  }

  get #isOnlyReport(): boolean {
    return this.#stale.size === 1 && this.#stale.has("report");
  }
}
