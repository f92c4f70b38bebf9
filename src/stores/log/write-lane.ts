import { monotonicNow } from "../../state/wall-timer.ts";
import type { Saver, Writer } from "./saver.ts";

type WriteOptions = {
  /** First stores the data that this write refers to, in other transactions. Later writes wait. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Called when the write is durable. */
  readonly onDone?: (() => void) | undefined;
};

type QueuedWrite = WriteOptions & {
  readonly run: () => void;
  /** When the write was added, in monotonic time. */
  readonly addedAt: number;
  isReady: boolean;
  isPreparing: boolean;
};

/** Promises that settle together. */
export class Waiting {
  #ends: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];

  add(): Promise<void> {
    return new Promise((resolve, reject) => this.#ends.push({ resolve, reject }));
  }

  resolve(): void {
    for (const { resolve } of this.#ends.splice(0)) resolve();
  }

  reject(error: unknown): void {
    for (const { reject } of this.#ends.splice(0)) reject(error);
  }
}

/** A queue of writes that stay in order, such as a sandbox's. Queues don't wait for each other. */
export class WriteLane implements Writer {
  readonly #saver: Saver;
  readonly #around: (write: () => void) => void;
  #writes: QueuedWrite[] = [];
  #taken = 0;
  /** The callers that are waiting for a write and all earlier writes. */
  readonly #waiting = new Map<QueuedWrite, Waiting>();

  /** `around` is called within a transaction, and must call `write`, which performs the writes. */
  constructor(saver: Saver, around: (write: () => void) => void = (write) => write()) {
    this.#saver = saver;
    this.#around = around;
  }

  /** Queues a change to the database; `run` makes the change, within a transaction. */
  add(run: () => void, { prepare, onDone }: WriteOptions = {}): void {
    const state = { isReady: prepare === undefined, isPreparing: false };
    const queued = { run, prepare, onDone, ...state, addedAt: monotonicNow() };
    this.#writes.push(queued);
    if (queued.isReady) this.#saver.now(this);
    else this.#prepare(queued);
  }

  /** When the oldest unsaved write was added, in monotonic time; undefined if there is none. */
  get unsavedSince(): number | undefined {
    return this.#writes[0]?.addedAt;
  }

  /** Undefined if all writes are durable; else resolves when they are. Rejects if one fails. */
  saved(): Promise<void> | undefined {
    const newest = this.#writes.at(-1);
    if (newest === undefined) return undefined;
    for (const write of this.#writes) if (!write.isReady) this.#prepare(write);
    this.#saver.now(this);
    const waiting = this.#waiting.get(newest) ?? new Waiting();
    this.#waiting.set(newest, waiting);
    return waiting.add();
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
    this.#taken = 0;
    for (const { onDone } of made) onDone?.();
    for (const write of made) {
      this.#waiting.get(write)?.resolve();
      this.#waiting.delete(write);
    }
  }

  /** Keeps the writes, because none succeeded; the saver retries them. */
  fail(error: unknown): void {
    this.#taken = 0;
    this.#reject(error);
  }

  #reject(error: unknown): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
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
