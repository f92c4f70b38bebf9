import { type SimulatorError, storeError } from "../../core/errors.ts";
import { setWallTimer } from "../../state/wall-timer.ts";
import type { Database } from "../database.ts";
import type { StoreTroubles } from "./store-troubles.ts";

/** Holds unsaved changes. The saver calls `write` in a transaction, and then `done` or `fail`. */
export type Writer = {
  readonly write: () => void;
  readonly done: () => void;
  readonly fail: (error: SimulatorError) => void;
};

/**
 * Milliseconds before a change is written if no response waits for it. If the process is killed
 * before then, the change is lost.
 */
const SOON_MS = 50;

/** Milliseconds after which a failed transaction is retried, unless another write comes first. */
const RETRY_MS = 500;

const STOPPED = storeError("Failed to write to the store: the simulator was stopped.");

/** Writes many writers' changes in one transaction, so that they share its cost. */
export class Saver {
  readonly #database: Database;
  readonly #troubles: StoreTroubles;
  readonly #onFail: () => void;
  /** Writers with changes that a response may wait for. */
  readonly #writers = new Set<Writer>();
  /** Writers with changes that no response waits for. */
  readonly #patient = new Set<Writer>();
  #retries: (() => void)[] = [];
  #isDue = false;
  #isClosed = false;
  #writing: Promise<void> | undefined;
  #cancel: (() => void) | undefined;

  constructor(database: Database, troubles: StoreTroubles, onFail: () => void) {
    this.#database = database;
    this.#troubles = troubles;
    this.#onFail = onFail;
  }

  /** Writes at the end of the event loop cycle, together with the cycle's other changes. */
  now(writer: Writer): void {
    if (this.#isClosed) {
      setImmediate(() => writer.fail(STOPPED));
      return;
    }
    this.#writers.add(writer);
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.flush());
  }

  /** Writes later, because no response waits for these changes. */
  soon(writer: Writer): void {
    this.#patient.add(writer);
    this.#wake(SOON_MS);
  }

  /** Calls `retry` after a pause, to repeat failed work; never if the saver is closed. */
  later(retry: () => void): void {
    if (this.#isClosed) return;
    this.#retries.push(retry);
    this.#wake(RETRY_MS);
  }

  /** Writes the changes that responses may wait for, after any transaction in progress. */
  flush(): void {
    this.#isDue = this.#writing !== undefined;
    if (this.#isDue) return;
    const writers = [...this.#writers];
    if (writers.length === 0 || this.#isClosed) return;
    this.#writers.clear();
    try {
      const made = this.#database.transaction(() => {
        for (const writer of writers) writer.write();
      });
      if (made instanceof Promise) this.#writing = this.#after(made, writers);
      else this.#done(writers);
    } catch (cause) {
      this.#fail(writers, cause);
    }
  }

  /** Writes the remaining changes, if possible; later changes are lost. */
  async close(): Promise<void> {
    await this.#writing;
    this.#flushAll();
    await this.#writing;
    this.#isClosed = true;
    this.#cancel?.();
  }

  async #after(made: Promise<void>, writers: readonly Writer[]): Promise<void> {
    await this.#settle(made, writers);
    this.#writing = undefined;
    if (this.#isDue) this.flush();
  }

  async #settle(made: Promise<void>, writers: readonly Writer[]): Promise<void> {
    try {
      await made;
    } catch (cause) {
      if (writers.length === 1 || this.#database.lost !== undefined)
        return this.#fail(writers, cause);
      // A statement that the database rejects must not prevent other writers' changes.
      this.#onFail();
      const writeAlone = async (writer: Writer): Promise<void> =>
        this.#database.transaction(() => writer.write());
      for (const writer of writers) await this.#settle(writeAlone(writer), [writer]);
      return;
    }
    this.#done(writers);
  }

  #done(writers: readonly Writer[]): void {
    for (const writer of writers) this.#troubles.end(writer);
    for (const writer of writers) writer.done();
  }

  #fail(writers: readonly Writer[], cause: unknown): void {
    const error = this.#database.failure(cause);
    for (const writer of writers) this.#troubles.begin(writer, error);
    this.#onFail();
    for (const writer of writers) {
      this.#writers.add(writer);
      writer.fail(error);
    }
    this.#wake(RETRY_MS);
  }

  #wake(delayMs: number): void {
    this.#cancel ??= setWallTimer(() => this.#flushAll(), delayMs);
  }

  #flushAll(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const retry of this.#retries.splice(0)) retry();
    for (const writer of this.#patient) this.#writers.add(writer);
    this.#patient.clear();
    this.flush();
  }
}
