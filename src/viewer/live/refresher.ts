import { DirtyParts, type PartsReading } from "./dirty-parts.ts";

/** Changes within this time are read at once, in milliseconds. */
const BATCH_MS = 80;

/**
 * The report, which is expensive to make, is read once this long nothing else has changed, in
 * milliseconds.
 */
const QUIET_MS = 500;

/** A report is read after this many other readings, even if there is never a quiet moment. */
const MAX_READINGS = 10;

/**
 * The pause after a reading, as a multiple of the time that the reading took: a large sandbox is
 * read less often.
 */
const PAUSE_SHARE = 3;

/** A failed reading is repeated after this time, in milliseconds. */
const RETRY_MS = 1000;

/** Reads changed parts shortly after each change, one reading at a time. */
export class Refresher {
  readonly #dirty = new DirtyParts();
  readonly #read: (reading: PartsReading) => Promise<boolean>;
  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the reading that is due is only about the report. */
  #isWaiting = false;
  #isReading = false;
  /** Whether the first report is still missing. */
  #isReportUrgent = true;
  #readings = 0;

  /** `read` resolves with whether it has succeeded. */
  constructor(read: (reading: PartsReading) => Promise<boolean>, signal: AbortSignal) {
    this.#read = read;
    this.#signal = signal;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Reads everything again now, the report last. */
  noteAll(): void {
    this.#dirty.addAll();
    this.#isReportUrgent = true;
    this.#schedule(0);
  }

  /** Schedules a reading after a change. */
  note(change: Parameters<DirtyParts["add"]>[0]): void {
    this.#dirty.add(change);
    this.#schedule(BATCH_MS);
  }

  /** A reading that is already due sooner stays as it is. */
  #schedule(delayMs: number): void {
    if (this.#isReading || (this.#timer !== undefined && delayMs !== 0 && !this.#isWaiting)) return;
    clearTimeout(this.#timer);
    this.#isWaiting = this.#dirty.isOnlyReport;
    this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    const withReport = this.#dirty.isOnlyReport || this.#readings >= MAX_READINGS;
    this.#readings = withReport ? 0 : this.#readings + 1;
    if (withReport) this.#isReportUrgent = false;
    const startedAt = performance.now();
    const isRead = await this.#read(this.#dirty.take(withReport));
    this.#isReading = false;
    if (this.#signal.aborted) return;
    if (!isRead) {
      this.#dirty.addAll();
      this.#timer = setTimeout(() => void this.#run(), RETRY_MS);
      return;
    }
    if (this.#dirty.isClean) return;
    const pauseMs = Math.max(BATCH_MS, (performance.now() - startedAt) * PAUSE_SHARE);
    this.#schedule(this.#dirty.isOnlyReport ? (this.#isReportUrgent ? 0 : QUIET_MS) : pauseMs);
  }
}
