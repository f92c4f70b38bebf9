import type { Instant } from "../time.ts";
import { courseFrom } from "./course.ts";
import type { Fact, Facts } from "./facts.ts";
import { afterCancel, afterForce } from "./interference.ts";
import { type Phases, phasesOfList } from "./phase.ts";
import { type JobPlan, planOf } from "./plan.ts";

/** A job's whole life as its facts have it: the past, and what comes if nobody interferes any more. */
export type Timeline = {
  readonly jobId: string;
  readonly isDryRun: boolean;
  readonly plan: JobPlan;
  readonly phases: Phases;
};

/**
 * When a job leaves the queue, visit by visit, where job slots are limited; a missing instant is not
 * known yet. The test can put a job back into the queue, so there may be several visits.
 */
export type QueueExits = readonly (Instant | undefined)[];

/** The timeline of a job; without `queueExits` it waits in the queue for nothing but its own time. */
export function timelineOf(facts: Facts, queueExits?: QueueExits): Timeline {
  const [{ jobId, submission }] = facts;
  const plan = planOf(facts);
  return { jobId, isDryRun: submission.dryRun, plan, phases: phasesOf(plan, facts, queueExits) };
}

/** The phases of a job with that plan after some of its facts. */
export function phasesOf(plan: JobPlan, facts: readonly Fact[], queueExits?: QueueExits): Phases {
  let phases = firstCourse(plan, queueExits);
  for (const fact of facts) {
    if (fact.type === "cancelRequested") phases = afterCancel(plan, phases, fact.at);
    if (fact.type === "forced") {
      phases = afterForce(plan, phases, fact, exitAt(queueExits, visitsBy(phases, fact.at)));
    }
  }
  return phases;
}

/** How often a job has entered the queue by an instant; at Infinity: in all, those to come included. */
export function visitsBy(phases: Phases, at: Instant): number {
  return phases.filter((phase) => phase.state === "queued" && phase.from <= at).length;
}

function firstCourse(plan: JobPlan, queueExits: QueueExits | undefined): Phases {
  const state = plan.hasUnknownState ? "unknown" : "queued";
  const queueExit = exitAt(queueExits, 0);
  return phasesOfList(courseFrom(plan, { state, from: plan.createdAt, queueExit }));
}

function exitAt(queueExits: QueueExits | undefined, visit: number): Instant | undefined {
  return queueExits && (queueExits[visit] ?? Number.POSITIVE_INFINITY);
}
