import type { Instant } from "../time.ts";
import type { JobPlan } from "./job-plan.ts";
import type { Phases } from "./phase.ts";
import type { JobState } from "./state.ts";

/** What a job does with a slot from an instant on, unless something changes it. */
export type SlotNeed = {
  readonly holdsSlot: boolean;
  /** When the job releases its slot, or may leave the queue; Infinity if never. */
  readonly dueAt: Instant;
  /** When its last stay in the queue begins and ends; Infinity if it has none, or if the end is not known. */
  readonly queuedFrom: Instant;
  readonly queuedUntil: Instant;
};

/** What a job with this plan and these phases does with a slot from an instant on. */
export function slotNeedOf(plan: JobPlan, phases: Phases, now: Instant): SlotNeed {
  const stay = phases.findLastIndex((phase) => phase.state === "queued");
  const from = phases[stay]?.from ?? Number.POSITIVE_INFINITY;
  const holdsSlot = holdsSlotAt(phases, now);
  return {
    holdsSlot,
    dueAt: holdsSlot ? releaseAt(phases, now) : readyAt(plan, from, now),
    // The first phase is also the one before the job's creation.
    queuedFrom: stay === 0 ? Number.NEGATIVE_INFINITY : from,
    queuedUntil: phases[stay + 1]?.from ?? Number.POSITIVE_INFINITY,
  };
}

function holdsSlotAt(phases: Phases, now: Instant): boolean {
  const last = phases.findLast((phase) => phase.from <= now && phase.state !== "cancelling");
  return last !== undefined && isActive(last.state);
}

function releaseAt(phases: Phases, now: Instant): Instant {
  const end = phases.find((phase) => phase.from > now && !isActive(phase.state));
  return end?.from ?? Number.POSITIVE_INFINITY;
}

/** When the job's own queue time is over; not meaningful once the job has left the queue. */
function readyAt({ outcome, queuedMs }: JobPlan, queuedFrom: Instant, now: Instant): Instant {
  const isStuck = outcome.kind === "stuck" && outcome.state === "queued";
  return isStuck ? Number.POSITIVE_INFINITY : Math.max(now, queuedFrom + queuedMs);
}

function isActive(state: JobState): boolean {
  return state === "starting" || state === "running";
}
