import type { Instant } from "../time.ts";
import type { Fact, Facts } from "./facts.ts";
import { type Phases, phaseAt } from "./phase.ts";
import { type JobPlan, planOf } from "./plan.ts";
import type { JobState } from "./state.ts";
import { phasesOf, type QueueExits, visitsBy } from "./timeline.ts";

/** A job while its sandbox's facts are replayed: what is known of it so far. */
export class ScheduledJob {
  /** Job slots that the sandbox had at its submission; Infinity: no limit. */
  readonly capacity: number;
  readonly priority: number;
  /** Place in the order of submission. */
  readonly order: number;
  /** Counts the times that something changed: what was foreseen before is void. */
  version = 0;
  holdsSlot = false;
  readonly #plan: JobPlan;
  readonly #facts: Fact[] = [];
  readonly #exits: (Instant | undefined)[] = [];
  #phases: Phases;

  /** Begins with all the job's facts because the plan needs what reading the inputs gave. */
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

  /** Brings `holdsSlot` up to date and returns when the job gives its slot back, or wants one; Infinity: never. */
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

  /** When the job's own time in the queue is over; of a job that has left the queue it says nothing. */
  #readyAt(now: Instant): Instant {
    const queued = this.#phases.findLast((phase) => phase.state === "queued");
    const { inputs, outcome, queuedMs } = this.#plan;
    const isStuck = outcome.kind === "stuck" && outcome.state === "queued";
    if (queued === undefined || isStuck || inputs === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(now, queued.from + queuedMs);
  }
}

function holdsSlot(state: JobState): boolean {
  return state === "starting" || state === "running";
}
