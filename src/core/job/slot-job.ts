import type { Instant } from "../time.ts";
import type { Facts } from "./facts.ts";
import { type JobPlan, planOf } from "./job-plan.ts";
import type { Phases } from "./phase.ts";
import type { JobState } from "./state.ts";
import { phasesOf, type QueueExits, visitsBy, withoutInputs } from "./timeline.ts";

/** A job in a replay. Copies of the replay share this object, so it is never modified. */
export type SlotJob = {
  readonly facts: Facts;
  /** Number of replayed facts, not counting inputs. */
  readonly numFacts: number;
  readonly doing: "nothing" | "waiting" | "holding a slot";
  /** Start and end of the latest stay in the queue. Infinity for no stay, or for an unknown end. */
  readonly queuedFrom: Instant;
  readonly queuedUntil: Instant;
  /** Number of times that the job enters the queue. */
  readonly visits: number;
  /** When the job left the queue, by visit; undefined for visits that didn't end with a slot. */
  readonly exits: QueueExits;
};

/** The fields of a `SlotJob` from which its other fields are computed. */
export type SlotJobBasis = Pick<SlotJob, "facts" | "numFacts" | "exits">;

export function isQueuedAt({ queuedFrom, queuedUntil }: SlotJob, now: Instant): boolean {
  return queuedFrom <= now && now < queuedUntil;
}

/** A job at `now`. At `dueAt`, it releases its slot or can leave the queue; Infinity if never. */
export function settled({ facts, numFacts, exits }: SlotJobBasis, now: Instant) {
  const plan = planOf(facts);
  const phases = phasesOf(plan, withoutInputs(facts).slice(0, numFacts), exits);
  const stay = phases.findLastIndex((phase) => phase.state === "queued");
  const from = phases[stay]?.from ?? Number.POSITIVE_INFINITY;
  const holdsSlot = holdsSlotAt(phases, now);
  const job: SlotJob = {
    facts,
    numFacts,
    doing: holdsSlot ? "holding a slot" : "nothing",
    // The first phase also covers the time before the job's creation.
    queuedFrom: stay === 0 ? Number.NEGATIVE_INFINITY : from,
    queuedUntil: phases[stay + 1]?.from ?? Number.POSITIVE_INFINITY,
    visits: visitsBy(phases, Number.POSITIVE_INFINITY),
    exits,
  };
  return { job, dueAt: holdsSlot ? releaseAt(phases, now) : readyAt(plan, from, now) };
}

function holdsSlotAt(phases: Phases, now: Instant): boolean {
  const last = phases.findLast((phase) => phase.from <= now && phase.state !== "cancelling");
  return last !== undefined && needsSlot(last.state);
}

function releaseAt(phases: Phases, now: Instant): Instant {
  const end = phases.find((phase) => phase.from > now && !needsSlot(phase.state));
  return end?.from ?? Number.POSITIVE_INFINITY;
}

/** When the job can leave the queue if a slot is free. Meaningless if it has left the queue. */
function readyAt({ outcome, queuedMs }: JobPlan, queuedFrom: Instant, now: Instant): Instant {
  const isStuck = outcome.kind === "stuck" && outcome.state === "queued";
  return isStuck ? Number.POSITIVE_INFINITY : Math.max(now, queuedFrom + queuedMs);
}

/** Whether a job in this state holds a slot. */
export function needsSlot(state: JobState): boolean {
  return state === "starting" || state === "running";
}
