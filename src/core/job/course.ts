import type { Instant } from "../time.ts";
import type { JobPlan } from "./job-plan.ts";
import {
  type Knot,
  knotsUntil,
  type Phase,
  type PhaseOpening,
  phaseAfter,
  type RowProgress,
  rowsAt,
  rowsOfShare,
  still,
} from "./phase.ts";
import { isTerminal } from "./state.ts";

/** The states that a job goes through on its own, in order. */
const ACTIVE_STATES = ["unknown", "queued", "starting", "running", "finalizing"] as const;

type ActiveState = (typeof ACTIVE_STATES)[number];

/** Where a job's natural course starts, or continues after a test forced a state. */
export type CourseEntry = {
  readonly state: ActiveState;
  readonly from: Instant;
  /** The job's previous phase; undefined if the job was just created. */
  readonly before?: Phase;
  /** Time when the job may leave the queue if slots are limited; Infinity if unknown. */
  readonly queueExit?: Instant | undefined;
};

/** The phases of an undisturbed job from its entry into a state. */
export function courseFrom(plan: JobPlan, entry: CourseEntry): Phase[] {
  const phases = untimedCourse(plan, entry);
  return timedEnds(plan).reduce((left, end) => endedAt(entry, left, end), phases);
}

/** Like `courseFrom`, but ignores ends at a fixed time after the job's submission. */
function untimedCourse(plan: JobPlan, entry: CourseEntry): Phase[] {
  const phases: Phase[] = [];
  let from = entry.from;
  for (const state of ACTIVE_STATES.slice(ACTIVE_STATES.indexOf(entry.state))) {
    if (state !== entry.state && !hasState(plan, state)) continue;
    const progress = progressIn(plan, state, from);
    phases.push(phaseAfter(phases.at(-1) ?? entry.before, { state, from, progress }));
    const until = endOfState(plan, state, { ...entry, from });
    if (until === Number.POSITIVE_INFINITY) return phases;
    from = until;
  }
  return [...phases, ...naturalEnd(plan, phases.at(-1), from)];
}

function hasState({ inputs, finalizingMs, outcome }: JobPlan, state: ActiveState): boolean {
  const hasNothingToRun = inputs?.kind === "refused";
  if (state === "running") return !hasNothingToRun;
  if (state !== "finalizing") return true;
  const endsEarly =
    outcome.kind === "canceled" || (outcome.kind === "failed" && "atShare" in outcome.at);
  return finalizingMs !== undefined && !hasNothingToRun && !endsEarly;
}

function progressIn(plan: JobPlan, state: ActiveState, from: Instant): RowProgress {
  if (state === "running")
    return { kind: "moving", from, numRows: plan.workRows, knots: runKnots(plan) };
  return still(state === "finalizing" ? plan.workRows : 0);
}

/** Time when the job leaves a state on its own; Infinity if never. */
function endOfState(plan: JobPlan, state: ActiveState, { from, queueExit }: CourseEntry): Instant {
  const { outcome } = plan;
  if (outcome.kind === "stuck" && outcome.state === state) return Number.POSITIVE_INFINITY;
  switch (state) {
    case "unknown":
      return from + plan.unknownMs;
    case "queued":
      // `queueExit` is before `from` if it belongs to an earlier stay in the queue.
      return queueExit === undefined ? from + plan.queuedMs : Math.max(from, queueExit);
    case "starting":
      return from + plan.startingMs;
    case "running":
      if (plan.inputs === undefined || outcome.kind === "expired") return Number.POSITIVE_INFINITY;
      return from + Math.round(runKnots(plan).at(-1)?.afterMs ?? 0);
    case "finalizing":
      if (plan.inputs === undefined) return Number.POSITIVE_INFINITY;
      return from + (plan.finalizingMs ?? 0);
  }
}

function runKnots(plan: JobPlan): Knot[] {
  return knotsUntil(lastShareOf(plan), plan.runMs, plan.pauses);
}

/** The share of the rows at which a run ends or gets stuck. */
function lastShareOf({ outcome }: JobPlan): number {
  if (outcome.kind === "failed") return "atShare" in outcome.at ? outcome.at.atShare : 1;
  return outcome.kind === "succeeded" ? 1 : outcome.atShare;
}

/** The end of a job that fails because of its rows or inputs. */
const FAILURE = { state: "failed", usesInputs: true } as const;

/** An end at a fixed time after the job's submission. */
type TimedEnd = Pick<PhaseOpening, "state" | "from" | "failureReason">;

function timedEnds({ createdAt, outcome, windowMs }: JobPlan): TimedEnd[] {
  const ends: TimedEnd[] = [];
  if (outcome.kind === "failed" && "afterMs" in outcome.at) {
    const from = createdAt + outcome.at.afterMs;
    ends.push({ state: "failed", from, failureReason: outcome.reason });
  }
  if (outcome.kind === "expired" && outcome.reason !== undefined) {
    const from = createdAt + outcome.afterMs;
    ends.push({ state: "failed", from, failureReason: outcome.reason });
  }
  if (windowMs !== undefined) ends.push({ state: "expired", from: createdAt + windowMs });
  return ends;
}

function endedAt(entry: CourseEntry, phases: Phase[], end: TimedEnd): Phase[] {
  // An end that preceded the forced state doesn't happen again.
  if (entry.before !== undefined && end.from <= entry.from) return phases;
  // The end comes before other events at the same instant. For example, a job that fails just when
  // it could leave the queue takes no slot.
  const begun = phases.filter((phase, index) => index === 0 || phase.from < end.from);
  const before = begun.at(-1);
  if (before === undefined || isTerminal(before.state)) return phases;
  return [...begun, phaseAfter(before, { ...end, progress: still(rowsAt(before, end.from)) })];
}

function naturalEnd(plan: JobPlan, before: Phase | undefined, from: Instant): Phase[] {
  const { inputs, outcome } = plan;
  if (outcome.kind === "canceled" && inputs?.kind !== "refused") {
    const progress = still(rowsOfShare(outcome.atShare, plan.workRows));
    const cancelling = phaseAfter(before, { state: "cancelling", from, progress });
    const end = from + plan.cancelMs;
    return [cancelling, phaseAfter(cancelling, { state: "cancelled", from: end, progress })];
  }
  // A job that fails before its first row has its outcome's reason, even if its inputs are refused.
  const isOwnFailure = outcome.kind === "failed" && "atShare" in outcome.at;
  if (!isOwnFailure || (inputs?.kind === "refused" && outcome.at.atShare > 0))
    return [completeEnd(plan, before, from)];
  const progress = still(rowsOfShare(outcome.at.atShare, plan.workRows));
  return [phaseAfter(before, { ...FAILURE, from, progress, failureReason: outcome.reason })];
}

/**
 * The end of a job that completes its rows, regardless of its planned outcome; the job fails only
 * if its inputs can't be used.
 */
export function completeEnd(plan: JobPlan, before: Phase | undefined, from: Instant): Phase {
  if (plan.inputs?.kind === "refused") {
    const failureReason = plan.inputs.reason;
    return phaseAfter(before, { ...FAILURE, from, progress: still(0), failureReason });
  }
  return phaseAfter(before, { state: "succeeded", from, progress: still(plan.workRows) });
}
