import { SimulatorError } from "../../core/errors.ts";
import { setWallTimer } from "../wall-timer.ts";
import type { StoreFile } from "./store-file.ts";

/** Something that has changes to write. `write` is called within a transaction, and then `done` or `fail`. */
export type Writer = {
  readonly write: () => void;
  readonly done: () => void;
  readonly fail: (error: SimulatorError) => void;
};

/** Whom to tell about failures. */
export type SaverOptions = {
  /** Called when writing fails, and when it works again. */
  readonly onNotice: (notice: string) => void;
  /** Called when nothing of a transaction was written. */
  readonly onFail: () => void;
};

/** Longest time until a change that no response waits for is written; a kill loses such changes. */
const SOON_MS = 50;

/** Time after which a failed transaction is tried again, if nothing else is written. */
const RETRY_MS = 500;

/** Writes the changes of many writers in one transaction: concurrent requests share the cost of making them durable. */
export class Saver {
  readonly #file: StoreFile;
  readonly #options: SaverOptions;
  readonly #writers = new Set<Writer>();
  #isDue = false;
  #isClosed = false;
  #cancel: (() => void) | undefined;
  #problem: SimulatorError | undefined;

  constructor(file: StoreFile, options: SaverOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Why the last transaction failed; undefined if it did not. */
  get problem(): SimulatorError | undefined {
    return this.#problem;
  }

  /** Writes after the requests of this turn of the event loop. */
  now(writer: Writer): void {
    this.#writers.add(writer);
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.flush());
  }

  /** Writes in a while, together with others. */
  soon(writer: Writer): void {
    this.#writers.add(writer);
    this.#wake(SOON_MS);
  }

  /** Writes everything now. */
  flush(): void {
    this.#isDue = false;
    this.#cancel?.();
    this.#cancel = undefined;
    const writers = [...this.#writers];
    if (writers.length === 0 || this.#isClosed) return;
    this.#writers.clear();
    try {
      this.#file.transaction(() => {
        for (const writer of writers) writer.write();
      });
    } catch (cause) {
      this.#fail(writers, cause);
      return;
    }
    if (this.#problem !== undefined) this.#options.onNotice("The store works again.");
    this.#problem = undefined;
    for (const writer of writers) writer.done();
  }

  /** Writes the remaining changes, if possible; later ones are lost. */
  close(): void {
    this.flush();
    this.#isClosed = true;
    this.#cancel?.();
  }

  #fail(writers: readonly Writer[], cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Failed to write to the store \`${this.#file.path}\`: ${reason}. Free space there, and check the file's permissions: changes are written as soon as that is possible.`;
    const error = new SimulatorError("SIM_STORE", message, { cause });
    if (this.#problem === undefined) this.#options.onNotice(`SIM_STORE: ${message}`);
    this.#problem = error;
    this.#options.onFail();
    for (const writer of writers) {
      this.#writers.add(writer);
      writer.fail(error);
    }
    this.#wake(RETRY_MS);
  }

  #wake(delayMs: number): void {
    this.#cancel ??= setWallTimer(() => this.flush(), delayMs);
  }
}
