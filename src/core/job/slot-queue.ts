import { Heap } from "../heap.ts";
import type { Instant } from "../time.ts";
import type { ScheduledJob } from "./scheduled-job.ts";

/** A job that waits, as it was when it came: it waits no more once its version has moved on. */
type Waiting = { readonly job: ScheduledJob; readonly version: number };

/**
 * The jobs that wait for a slot. Priority 0 is served first, then the order of submission: part 4.1
 * names the priorities 0 and 1 but not which comes first; 0 is the default and the only one closed to
 * datasets and URLs, so it is the one for small jobs that somebody waits for.
 */
export class SlotQueue {
  /** By the job's capacity: a job that needs a freer sandbox must not hold up one that doesn't. */
  readonly #byCapacity = new Map<number, Heap<Waiting>>();

  push(job: ScheduledJob): void {
    const heap = this.#byCapacity.get(job.capacity) ?? new Heap<Waiting>(isServedBefore);
    this.#byCapacity.set(job.capacity, heap);
    heap.push({ job, version: job.version });
  }

  /** Takes out the job to be served next while that many slots are held; undefined: none may leave. */
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
