import { monotonicNow } from "../../state/wall-timer.ts";
import type { Saver, Writer } from "./saver.ts";

/** A change of the database, made within a transaction. */
export type Write = {
  readonly run: () => void;
  /**
   * Writes the content that `run` refers to, in separate transactions. This write and later ones
   * wait until it resolves.
   */
  readonly prepare?: () => Promise<void>;
  /** Called when the write is durable. */
  readonly onDone?: () => void;
};

type QueuedWrite = Write & {
  /** A monotonic time. */
  readonly addedAt: number;
  isReady: boolean;
  isPreparing: boolean;
};

type Waiting = {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Writes that stay in order, such as those of one sandbox. Other lanes don't wait for them. */
export class WriteLane implements Writer {
  readonly #saver: Saver;
  readonly #around: (write: () => void) => void;
  #writes: QueuedWrite[] = [];
  #taken = 0;
  #numAdded = 0;
  #numDone = 0;
  #waiting: Waiting[] = [];

  /**
   * `around` is called within a transaction, and must call `write` to perform the pending writes.
   */
  constructor(saver: Saver, around: (write: () => void) => void = (write) => write()) {
    this.#saver = saver;
    this.#around = around;
  }

  add(write: Write): void {
    const state = { isReady: write.prepare === undefined, isPreparing: false };
    const queued = { ...write, ...state, addedAt: monotonicNow() };
    this.#writes.push(queued);
    this.#numAdded++;
    if (queued.isReady) this.#saver.now(this);
    else this.#prepare(queued);
  }

  /** When the oldest unsaved write was added, in monotonic time; undefined if there is none. */
  get unsavedSince(): number | undefined {
    return this.#writes[0]?.addedAt;
  }

  /**
   * Resolves when everything added so far is written; undefined if it already is. Rejects if
   * writing fails.
   */
  saved(): Promise<void> | undefined {
    if (this.#numDone === this.#numAdded) return undefined;
    for (const write of this.#writes) if (!write.isReady) this.#prepare(write);
    this.#saver.now(this);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ upTo: this.#numAdded, resolve, reject });
    });
  }

  write(): void {
    const next = this.#writes.findIndex(({ isReady }) => !isReady);
    this.#taken = next === -1 ? this.#writes.length : next;
    this.#around(() => {
      for (const { run } of this.#writes.slice(0, this.#taken)) run();
    });
  }

  done(): void {
    const made = this.#writes.slice(0, this.#taken);
    this.#writes = this.#writes.slice(this.#taken);
    this.#numDone += this.#taken;
    this.#taken = 0;
    for (const { onDone } of made) onDone?.();
    const over = this.#waiting.filter(({ upTo }) => upTo <= this.#numDone);
    this.#waiting = this.#waiting.filter(({ upTo }) => upTo > this.#numDone);
    for (const { resolve } of over) resolve();
  }

  /**
   * Call this if nothing was written: the writes stay in the lane, and the next call of `saved`
   * tries again.
   */
  fail(error: unknown): void {
    this.#taken = 0;
    this.#reject(error);
  }

  #reject(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #prepare(write: QueuedWrite): void {
    if (write.isPreparing) return;
    write.isPreparing = true;
    write.prepare?.().then(
      () => {
        write.isReady = true;
        this.#saver.now(this);
      },
      (error: unknown) => {
        write.isPreparing = false;
        this.#reject(error);
        this.#saver.later(() => {
          if (!write.isReady) this.#prepare(write);
        });
      },
    );
  }
}
