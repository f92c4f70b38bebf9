import { Heap } from "../heap.ts";
import type { Instant } from "../time.ts";
import type { Fact, Facts, SubmittedFact } from "./facts.ts";
import { ScheduledJob } from "./scheduled-job.ts";
import { SlotQueue } from "./slot-queue.ts";
import type { QueueExits } from "./timeline.ts";

/** A fact of a sandbox and the job that it belongs to. */
export type LoggedFact = { readonly jobId: string; readonly fact: Fact };

/**
 * When each job of a sandbox leaves the queue, given all the sandbox's facts in the order in which
 * they were stored; empty where no job has limited slots.
 *
 * A job holds a slot from its exit of the queue (or from the moment that the test puts it into
 * `starting` or `running`) until its terminal state. It may leave the queue once its own time there
 * is over and fewer slots are held, by whatever jobs, than its submission allows.
 *
 * This replays the facts in order and lets happen, before each, what comes by itself until then. So
 * a fact never changes what could be seen before it was stored, even at the same instant. (What
 * reading a job's inputs gave counts from the job's submission on, wherever it stands in the log, so
 * with limited slots a view of any job needs the inputs of all that were submitted before.)
 */
export function queueExitsOf(log: readonly LoggedFact[]): ReadonlyMap<string, QueueExits> {
  const isLimited = log.some(
    ({ fact }) => fact.type === "submitted" && fact.capacity !== undefined,
  );
  if (!isLimited) return new Map();
  const replay = new Replay(factsByJob(log));
  for (const { jobId, fact } of log) replay.add(jobId, fact);
  return replay.finish();
}

function factsByJob(log: readonly LoggedFact[]): ReadonlyMap<string, Facts> {
  const byJob = new Map<string, [SubmittedFact, ...Fact[]]>();
  for (const { jobId, fact } of log) {
    if (fact.type === "submitted") byJob.set(jobId, [fact]);
    else byJob.get(jobId)?.push(fact);
  }
  return byJob;
}

/** Something that comes by itself: a job's own time in the queue is over, or it gives its slot back. */
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

  /** Adds the next fact, after all that comes by itself until then. */
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

  finish(): ReadonlyMap<string, QueueExits> {
    this.#runUntil(Number.POSITIVE_INFINITY);
    return new Map([...this.#jobs].map(([jobId, job]) => [jobId, job.queueExits]));
  }

  #jobOf(jobId: string): ScheduledJob | undefined {
    const known = this.#jobs.get(jobId);
    const facts = this.#facts.get(jobId);
    if (known !== undefined || facts === undefined) return known;
    const job = new ScheduledJob(facts, this.#jobs.size);
    this.#jobs.set(jobId, job);
    return job;
  }

  /** All that is due at one instant happens before a slot is given away: who is served doesn't hang on its order. */
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

  /** Takes account of a job that has changed: its slot, and what comes next by itself. */
  #settle(job: ScheduledJob, now: Instant): void {
    const held = job.holdsSlot;
    const dueAt = job.settle(now);
    this.#heldSlots += Number(job.holdsSlot) - Number(held);
    if (dueAt !== Number.POSITIVE_INFINITY) {
      this.#due.push({ at: dueAt, job, version: job.version });
    }
  }
}
