import type { Instant } from "../time.ts";
import { completeEnd, courseFrom } from "./course.ts";
import type { ForcedFact } from "./facts.ts";
import type { JobPlan } from "./job-plan.ts";
import { begunBy, lastOf, type Phase, type Phases, phaseAfter, rowsAt } from "./phase.ts";
import { still } from "./progress.ts";
import { isTerminal } from "./state.ts";

/**
 * A job's phases after a cancel request: those that have begun, then `cancelling`, then the end.
 */
export function afterCancel(plan: JobPlan, phases: Phases, at: Instant): Phases {
  const begun = begunBy(phases, at);
  const current = lastOf(begun);
  if (isTerminal(current.state) && plan.cancelTerminal === "ignored") return phases;
  if (current.state !== "cancelling") return [...begun, ...cancelled(plan, begun, at)];
  if (plan.cancelTwice === "first-stands") return phases;
  return [...begun, endOfCancelling(plan, interrupted(begun), { cancelling: current, at })];
}

/** A job's phases after a test forces a state; `queueExit` is for the next visit to the queue. */
export function afterForce(
  plan: JobPlan,
  phases: Phases,
  fact: ForcedFact,
  queueExit?: Instant,
): Phases {
  const { at, state } = fact;
  const begun = begunBy(phases, at);
  const current = lastOf(begun);
  const progress = still(rowsAt(current, at));
  switch (state) {
    case "cancelling":
      return [...begun, ...cancelled(plan, begun, at)];
    case "succeeded":
      return [...begun, phaseAfter(current, { state, from: at, progress: still(plan.workRows) })];
    case "failed": {
      const failureReason = fact.reason ?? "The test put the job into this state.";
      return [...begun, phaseAfter(current, { state, from: at, progress, failureReason })];
    }
    case "cancelled":
    case "expired":
      return [...begun, phaseAfter(current, { state, from: at, progress })];
    default:
      return [...begun, ...courseFrom(plan, { state, from: at, before: current, queueExit })];
  }
}

function cancelled(plan: JobPlan, begun: Phases, at: Instant): [Phase, Phase] {
  const current = lastOf(begun);
  const progress = still(rowsAt(current, at));
  const cancelling = phaseAfter(current, { state: "cancelling", from: at, progress });
  return [cancelling, endOfCancelling(plan, interrupted(begun), { cancelling, at })];
}

/** The phase that the cancel request interrupts. */
function interrupted(begun: Phases): Phase {
  return begun.findLast((phase) => phase.state !== "cancelling") ?? begun[0];
}

/** The phase after `cancelling`; `at` is when the decisive request arrived. */
function endOfCancelling(
  plan: JobPlan,
  before: Phase,
  { cancelling, at }: { readonly cancelling: Phase; readonly at: Instant },
): Phase {
  const from = at + plan.cancelMs;
  if (isTerminal(before.state)) {
    if (plan.cancelTerminal === "previous") return { ...before, from };
    const end = phaseAfter(cancelling, { state: "cancelled", from, progress: cancelling.progress });
    return { ...end, completedAt: before.completedAt ?? from };
  }
  if (plan.cancelLosesRace) return completeEnd(plan, cancelling, from);
  return phaseAfter(cancelling, { state: "cancelled", from, progress: cancelling.progress });
}
