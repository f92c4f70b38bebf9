import { FairQueue } from "../core/fair-queue.ts";
import { stopped } from "./guarded-worker.ts";

type SeatSettings = {
  readonly count: number;
  /** Whether each key gets at most one seat. If false, waiting keys without a seat go first. */
  readonly isOnePerKey: boolean;
  /** Returns the error for a key with too many waiting requests. */
  busy(waiting: number): Error;
};

/** Maximum number of waiting requests per key, not counting urgent requests. */
const MOST_WAITING = 50;

type Waiter = { readonly resolve: () => void; readonly reject: (error: Error) => void };

/** Limits the use of workers. Keys take turns, so a key delays others by one turn at most. */
export class Seats {
  readonly #settings: SeatSettings;
  readonly #queue = new FairQueue<Waiter>();
  #free: number;
  #isClosed = false;

  constructor(settings: SeatSettings) {
    this.#settings = settings;
    this.#free = settings.count;
  }

  async take(key: string, isUrgent = false): Promise<void> {
    if (this.#isClosed) throw stopped();
    if (!isUrgent && this.#queue.waitingFor(key) >= MOST_WAITING)
      throw this.#settings.busy(MOST_WAITING);
    const isFree = new Promise<void>((resolve, reject) => {
      this.#queue.add({ key, item: { resolve, reject } }, isUrgent);
    });
    this.#seatNext();
    await isFree;
    if (this.#isClosed) throw stopped();
  }

  leave(key: string): void {
    this.#queue.end(key);
    this.#free++;
    this.#seatNext();
  }

  /** Rejects all waiting and future requests for a seat. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#queue.takeAll()) reject(stopped());
  }

  #seatNext(): void {
    if (this.#free === 0) return;
    const next = this.#settings.isOnePerKey ? this.#queue.nextOfIdle() : this.#queue.next();
    if (next === undefined) return;
    this.#free--;
    next.item.resolve();
    this.#seatNext();
  }
}
