import { Heap } from "../heap.ts";
import type { Instant } from "../time.ts";
import type { ScheduledJob } from "./scheduled-job.ts";

/** A waiting job; obsolete once the job's version has changed. */
type Waiting = { readonly job: ScheduledJob; readonly version: number };

/**
 * The jobs that wait for a slot: priority 0 first, then by order of submission. Part 4.1 defines
 * the priorities 0 and 1 but not which comes first. 0 is the default and the only one that doesn't
 * accept datasets and URLs, so we treat it as the one for small, urgent jobs.
 */
export class SlotQueue {
  /**
   * By the job's capacity, so that a job that needs more free slots doesn't hold up one that needs
   * fewer.
   */
  readonly #byCapacity = new Map<number, Heap<Waiting>>();

  push(job: ScheduledJob): void {
    const heap = this.#byCapacity.get(job.capacity) ?? new Heap<Waiting>(isServedBefore);
    this.#byCapacity.set(job.capacity, heap);
    heap.push({ job, version: job.version });
  }

  /**
   * Removes and returns the next job to run if this many slots are in use; undefined if none may
   * leave the queue.
   */
  take(heldSlots: number, now: Instant): ScheduledJob | undefined {
    let best: Heap<Waiting> | undefined;
    for (const [capacity, heap] of this.#byCapacity) {
      const head = heldSlots < capacity ? firstValid(heap, now) : undefined;
      const rival = best?.peek();
      if (head && (rival === undefined || isServedBefore(head, rival))) best = heap;
    }
    return best?.pop()?.job;
  }
}

function firstValid(heap: Heap<Waiting>, now: Instant): Waiting | undefined {
  for (let head = heap.peek(); head !== undefined; head = heap.peek()) {
    if (head.version === head.job.version && head.job.isQueuedAt(now)) return head;
    heap.pop();
  }
  return undefined;
}

function isServedBefore(a: Waiting, b: Waiting): boolean {
  if (a.job.priority !== b.job.priority) return a.job.priority < b.job.priority;
  return a.job.order < b.job.order;
}
