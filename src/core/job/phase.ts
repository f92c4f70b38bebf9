import type { Instant } from "../time.ts";
import { type RowProgress, rowsDoneAt } from "./progress.ts";
import { isTerminal, type JobState } from "./state.ts";

/**
 * A period of a job's life in one state, from its instant (inclusive) to the next phase's
 * (exclusive).
 */
export type Phase = {
  readonly state: JobState;
  readonly from: Instant;
  readonly progress: RowProgress;
  readonly addedAt?: Instant;
  readonly startedAt?: Instant;
  /** Kept through `cancelling`: a cancel request doesn't make an ended job active again. */
  readonly completedAt?: Instant;
  /** Only in `failed`. */
  readonly failureReason?: string;
  /** True from when the job has begun to run, or has ended because of its inputs: earlier phases don't depend on them. */
  readonly usesInputs?: true;
};

/** Phases in chronological order; never empty. */
export type Phases = readonly [Phase, ...Phase[]];

/** The start of a phase; its timestamps follow from the previous phase. */
export type PhaseOpening = Pick<
  Phase,
  "state" | "from" | "progress" | "failureReason" | "usesInputs"
>;

type Stamps = Pick<Phase, "addedAt" | "startedAt" | "completedAt">;

/** The states for which a job has used its inputs. */
const USES: readonly JobState[] = ["running", "finalizing", "succeeded"];

/** The phase after another; `before` is undefined for a job's first phase. */
export function phaseAfter(before: Phase | undefined, opening: PhaseOpening): Phase {
  const { state, from, progress, failureReason } = opening;
  const isUse = before?.usesInputs ?? USES.includes(state);
  const usesInputs = isUse || opening.usesInputs;
  // Not a copy of another object: V8 would make a hidden class for each.
  return {
    state,
    from,
    progress,
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(usesInputs && { usesInputs }),
    ...stampsOf(before, state, from),
  };
}

/** The list as phases. Throws a RangeError if it is empty. */
export function phasesOfList(list: readonly Phase[]): Phases {
  const [first, ...others] = list;
  if (first === undefined) throw new RangeError("Expected `list` to hold at least one phase.");
  return [first, ...others];
}

/** The phases that have begun by an instant; always includes the first. */
export function begunBy(phases: Phases, at: Instant): Phases {
  const [first, ...others] = phases;
  return [first, ...others.filter((phase) => phase.from <= at)];
}

/** The job's phase at an instant; before its creation, its first phase. */
export function phaseAt(phases: Phases, now: Instant): Phase {
  return phases.findLast((phase) => phase.from <= now) ?? phases[0];
}

/** The last phase. */
export function lastOf(phases: Phases): Phase {
  return phases.at(-1) ?? phases[0];
}

/** Number of rows done at an instant within the phase. */
export function rowsAt(phase: Phase, now: Instant): number {
  return rowsDoneAt(phase.progress, now);
}

function stampsOf(before: Phase | undefined, state: JobState, from: Instant): Stamps {
  if (state === "unknown") return {};
  if (state === "queued") return { addedAt: from };
  // A job that skips the queue counts as queued and started at the same instant.
  const addedAt = before?.addedAt ?? from;
  if (state === "starting") return { addedAt, startedAt: from };
  const startedAt = before?.startedAt ?? from;
  if (state === "running" || state === "finalizing") return { addedAt, startedAt };
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
