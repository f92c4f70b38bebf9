import type { SimulatorError } from "../core/errors.ts";

/** Resolves when the caller may work for a few milliseconds. */
export type Turn = () => Promise<void>;

/** Callers that are waiting for their turn, in order of arrival. */
const waiting: { readonly rank: () => number; readonly begin: () => void }[] = [];

/**
 * Resolves when the caller may work for a few milliseconds. In each cycle of the event loop, only
 * the caller with the lowest rank may work, so that a request never waits for more than one caller.
 */
export function takeTurn(rank = () => Number.POSITIVE_INFINITY): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ rank, begin: resolve });
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  const ranks = waiting.map(({ rank }) => rank());
  const lowest = ranks.reduce((least, rank) => Math.min(least, rank));
  // If ranks are equal, the last caller is next: an earlier one may have much more work to do.
  const [next] = waiting.splice(ranks.lastIndexOf(lowest), 1);
  if (waiting.length > 0) setImmediate(giveTurn);
  next?.begin();
}

export type LoadingParts = {
  /** Reads everything, waiting for `turn` before each part. Rejects with a SimulatorError. */
  readonly load: (turn: Turn) => Promise<void>;
  /** Records why reading failed or, with undefined, that it succeeded or is no longer needed. */
  readonly note: (problem: SimulatorError | undefined) => void;
};

/** The rank of sandboxes that no request is waiting for; all other sandboxes have lower ranks. */
const NOT_URGENT = Number.MAX_SAFE_INTEGER;

/** A part of a stored sandbox that has not been read yet. Code that needs the part waits for it. */
export class Loading {
  readonly #parts: LoadingParts;
  readonly #over: Promise<void>;
  readonly #callbacks: (() => void)[] = [];
  readonly #onTried: (() => void)[] = [];
  #attempt: Promise<void> | undefined;
  #isUrgent = false;
  #closed: SimulatorError | undefined;
  #refuse: (error: SimulatorError) => void = () => {};
  hasFailed = false;

  constructor(parts: LoadingParts, ended: AbortSignal) {
    this.#parts = parts;
    this.#over = new Promise((resolve, reject) => {
      ended.addEventListener("abort", () => {
        // If the simulator is stopping, a failure to read the sandbox remains recorded.
        if (this.#closed === undefined) parts.note(undefined);
        resolve();
      });
      this.#refuse = reject;
    });
    this.#over.catch(() => {});
  }

  /** Calls back when everything has been read, before waiting requests continue. */
  whenDone(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  /** Calls back when the next attempt has ended, even if it failed. */
  whenTried(callback: () => void): void {
    this.#onTried.push(callback);
  }

  /** Reads everything once for all callers. Rejects with a SimulatorError; later calls retry. */
  load(): Promise<void> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    this.#attempt ??= this.#load();
    return this.#attempt;
  }

  /** Like `load`, but with priority over sandboxes that no request is waiting for. */
  hurry(): Promise<void> {
    this.#isUrgent = true;
    return this.load();
  }

  /**
   * Like `hurry`, but also resolves when the sandbox has ended. Rejects with a SimulatorError if
   * reading fails.
   */
  wait(): Promise<void> {
    return Promise.race([this.hurry(), this.#over]);
  }

  /** Stops reading, and rejects all waits with an error. Resolves when no read is in progress. */
  async close(error: SimulatorError): Promise<void> {
    this.#closed = error;
    this.#refuse(error);
    await this.#attempt?.catch(() => {});
  }

  async #load(): Promise<void> {
    let numTurns = 0;
    const turn = async (): Promise<void> => {
      // Fewer turns mean a lower rank, so a large sandbox doesn't delay a small one.
      await takeTurn(() => (this.#isUrgent ? numTurns : NOT_URGENT));
      numTurns++;
      if (this.#closed !== undefined) throw this.#closed;
    };
    try {
      await this.#parts.load(turn);
    } catch (error) {
      this.#attempt = undefined;
      if (this.#closed === undefined) this.#parts.note(error as SimulatorError);
      this.hasFailed = true;
      for (const callback of this.#onTried.splice(0)) callback();
      throw error;
    }
    this.#parts.note(undefined);
    for (const callback of [...this.#callbacks.splice(0), ...this.#onTried.splice(0)]) callback();
  }
}

/**
 * Resolves with the sandbox that `find` returns, once its stored state and, if `withRecords`, its
 * journal and traces have been read. After each wait, calls `find` again, because the sandbox may
 * have been replaced. Rejects with a SimulatorError if reading fails.
 */
export async function loaded<
  Found extends undefined | Readonly<Record<"loading" | "unread", Loading | undefined>>,
>(find: () => Found, withRecords = false): Promise<Found> {
  for (;;) {
    const found = find();
    const unread = withRecords ? found?.unread : found?.loading;
    if (unread === undefined) return found;
    await unread.wait();
  }
}
