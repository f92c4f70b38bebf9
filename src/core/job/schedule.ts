import { Heap } from "../heap.ts";
import { forEachInSteps, type Stepwise } from "../steps.ts";
import type { Instant } from "../time.ts";
import type { Fact, Facts, SubmittedFact } from "./facts.ts";
import { ScheduledJob } from "./scheduled-job.ts";
import { SlotQueue } from "./slot-queue.ts";
import type { QueueExits } from "./timeline.ts";

/** A fact and the job that it belongs to. */
export type LoggedFact = { readonly jobId: string; readonly fact: Fact };

/**
 * When each job in a sandbox leaves the queue, given all of the sandbox's facts in the order in
 * which they were stored; empty if no job has limited slots.
 *
 * A job holds a slot from when it leaves the queue (or is forced into `starting` or `running`)
 * until its terminal state. It may leave the queue once its own queue time is over and fewer slots
 * are in use, by any jobs, than its submission allows.
 *
 * This function replays the facts in order. Before each fact, it lets everything happen that
 * happens on its own until then, so a fact never changes what could be seen before it was stored,
 * even at the same instant. (The outcome of reading a job's inputs counts from the job's
 * submission, regardless of its place in the log. With limited slots, a view of any job therefore
 * needs the inputs of all jobs submitted before it.)
 */
export function* queueExitsOf(
  log: readonly LoggedFact[],
): Stepwise<ReadonlyMap<string, QueueExits>> {
  const isLimited = log.some(
    ({ fact }) => fact.type === "submitted" && fact.capacity !== undefined,
  );
  if (!isLimited) return new Map();
  const replay = new Replay(yield* factsByJob(log));
  yield* forEachInSteps(log, ({ jobId, fact }) => replay.add(jobId, fact));
  return yield* replay.finish();
}

function* factsByJob(log: readonly LoggedFact[]): Stepwise<ReadonlyMap<string, Facts>> {
  const byJob = new Map<string, [SubmittedFact, ...Fact[]]>();
  yield* forEachInSteps(log, ({ jobId, fact }) => {
    if (fact.type === "submitted") byJob.set(jobId, [fact]);
    else byJob.get(jobId)?.push(fact);
  });
  return byJob;
}

/** An event that happens on its own: a job's queue time is over, or the job releases its slot. */
type Due = { readonly at: Instant; readonly job: ScheduledJob; readonly version: number };

class Replay {
  readonly #facts: ReadonlyMap<string, Facts>;
  readonly #jobs = new Map<string, ScheduledJob>();
  readonly #due = new Heap<Due>((a, b) => a.at < b.at);
  readonly #queue = new SlotQueue();
  #heldSlots = 0;

  constructor(facts: ReadonlyMap<string, Facts>) {
    this.#facts = facts;
  }

  /** Adds the next fact, after everything that happens on its own until then. */
  add(jobId: string, fact: Fact): void {
    if (fact.type === "inputs") return;
    this.#runUntil(fact.at);
    const job = this.#jobOf(jobId);
    if (job === undefined) return;
    job.add(fact);
    this.#settle(job, fact.at);
    this.#runUntil(fact.at);
    this.#giveSlots(fact.at);
  }

  *finish(): Stepwise<ReadonlyMap<string, QueueExits>> {
    for (let next = this.#due.peek(); next !== undefined; next = this.#due.peek()) {
      this.#runUntil(next.at);
      yield;
    }
    const exits = new Map<string, QueueExits>();
    yield* forEachInSteps(this.#jobs, ([jobId, job]) => void exits.set(jobId, job.queueExits));
    return exits;
  }

  #jobOf(jobId: string): ScheduledJob | undefined {
    const known = this.#jobs.get(jobId);
    const facts = this.#facts.get(jobId);
    if (known !== undefined || facts === undefined) return known;
    const job = new ScheduledJob(facts, this.#jobs.size);
    this.#jobs.set(jobId, job);
    return job;
  }

  /**
   * Everything due at one instant happens before a slot is assigned, so the order of events can't
   * affect who gets it.
   */
  #runUntil(until: Instant): void {
    for (let next = this.#due.peek(); next && next.at <= until; next = this.#due.peek()) {
      const now = next.at;
      for (let due = this.#due.peek(); due?.at === now; due = this.#due.peek()) {
        this.#due.pop();
        if (due.version === due.job.version) this.#happen(due.job, now);
      }
      this.#giveSlots(now);
    }
  }

  #happen(job: ScheduledJob, now: Instant): void {
    if (job.holdsSlot) this.#settle(job, now);
    else if (job.isQueuedAt(now)) this.#queue.push(job);
  }

  #giveSlots(now: Instant): void {
    for (
      let job = this.#queue.take(this.#heldSlots, now);
      job !== undefined;
      job = this.#queue.take(this.#heldSlots, now)
    ) {
      job.leaveQueue(now);
      this.#settle(job, now);
    }
  }

  /** Updates the slot and the next event of a job that has changed. */
  #settle(job: ScheduledJob, now: Instant): void {
    const held = job.holdsSlot;
    const dueAt = job.settle(now);
    this.#heldSlots += Number(job.holdsSlot) - Number(held);
    if (dueAt !== Number.POSITIVE_INFINITY) {
      this.#due.push({ at: dueAt, job, version: job.version });
    }
  }
}
