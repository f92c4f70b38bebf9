import type { Instant } from "../time.ts";
import { type CourseEntry, completeEnd, courseFrom } from "./course.ts";
import type { Fact, Facts, ForcedFact } from "./facts.ts";
import { type JobPlan, planOf } from "./job-plan.ts";
import {
  begunBy,
  lastOf,
  type Phase,
  type Phases,
  phaseAfter,
  phasesOfList,
  rowsAt,
  still,
  type TimelineOutline,
} from "./phase.ts";
import { isTerminal } from "./state.ts";

/** A job's past and future phases. A cancel request or a forced state can change future ones. */
export type Timeline = TimelineOutline & { readonly plan: JobPlan };

/**
 * For each of a job's visits to the queue, when it leaves the queue, or undefined if that time is
 * unknown. Used if job slots are limited. There are several visits if a test forces the job back.
 */
export type QueueExits = readonly (Instant | undefined)[];

/** A job's timeline. Without `queueExits`, the job stays in the queue for its `queuedMs`. */
export function timelineOf(facts: Facts, queueExits?: QueueExits): Timeline {
  const [{ jobId, submission }] = facts;
  const plan = planOf(facts);
  return { jobId, isDryRun: submission.dryRun, plan, phases: phasesOf(plan, facts, queueExits) };
}

/**
 * The first instant at which the job depends on its inputs: when it begins to run, or ends because
 * of them. Infinity if it never does. The instant is known before the inputs are read, because it
 * doesn't depend on the outcome.
 */
export function usesInputsFrom({ phases }: Timeline): Instant {
  return phases.find(({ usesInputs }) => usesInputs)?.from ?? Number.POSITIVE_INFINITY;
}

/** The facts that a view at `now` may show: omits inputs that are read late and not yet used. */
export function factsKnownAt(facts: Facts, timeline: Timeline, now: Instant): Facts {
  const until = usesInputsFrom(timeline);
  const areUsed = now >= until && until !== Number.POSITIVE_INFINITY;
  if (!timeline.plan.readsLate || areUsed) return facts;
  return withoutInputs(facts);
}

export function withoutInputs([submitted, ...later]: Facts): Facts {
  return [submitted, ...later.filter(({ type }) => type !== "inputs")];
}

export function phasesOf(plan: JobPlan, facts: readonly Fact[], queueExits?: QueueExits): Phases {
  const state = plan.hasUnknownState ? "unknown" : "queued";
  const entry: CourseEntry = { state, from: plan.createdAt, queueExit: exitAt(queueExits, 0) };
  let phases = phasesOfList(courseFrom(plan, entry));
  for (const fact of facts) {
    if (fact.type === "cancelRequested") phases = afterCancel(plan, phases, fact.at);
    if (fact.type === "forced") {
      phases = afterForce(plan, phases, fact, exitAt(queueExits, visitsBy(phases, fact.at)));
    }
  }
  return phases;
}

/** How often a job enters the queue up to `at`. With Infinity, includes future visits. */
export function visitsBy(phases: Phases, at: Instant): number {
  return phases.filter((phase) => phase.state === "queued" && phase.from <= at).length;
}

function exitAt(queueExits: QueueExits | undefined, visit: number): Instant | undefined {
  return queueExits && (queueExits[visit] ?? Number.POSITIVE_INFINITY);
}

/** A job's phases after a cancel request: its past phases, `cancelling`, and its end. */
function afterCancel(plan: JobPlan, phases: Phases, at: Instant): Phases {
  const begun = begunBy(phases, at);
  const current = lastOf(begun);
  if (isTerminal(current.state) && plan.cancelTerminal === "ignored") return phases;
  if (current.state !== "cancelling") return [...begun, ...cancelled(plan, begun, at)];
  if (plan.cancelTwice === "first-stands") return phases;
  return [...begun, endOfCancelling(plan, begun, current, at)];
}

/** A job's phases after a test forces a state; `queueExit` is for the next visit to the queue. */
function afterForce(plan: JobPlan, phases: Phases, fact: ForcedFact, queueExit?: Instant): Phases {
  const { at, state } = fact;
  const begun = begunBy(phases, at);
  const current = lastOf(begun);
  if (state === "cancelling") return [...begun, ...cancelled(plan, begun, at)];
  if (!isTerminal(state)) {
    return [...begun, ...courseFrom(plan, { state, from: at, before: current, queueExit })];
  }
  const progress = still(state === "succeeded" ? plan.workRows : rowsAt(current, at));
  if (state !== "failed") return [...begun, phaseAfter(current, { state, from: at, progress })];
  const failureReason = fact.reason ?? "The test put the job into this state.";
  return [...begun, phaseAfter(current, { state, from: at, progress, failureReason })];
}

function cancelled(plan: JobPlan, begun: Phases, at: Instant): [Phase, Phase] {
  const current = lastOf(begun);
  const progress = still(rowsAt(current, at));
  const cancelling = phaseAfter(current, { state: "cancelling", from: at, progress });
  return [cancelling, endOfCancelling(plan, begun, cancelling, at)];
}

/** The phase after `cancelling`. It starts `cancelMs` after the cancel request at `at`. */
function endOfCancelling(plan: JobPlan, begun: Phases, cancelling: Phase, at: Instant): Phase {
  const from = at + plan.cancelMs;
  const before = begun.findLast((phase) => phase.state !== "cancelling") ?? begun[0];
  const end = phaseAfter(cancelling, { state: "cancelled", from, progress: cancelling.progress });
  if (!isTerminal(before.state))
    return plan.cancelLosesRace ? completeEnd(plan, cancelling, from) : end;
  if (plan.cancelTerminal === "previous") return { ...before, from };
  return { ...end, completedAt: before.completedAt ?? from };
}
