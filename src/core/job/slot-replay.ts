import { Heap } from "../heap.ts";
import type { Stepwise } from "../steps.ts";
import type { Instant } from "../time.ts";
import type { Facts, SubmittedFact } from "./facts.ts";
import { SlotJobs } from "./slot-jobs.ts";
import type { QueueExits } from "./timeline.ts";

/** An event that happens on its own: a job's queue time is over, or the job releases its slot. */
type Due = { readonly at: Instant; readonly job: number; readonly version: number };

/** Number of changes in one step. */
const STEP_CHANGES = 32;

/**
 * Finds out when each job in a sandbox leaves the queue if slots are limited, from all of the sandbox's facts in the order in
 * which they were stored.
 *
 * A job holds a slot from when it leaves the queue (or is forced into `starting` or `running`)
 * until its terminal state. It may leave the queue once its own queue time is over and fewer slots
 * are in use, by any jobs, than its submission allows.
 *
 * Before each fact, the replay lets everything happen that happens on its own until then, so a fact never changes what could be
 * seen before it was stored, even at the same instant, and a replay can go on with later facts. (The outcome of reading a job's
 * inputs counts from the job's submission, regardless of its place in the log. With limited slots, a view of any job therefore
 * needs the inputs of all jobs submitted before it.)
 */
export class SlotReplay {
  #jobs = new SlotJobs();
  #due = new Heap<Due>((a, b) => a.at < b.at);
  #queue = new SlotQueue();
  #numFacts = 0;
  #heldSlots = 0;
  #changes = 0;

  /** A replay of its own with the same facts. */
  copy(): SlotReplay {
    const copy = new SlotReplay();
    copy.#jobs = this.#jobs.copy();
    copy.#due = this.#due.copy();
    copy.#queue = this.#queue.copy();
    copy.#numFacts = this.#numFacts;
    copy.#heldSlots = this.#heldSlots;
    return copy;
  }

  /** Number of facts so far, without inputs. */
  get numFacts(): number {
    return this.#numFacts;
  }

  /** Number of jobs whose inputs were known when they were added. */
  get numInputs(): number {
    return this.#jobs.numInputs;
  }

  /** When a job leaves the queue as far as this is known. `job` is its index in order of submission. */
  exitsOf(job: number): QueueExits {
    return this.#jobs.exitsOf(job);
  }

  /** Adds a job's next fact other than inputs, given all of its facts, after everything that happens on its own until then. */
  *add(job: number, facts: Facts): Stepwise<void> {
    const fact = this.#jobs.nextFact(job, facts);
    if (fact === undefined) throw new RangeError("Expected a job with another fact.");
    yield* this.#runUntil(fact.at);
    this.#jobs.add(job, facts);
    this.#numFacts++;
    this.#settle(job, fact.at);
    if (this.#isStepOver()) yield;
    yield* this.#runUntil(fact.at);
    yield* this.#giveSlots(fact.at);
  }

  /** Lets everything happen that happens on its own after the last fact. */
  finish(): Stepwise<void> {
    return this.#runUntil(Number.POSITIVE_INFINITY);
  }

  /**
   * Everything due at one instant happens before a slot is assigned, so the order of events can't
   * affect who gets it.
   */
  *#runUntil(until: Instant): Stepwise<void> {
    for (let next = this.#due.peek(); next && next.at <= until; next = this.#due.peek()) {
      const now = next.at;
      for (let due = this.#due.peek(); due?.at === now; due = this.#due.peek()) {
        this.#due.pop();
        if (due.version === this.#jobs.versionOf(due.job)) this.#happen(due.job, now);
        if (this.#isStepOver()) yield;
      }
      yield* this.#giveSlots(now);
    }
  }

  #happen(job: number, now: Instant): void {
    if (this.#jobs.holdsSlot(job)) this.#settle(job, now);
    else if (this.#jobs.isQueuedAt(job, now)) {
      this.#jobs.wait(job);
      this.#queue.push(job, this.#jobs.submissionOf(job));
    }
  }

  *#giveSlots(now: Instant): Stepwise<void> {
    const isWaiting = (job: number): boolean => this.#jobs.isWaitingAt(job, now);
    for (
      let job = this.#queue.take(this.#heldSlots, isWaiting);
      job !== undefined;
      job = this.#queue.take(this.#heldSlots, isWaiting)
    ) {
      this.#jobs.leaveQueue(job, now);
      this.#settle(job, now);
      if (this.#isStepOver()) yield;
    }
  }

  /** Updates the slot and the next event of a job that has changed. */
  #settle(job: number, now: Instant): void {
    const held = this.#jobs.holdsSlot(job);
    const at = this.#jobs.settle(job, now);
    this.#heldSlots += Number(this.#jobs.holdsSlot(job)) - Number(held);
    if (at !== Number.POSITIVE_INFINITY)
      this.#due.push({ at, job, version: this.#jobs.versionOf(job) });
  }

  #isStepOver(): boolean {
    return ++this.#changes % STEP_CHANGES === 0;
  }
}

/** More than there are jobs. */
const RANKS = 2 ** 32;

/**
 * The jobs that wait for a slot: priority 0 first, then by order of submission. Part 4.1 defines
 * the priorities 0 and 1 but not which comes first. 0 is the default and the only one that doesn't
 * accept datasets and URLs, so we treat it as the one for small, urgent jobs.
 */
class SlotQueue {
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
