import type { Facts } from "../core/job/facts.ts";
import { queueExitsOf } from "../core/job/schedule.ts";
import { factsKnownAt, type QueueExits, type Timeline, timelineOf } from "../core/job/timeline.ts";
import type { Instant } from "../core/time.ts";
import type { StateView } from "./sandbox-state.ts";
import type { StoredJob } from "./stored-job.ts";

/** A timeline, and the number of facts that it was made from. */
type Kept = {
  readonly timeline: Timeline;
  readonly jobFacts: number;
  /** Facts of all jobs; 0 if the job doesn't depend on others. */
  readonly allFacts: number;
};

/** The timelines of a sandbox's jobs. Each is made once per version of the facts that it depends on. */
export class Timelines {
  readonly #state: StateView;
  readonly #byJob = new Map<string, Kept>();
  #exits: ReadonlyMap<string, QueueExits> = new Map();
  #exitsOfFacts = 0;

  constructor(state: StateView) {
    this.#state = state;
  }

  /** A job's timeline. Throws a RangeError if the sandbox doesn't have the job. */
  of(jobId: string): Timeline {
    const { hasLimitedSlots, log } = this.#state;
    const job = this.#jobOf(jobId);
    const jobFacts = job.facts.length;
    const allFacts = hasLimitedSlots ? log.length : 0;
    const known = this.#byJob.get(jobId);
    if (known?.jobFacts === jobFacts && known.allFacts === allFacts) return known.timeline;
    const timeline = timelineOf(job.facts, this.#queueExitsOf(jobId));
    this.#byJob.set(jobId, { timeline, jobFacts, allFacts });
    return timeline;
  }

  /** A job's facts and its timeline as they are known at an instant, whether or not a pending fetch has ended by then. */
  knownAt(jobId: string, now: Instant): { readonly facts: Facts; readonly timeline: Timeline } {
    const job = this.#jobOf(jobId);
    const timeline = this.of(jobId);
    const facts = factsKnownAt(job.facts, timeline, now);
    if (facts === job.facts) return { facts, timeline };
    return { facts, timeline: timelineOf(facts, this.#queueExitsOf(jobId)) };
  }

  #jobOf(jobId: string): StoredJob {
    const job = this.#state.jobs.get(jobId);
    if (job === undefined) throw new RangeError(`Expected a known job, got \`${jobId}\`.`);
    return job;
  }

  /** Replays all facts once per version of the state, and only if job slots are limited. */
  #queueExitsOf(jobId: string): QueueExits | undefined {
    const { hasLimitedSlots, log } = this.#state;
    if (!hasLimitedSlots) return undefined;
    if (this.#exitsOfFacts !== log.length) {
      this.#exits = queueExitsOf(log);
      this.#exitsOfFacts = log.length;
    }
    return this.#exits.get(jobId);
  }
}
