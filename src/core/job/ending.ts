import type { Instant } from "../time.ts";
import type { JobPlan } from "./job-plan.ts";
import { type Phase, phaseAfter } from "./phase.ts";
import { rowsOfShare, still } from "./progress.ts";

/** How an undisturbed job ends. */
export function naturalEnd(plan: JobPlan, before: Phase | undefined, from: Instant): Phase {
  const { inputs, outcome } = plan;
  if (outcome.kind !== "failed" || !("atShare" in outcome.at)) {
    return completeEnd(plan, before, from);
  }
  // A job that fails before its first row fails for its own reason, whatever its inputs are.
  if (inputs?.kind === "refused" && outcome.at.atShare > 0) return completeEnd(plan, before, from);
  const progress = still(rowsOfShare(outcome.at.atShare, plan.workRows));
  return phaseAfter(before, {
    state: "failed",
    from,
    progress,
    failureReason: outcome.reason,
    usesInputs: true,
  });
}

/**
 * How a job ends that completes all its rows, regardless of its outcome; it fails only without
 * inputs.
 */
export function completeEnd(plan: JobPlan, before: Phase | undefined, from: Instant): Phase {
  if (plan.inputs?.kind === "refused") {
    const failureReason = plan.inputs.reason;
    return phaseAfter(before, {
      state: "failed",
      from,
      progress: still(0),
      failureReason,
      usesInputs: true,
    });
  }
  return phaseAfter(before, { state: "succeeded", from, progress: still(plan.workRows) });
}
