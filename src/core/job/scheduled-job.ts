import type { Instant } from "../time.ts";
import type { Fact, Facts } from "./facts.ts";
import { type JobPlan, planOf } from "./job-plan.ts";
import { type Phases, phaseAt } from "./phase.ts";
import type { JobState } from "./state.ts";
import { phasesOf, type QueueExits, visitsBy } from "./timeline.ts";

/** A job during the replay of its sandbox's facts, based on the facts so far. */
export class ScheduledJob {
  /** Number of job slots in the sandbox at submission; Infinity if unlimited. */
  readonly capacity: number;
  readonly priority: number;
  /** Index in order of submission. */
  readonly order: number;
  /** Counts changes; a new version invalidates predicted events. */
  version = 0;
  holdsSlot = false;
  readonly #plan: JobPlan;
  readonly #facts: Fact[] = [];
  readonly #exits: (Instant | undefined)[] = [];
  #phases: Phases;

  /** Takes all of the job's facts because the plan depends on its inputs. */
  constructor(facts: Facts, order: number) {
    const [submitted] = facts;
    this.capacity = submitted.capacity ?? Number.POSITIVE_INFINITY;
    this.priority = submitted.submission.jobPriority;
    this.order = order;
    this.#plan = planOf(facts);
    this.#phases = phasesOf(this.#plan, [], this.#exits);
  }

  get queueExits(): QueueExits {
    return this.#exits;
  }

  isQueuedAt(now: Instant): boolean {
    return phaseAt(this.#phases, now).state === "queued";
  }

  add(fact: Fact): void {
    this.#facts.push(fact);
    this.#phases = phasesOf(this.#plan, this.#facts, this.#exits);
  }

  leaveQueue(now: Instant): void {
    this.#exits[visitsBy(this.#phases, Number.POSITIVE_INFINITY) - 1] = now;
    this.#phases = phasesOf(this.#plan, this.#facts, this.#exits);
  }

  /**
   * Updates `holdsSlot` and returns when the job releases its slot, or needs one; Infinity if
   * never.
   */
  settle(now: Instant): Instant {
    this.version += 1;
    this.holdsSlot = this.#slotHeldAt(now);
    return this.holdsSlot ? this.#releaseAt(now) : this.#readyAt(now);
  }

  #slotHeldAt(now: Instant): boolean {
    const last = this.#phases.findLast(
      (phase) => phase.from <= now && phase.state !== "cancelling",
    );
    return last !== undefined && holdsSlot(last.state);
  }

  #releaseAt(now: Instant): Instant {
    const end = this.#phases.find((phase) => phase.from > now && !holdsSlot(phase.state));
    return end?.from ?? Number.POSITIVE_INFINITY;
  }

  /** When the job's own queue time is over; not meaningful once the job has left the queue. */
  #readyAt(now: Instant): Instant {
    const queued = this.#phases.findLast((phase) => phase.state === "queued");
    const { outcome, queuedMs } = this.#plan;
    const isStuck = outcome.kind === "stuck" && outcome.state === "queued";
    if (queued === undefined || isStuck) return Number.POSITIVE_INFINITY;
    return Math.max(now, queued.from + queuedMs);
  }
}

function holdsSlot(state: JobState): boolean {
  return state === "starting" || state === "running";
}
