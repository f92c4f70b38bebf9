import { Heap } from "../heap.ts";
import type { Stepwise } from "../steps.ts";
import type { Instant } from "../time.ts";
import type { Facts } from "./facts.ts";
import { isQueuedAt, type SlotJob, type SlotJobBasis, settled } from "./slot-job.ts";
import { type QueueExits, withoutInputs } from "./timeline.ts";

/** When a job's queue time ends or it releases its slot. Ignored if the job changes first. */
type Due = { readonly at: Instant; readonly order: number; readonly job: SlotJob };

/** Number of changes to jobs per step; the replay yields between steps. */
const STEP_CHANGES = 32;

/** Distance between the ranks of two priorities: larger than any number of jobs. */
const RANKS = 2 ** 32;

/**
 * Determines when each job in a sandbox leaves the queue if slots are limited, by replaying all of
 * the sandbox's facts in the order in which they were stored.
 *
 * A job holds a slot while it is starting or running and, if it is then canceled, until
 * `cancelling` ends. It may leave the queue once its own queue time has ended and fewer slots are
 * in use than the sandbox had when the job was submitted.
 *
 * Before each fact, the replay processes every event that happens on its own until then. So a fact
 * never changes what was visible before it was stored, even at the same instant, and a replay can
 * continue with later facts. (The outcome of reading a job's inputs counts from the job's
 * submission, regardless of its place in the log. With limited slots, a view of any job therefore
 * needs the inputs of all jobs submitted before it.)
 */
export class SlotReplay {
  /** In order of submission. */
  #jobs: SlotJob[] = [];
  #due = new Heap<Due>((a, b) => a.at < b.at);
  /**
   * The ranks of the jobs waiting for a slot: priority 0 first, then in order of submission. The
   * interface document (part 4.1) doesn't say whether 0 or 1 comes first. 0 is the default, and it
   * doesn't accept datasets and URLs, so we treat it as the priority for small, urgent jobs.
   *
   * Ranks are grouped by capacity, so that a job with a lower capacity doesn't delay others.
   */
  readonly #queue = new Map<number, Heap<number>>();
  /** Number of facts added so far, not counting inputs. */
  #numFacts = 0;
  /** Number of jobs whose inputs were known when the jobs were added. */
  numInputs = 0;
  #heldSlots = 0;
  #changes = 0;

  copy(): SlotReplay {
    const copy = new SlotReplay();
    copy.#jobs = this.#jobs.slice();
    copy.#due = this.#due.copy();
    for (const [capacity, ranks] of this.#queue) copy.#queue.set(capacity, ranks.copy());
    copy.#numFacts = this.#numFacts;
    copy.numInputs = this.numInputs;
    copy.#heldSlots = this.#heldSlots;
    return copy;
  }

  /** The known times when a job leaves the queue. `order` is its index in submission order. */
  exitsOf(order: number): QueueExits {
    return this.#jobAt(order).exits;
  }

  /** Adds a log's new facts. For each fact other than inputs, `log` has the index of its job. */
  *goOn(log: readonly number[], jobs: readonly { readonly facts: Facts }[]): Stepwise<void> {
    while (this.#numFacts < log.length) {
      const order = log[this.#numFacts] as number;
      yield* this.add(order, (jobs[order] as (typeof jobs)[number]).facts);
    }
  }

  /**
   * Processes the events until the instant of a job's next fact, inclusive, then adds the fact.
   * Ignores facts of the type `inputs`. `facts` has all of the job's facts.
   */
  *add(order: number, facts: Facts): Stepwise<void> {
    const numFacts = this.#jobs[order]?.numFacts ?? 0;
    const fact = withoutInputs(facts)[numFacts];
    if (fact === undefined) throw new RangeError("Expected the job to have one more fact.");
    yield* this.#runUntil(fact.at);
    if (order === this.#jobs.length && facts.some(({ type }) => type === "inputs"))
      this.numInputs++;
    const exits = this.#jobs[order]?.exits ?? [];
    this.#settle(order, { facts, numFacts: numFacts + 1, exits }, fact.at);
    this.#numFacts++;
    if (this.#isStepOver()) yield;
    yield* this.#runUntil(fact.at);
    yield* this.#giveSlots(fact.at);
  }

  /** Processes every event that happens on its own after the last fact. */
  finish(): Stepwise<void> {
    return this.#runUntil(Number.POSITIVE_INFINITY);
  }

  /**
   * Processes due events. Assigns free slots only after all events at an instant, so the order of
   * these events doesn't matter.
   */
  *#runUntil(until: Instant): Stepwise<void> {
    for (let next = this.#due.peek(); next && next.at <= until; next = this.#due.peek()) {
      const now = next.at;
      for (let due = this.#due.peek(); due?.at === now; due = this.#due.peek()) {
        this.#due.pop();
        if (due.job === this.#jobs[due.order]) this.#happen(due);
        if (this.#isStepOver()) yield;
      }
      yield* this.#giveSlots(now);
    }
  }

  #happen({ at, order, job }: Due): void {
    if (job.doing === "holding a slot") this.#settle(order, job, at);
    else if (isQueuedAt(job, at)) {
      const [{ submission, capacity = Number.POSITIVE_INFINITY }] = job.facts;
      const ranks = this.#queue.get(capacity) ?? new Heap<number>((a, b) => a < b);
      this.#jobs[order] = { ...job, doing: "waiting" };
      this.#queue.set(capacity, ranks);
      ranks.push(submission.jobPriority * RANKS + order);
    }
  }

  /** Removes and returns the next job for a free slot. The job may no longer be waiting. */
  #dequeue(): number | undefined {
    let first: Heap<number> | undefined;
    for (const [capacity, ranks] of this.#queue) {
      const rank = this.#heldSlots < capacity ? ranks.peek() : undefined;
      const rival = first?.peek();
      if (rank !== undefined && (rival === undefined || rank < rival)) first = ranks;
    }
    const rank = first?.pop();
    return rank === undefined ? undefined : rank % RANKS;
  }

  *#giveSlots(now: Instant): Stepwise<void> {
    for (let order = this.#dequeue(); order !== undefined; order = this.#dequeue()) {
      const job = this.#jobAt(order);
      if (job.doing !== "waiting" || !isQueuedAt(job, now)) continue;
      const exits = [...job.exits];
      exits[job.visits - 1] = now;
      this.#settle(order, { ...job, exits }, now);
      if (this.#isStepOver()) yield;
    }
  }

  /** Replaces a job that has changed, and records its slot and its next event. */
  #settle(order: number, changed: SlotJobBasis, now: Instant): void {
    const { job, dueAt } = settled(changed, now);
    const held = this.#jobs[order]?.doing === "holding a slot";
    this.#heldSlots += Number(job.doing === "holding a slot") - Number(held);
    this.#jobs[order] = job;
    if (dueAt !== Number.POSITIVE_INFINITY) this.#due.push({ at: dueAt, order, job });
  }

  #jobAt(order: number): SlotJob {
    return this.#jobs[order] as SlotJob;
  }

  #isStepOver(): boolean {
    return ++this.#changes % STEP_CHANGES === 0;
  }
}
