import { Heap } from "../heap.ts";
import type { SubmittedFact } from "./facts.ts";

/** More than there are jobs. */
const RANKS = 2 ** 32;

/**
 * The jobs that wait for a slot: priority 0 first, then by order of submission. Part 4.1 defines
 * the priorities 0 and 1 but not which comes first. 0 is the default and the only one that doesn't
 * accept datasets and URLs, so we treat it as the one for small, urgent jobs.
 */
export class SlotQueue {
  /**
   * Ranks by the job's capacity, so that a job that needs more free slots doesn't hold up one that needs
   * fewer.
   */
  readonly #byCapacity: Map<number, Heap<number>>;

  constructor(byCapacity: ReadonlyMap<number, Heap<number>> = new Map()) {
    this.#byCapacity = new Map([...byCapacity].map(([capacity, heap]) => [capacity, heap.copy()]));
  }

  /** Adds a job, by its index in order of submission. */
  push(job: number, { submission, capacity = Number.POSITIVE_INFINITY }: SubmittedFact): void {
    const heap = this.#byCapacity.get(capacity) ?? new Heap<number>(isLess);
    this.#byCapacity.set(capacity, heap);
    heap.push(submission.jobPriority * RANKS + job);
  }

  /**
   * Removes and returns the next job to run if this many slots are in use; undefined if none may
   * leave the queue. Jobs that don't wait any more are dropped.
   */
  take(heldSlots: number, isWaiting: (job: number) => boolean): number | undefined {
    let best: Heap<number> | undefined;
    for (const [capacity, heap] of this.#byCapacity) {
      const head = heldSlots < capacity ? firstWaiting(heap, isWaiting) : undefined;
      const rival = best?.peek();
      if (head !== undefined && (rival === undefined || head < rival)) best = heap;
    }
    const rank = best?.pop();
    return rank === undefined ? undefined : rank % RANKS;
  }

  /** A queue of its own with the same jobs. */
  copy(): SlotQueue {
    return new SlotQueue(this.#byCapacity);
  }
}

function firstWaiting(heap: Heap<number>, isWaiting: (job: number) => boolean): number | undefined {
  for (let head = heap.peek(); head !== undefined; head = heap.peek()) {
    if (isWaiting(head % RANKS)) return head;
    heap.pop();
  }
  return undefined;
}

function isLess(a: number, b: number): boolean {
  return a < b;
}
