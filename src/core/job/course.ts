import type { Instant } from "../time.ts";
import { naturalEnd } from "./ending.ts";
import { type Phase, phaseAfter, rowsAt } from "./phase.ts";
import type { JobPlan } from "./plan.ts";
import { type Knot, knotsUntil, type RowProgress, still } from "./progress.ts";
import { isTerminal } from "./state.ts";

/** The states that a job goes through by itself, in order. */
const ACTIVE_STATES = ["unknown", "queued", "starting", "running"] as const;

/** A state of the natural course. */
export type ActiveState = (typeof ACTIVE_STATES)[number];

/** Where the natural course begins, or goes on after the test put the job somewhere. */
export type CourseEntry = {
  readonly state: ActiveState;
  readonly from: Instant;
  /** The phase that the job was in; undefined: it is just created. */
  readonly before?: Phase;
  /** When the job may leave the queue, where slots are limited; Infinity: not yet known, so never. */
  readonly queueExit?: Instant | undefined;
};

/** The phases of a job that nobody interferes with, from the start of a state on. */
export function courseFrom(plan: JobPlan, entry: CourseEntry): Phase[] {
  const phases: Phase[] = [];
  let from = entry.from;
  for (const state of statesFrom(plan, entry.state)) {
    const progress = state === "running" ? runOf(plan, from) : still(0);
    phases.push(phaseAfter(phases.at(-1) ?? entry.before, { state, from, progress }));
    const until = endOfState(plan, state, { from, queueExit: entry.queueExit });
    if (until === Number.POSITIVE_INFINITY) return withTimedFailure(plan, entry, phases);
    from = until;
  }
  phases.push(naturalEnd(plan, phases.at(-1), from));
  return withTimedFailure(plan, entry, phases);
}

function statesFrom(plan: JobPlan, first: ActiveState): readonly ActiveState[] {
  const states = ACTIVE_STATES.slice(ACTIVE_STATES.indexOf(first));
  const hasNothingToRun = plan.inputs?.kind === "refused";
  return hasNothingToRun
    ? states.filter((state) => state === first || state !== "running")
    : states;
}

/** When the job leaves a state by itself; Infinity: never. */
function endOfState(
  plan: JobPlan,
  state: ActiveState,
  { from, queueExit }: { readonly from: Instant; readonly queueExit: Instant | undefined },
): Instant {
  const { outcome } = plan;
  if (plan.inputs === undefined) return Number.POSITIVE_INFINITY;
  if (outcome.kind === "stuck" && outcome.state === state) return Number.POSITIVE_INFINITY;
  switch (state) {
    case "unknown":
      return from + plan.unknownMs;
    case "queued":
      // The exit may belong to a visit that begins earlier, because the test cuts this one off.
      return queueExit === undefined ? from + plan.queuedMs : Math.max(from, queueExit);
    case "starting":
      return from + plan.startingMs;
    case "running":
      return from + Math.round(runKnots(plan).at(-1)?.afterMs ?? 0);
  }
}

function runOf(plan: JobPlan, from: Instant): RowProgress {
  return { kind: "moving", from, numRows: plan.workRows, knots: runKnots(plan) };
}

function runKnots(plan: JobPlan): Knot[] {
  return knotsUntil(lastShareOf(plan), plan.runMs, plan.pauses);
}

/** The share of the rows at which a run ends or is stuck. */
function lastShareOf({ outcome }: JobPlan): number {
  if (outcome.kind === "stuck") return outcome.atShare;
  return outcome.kind === "failed" && "atShare" in outcome.at ? outcome.at.atShare : 1;
}

/** Cuts a course where the profile says that the job fails a time after its submission. */
function withTimedFailure(plan: JobPlan, entry: CourseEntry, phases: Phase[]): Phase[] {
  const { outcome } = plan;
  if (outcome.kind !== "failed" || !("afterMs" in outcome.at)) return phases;
  const failsAt = plan.createdAt + outcome.at.afterMs;
  // A failure that the job had before the test put it somewhere doesn't come again.
  if (entry.before !== undefined && failsAt <= entry.from) return phases;
  // The failure comes before what else is due at that instant: a job that fails when it could leave the queue takes no slot.
  const begun = phases.filter((phase, index) => index === 0 || phase.from < failsAt);
  const before = begun.at(-1);
  if (before === undefined || isTerminal(before.state)) return phases;
  const progress = still(rowsAt(before, failsAt));
  const failed = {
    state: "failed",
    from: failsAt,
    progress,
    failureReason: outcome.reason,
  } as const;
  return [...begun, phaseAfter(before, failed)];
}
