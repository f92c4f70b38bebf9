import { defined } from "../../core/defined.ts";
import type { Facts } from "../../core/job/facts.ts";
import { phasesOfList } from "../../core/job/phase.ts";
import type { Timeline } from "../../core/job/timeline.ts";
import type { JobTimeline } from "../job-reports.ts";

export function timelineReport(
  { jobId, isDryRun, plan, phases }: Timeline,
  facts: Facts,
): JobTimeline {
  const { createdAt, numRows, readsLate, lateMs, expireAfterMs, keepsRows } = plan;
  return {
    jobId,
    isDryRun,
    modelId: facts[0].submission.modelId,
    scenario: facts[0].scenario,
    plan: defined({ createdAt, numRows, readsLate, lateMs, expireAfterMs, keepsRows }),
    // An unknown instant is Infinity, which JSON can't represent.
    phases: phasesOfList(phases.filter(({ from }) => from !== Number.POSITIVE_INFINITY)),
    interference: facts.filter((fact) => fact.type === "cancelRequested" || fact.type === "forced"),
  };
}
