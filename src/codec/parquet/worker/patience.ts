import { RowLimitError } from "../../row-limits.ts";

/** Limits a worker's total time, as a last resort: a file's decoded size limits the work. */
export class Patience {
  readonly #hungAfterMs: number;
  #leftMs: number;

  /** The worker counts as hung after this many wall-clock milliseconds. */
  constructor(hungAfterMs: number) {
    this.#hungAfterMs = hungAfterMs;
    this.#leftMs = hungAfterMs;
  }

  /** Waits for the worker's next message. Rejects with a RowLimitError if the worker hangs. */
  async wait<Message>(message: Promise<Message>): Promise<Message> {
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const isHung = new Promise<never>((_resolve, reject) => {
      // A message that arrived while this thread was busy counts: it is read before the immediate
      // runs.
      const giveUp = (): void => void setImmediate(() => reject(hung(this.#hungAfterMs)));
      timer = setTimeout(giveUp, Math.max(0, this.#leftMs)).unref();
    });
    try {
      return await Promise.race([message, isHung]);
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - start;
    }
  }
}

function hung(ms: number): RowLimitError {
  return new RowLimitError(
    `it takes more than ${ms / 1000} s to decode, which is a limit of batch-sim and not of the service. Send less at once`,
  );
}
