import type { Instant } from "../time.ts";
import { type RowProgress, rowsDoneAt } from "./progress.ts";
import { isTerminal, type JobState } from "./state.ts";

/** A stretch of a job's life in one state: from its instant (included) to the next phase's (excluded). */
export type Phase = {
  readonly state: JobState;
  readonly from: Instant;
  readonly progress: RowProgress;
  readonly addedAt?: Instant;
  readonly startedAt?: Instant;
  /** Kept through `cancelling`: a job that had ended stays ended when somebody tries to cancel it. */
  readonly completedAt?: Instant;
  /** Of a phase in `failed` only. */
  readonly failureReason?: string;
};

/** Phases in order of time; never empty. */
export type Phases = readonly [Phase, ...Phase[]];

/** What a phase begins with; its timestamps follow from the phase before. */
export type PhaseOpening = Pick<Phase, "state" | "from" | "progress" | "failureReason">;

type Stamps = Pick<Phase, "addedAt" | "startedAt" | "completedAt">;

/** The phase that begins after another one; `before` is undefined for a job's first. */
export function phaseAfter(before: Phase | undefined, opening: PhaseOpening): Phase {
  return { ...opening, ...stampsOf(before, opening.state, opening.from) };
}

/** A list as phases; throws a RangeError where it is empty. */
export function phasesOfList(list: readonly Phase[]): Phases {
  const [first, ...others] = list;
  if (first === undefined) throw new RangeError("Expected `list` to hold at least one phase.");
  return [first, ...others];
}

/** The phases that have begun by an instant; at least the first. */
export function begunBy(phases: Phases, at: Instant): Phases {
  const [first, ...others] = phases;
  return [first, ...others.filter((phase) => phase.from <= at)];
}

/** The phase that a job is in at an instant; before its creation that is its first. */
export function phaseAt(phases: Phases, now: Instant): Phase {
  return phases.findLast((phase) => phase.from <= now) ?? phases[0];
}

/** The last of the phases. */
export function lastOf(phases: Phases): Phase {
  return phases.at(-1) ?? phases[0];
}

/** Rows done at an instant within the phase. */
export function rowsAt(phase: Phase, now: Instant): number {
  return rowsDoneAt(phase.progress, now);
}

function stampsOf(before: Phase | undefined, state: JobState, from: Instant): Stamps {
  if (state === "unknown") return {};
  if (state === "queued") return { addedAt: from };
  // A job that was put past the queue counts as queued and started in no time.
  const addedAt = before?.addedAt ?? from;
  if (state === "starting") return { addedAt, startedAt: from };
  const startedAt = before?.startedAt ?? from;
  if (state === "running") return { addedAt, startedAt };
  if (state === "succeeded") return { addedAt, startedAt, completedAt: from };
  return { ...keptStamps(before), ...(isTerminal(state) && { completedAt: from }) };
}

function keptStamps(before: Phase | undefined): Stamps {
  return {
    ...(before?.addedAt !== undefined && { addedAt: before.addedAt }),
    ...(before?.startedAt !== undefined && { startedAt: before.startedAt }),
    ...(before?.completedAt !== undefined && { completedAt: before.completedAt }),
  };
}
