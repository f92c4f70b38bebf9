import { DirtyParts } from "./dirty-parts.ts";

/** Changes within this time are read at once, in milliseconds. */
const BATCH_MS = 80;

/** The report, which is expensive to make, is read once this long nothing else has changed, in milliseconds. */
const QUIET_MS = 500;

/** A report is read after this many other readings, even if there is never a quiet moment. */
const MAX_READINGS = 10;

/** A failed reading is repeated after this time, in milliseconds. */
const RETRY_MS = 1000;

/** What to read. */
export type PartsReading = ReturnType<DirtyParts["take"]>;

/** Reads what has changed, shortly after it has; one reading at a time. */
export class Refresher {
  readonly #dirty = new DirtyParts();
  readonly #read: (reading: PartsReading) => Promise<boolean>;
  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the reading that is due is only about the report. */
  #isWaiting = false;
  #isReading = false;
  #readings = 0;

  /** `read` resolves with whether it has succeeded. */
  constructor(read: (reading: PartsReading) => Promise<boolean>, signal: AbortSignal) {
    this.#read = read;
    this.#signal = signal;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Everything must be read again, at once. */
  noteAll(): void {
    this.#dirty.addAll();
    this.#schedule(0);
  }

  /** Something has changed. */
  note(change: Parameters<DirtyParts["add"]>[0]): void {
    this.#dirty.add(change);
    this.#schedule(BATCH_MS);
  }

  /** A reading that is already due sooner stays as it is. */
  #schedule(delayMs: number): void {
    if (this.#isReading || (this.#timer !== undefined && delayMs !== 0 && !this.#isWaiting)) return;
    clearTimeout(this.#timer);
    this.#isWaiting = delayMs === QUIET_MS;
    this.#timer = setTimeout(() => void this.#run(delayMs !== BATCH_MS), delayMs);
  }

  async #run(withReport: boolean): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    this.#readings = withReport ? 0 : this.#readings + 1;
    const isRead = await this.#read(this.#dirty.take(withReport || this.#readings > MAX_READINGS));
    this.#isReading = false;
    if (this.#signal.aborted) return;
    if (!isRead) {
      this.#dirty.addAll();
      this.#timer = setTimeout(() => void this.#run(true), RETRY_MS);
      return;
    }
    if (!this.#dirty.isClean) this.#schedule(this.#dirty.isOnlyReport ? QUIET_MS : BATCH_MS);
  }
}
