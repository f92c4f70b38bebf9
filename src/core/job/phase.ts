import { defined } from "../defined.ts";
import type { Integer } from "../json.ts";
import type { Instant } from "../time.ts";
import { isTerminal, type JobState } from "./state.ts";

/** A job's time in one state, from an instant (inclusive) to the start of the next phase. */
export type Phase = {
  readonly state: JobState;
  readonly from: Instant;
  readonly progress: RowProgress;
  readonly addedAt?: Instant;
  readonly startedAt?: Instant;
  /** When the job reached its terminal state. A later cancel request doesn't change this time. */
  readonly completedAt?: Instant;
  /** Why the job failed; undefined if it has not failed. */
  readonly failureReason?: string;
  /** True once the job has begun to run, or has ended because of its inputs. */
  readonly usesInputs?: true;
};

/** Phases in chronological order; never empty. */
export type Phases = readonly [Phase, ...Phase[]];

/** The parts of a timeline that determine a job's view at an instant. */
export type TimelineOutline = {
  readonly jobId: string;
  /** Whether the job only estimates its costs. */
  readonly isDryRun: boolean;
  readonly plan: {
    readonly createdAt: Instant;
    readonly numRows: Integer;
    /** Whether the inputs are read only after the response to the create request. */
    readonly readsLate: boolean;
    /** Milliseconds from the job's end until results are ready. */
    readonly lateMs: number;
    /** Milliseconds from the job's end until results expire; undefined if they never expire. */
    readonly expireAfterMs?: number;
    /** True if the job has results even if it ends early; otherwise undefined. */
    readonly keepsRows?: true;
  };
  /** Past and future phases. A cancel request or a forced state can change future phases. */
  readonly phases: Phases;
};

/** A phase without its timestamps, which depend on the previous phase. */
export type PhaseOpening = Pick<
  Phase,
  "state" | "from" | "progress" | "failureReason" | "usesInputs"
>;

/** A job in one of these states has begun to use its inputs. */
const USES: readonly JobState[] = ["running", "finalizing", "succeeded"];

/** The phase after `before`; for a job's first phase, `before` is undefined. */
export function phaseAfter(before: Phase | undefined, opening: PhaseOpening): Phase {
  const { state, from, progress, failureReason } = opening;
  const isUse = before?.usesInputs ?? USES.includes(state);
  const usesInputs = isUse || opening.usesInputs;
  // Lists the fields, because V8 would make a new hidden class for each copy of `opening`.
  return {
    state,
    from,
    progress,
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(usesInputs && { usesInputs }),
    ...stampsOf(before, state, from),
  };
}

/** Converts a list to phases. Throws a RangeError if the list is empty. */
export function phasesOfList(list: readonly Phase[]): Phases {
  const [first, ...others] = list;
  if (first === undefined) throw new RangeError("Expected `list` to have at least one phase.");
  return [first, ...others];
}

/** The first phase, and all others that have begun by an instant. */
export function begunBy(phases: Phases, at: Instant): Phases {
  const [first, ...others] = phases;
  return [first, ...others.filter((phase) => phase.from <= at)];
}

/** The job's phase at an instant, or its first phase if the job doesn't exist yet. */
export function phaseAt(phases: Phases, now: Instant): Phase {
  return phases.findLast((phase) => phase.from <= now) ?? phases[0];
}

export function lastOf<Item>(items: readonly [Item, ...Item[]]): Item {
  return items.at(-1) ?? items[0];
}

function stampsOf(before: Phase | undefined, state: JobState, from: Instant) {
  if (state === "unknown") return {};
  if (state === "queued") return { addedAt: from };
  // A job that skips the queue counts as queued and started at the same instant.
  const addedAt = before?.addedAt ?? from;
  if (state === "starting") return { addedAt, startedAt: from };
  const startedAt = before?.startedAt ?? from;
  if (state === "running" || state === "finalizing") return { addedAt, startedAt };
  if (state === "succeeded") return { addedAt, startedAt, completedAt: from };
  const completedAt = isTerminal(state) ? from : before?.completedAt;
  return defined({ addedAt: before?.addedAt, startedAt: before?.startedAt, completedAt });
}

/** A point in a run: the share of rows (0..1) that is done `afterMs` after the run began. */
export type Knot = { readonly afterMs: number; readonly share: number };

export type Pause = { readonly atShare: number; readonly ms: number };

/** Progress through the rows during a phase. */
export type RowProgress =
  | { readonly kind: "still"; readonly rows: Integer }
  | {
      readonly kind: "moving";
      readonly from: Instant;
      readonly numRows: Integer;
      /** In chronological order; progress is linear between knots, and constant after the last. */
      readonly knots: readonly Knot[];
    };

export function still(rows: number): RowProgress {
  return { kind: "still", rows };
}

/** The knots of a run up to a share of its rows, including pauses at exactly that share. */
export function knotsUntil(share: number, runMs: number, pauses: readonly Pause[]): Knot[] {
  const knots: Knot[] = [{ afterMs: 0, share: 0 }];
  let pausedMs = 0;
  for (const pause of pauses.toSorted((a, b) => a.atShare - b.atShare)) {
    if (pause.atShare > share) break;
    knots.push({ afterMs: pause.atShare * runMs + pausedMs, share: pause.atShare });
    pausedMs += pause.ms;
    knots.push({ afterMs: pause.atShare * runMs + pausedMs, share: pause.atShare });
  }
  knots.push({ afterMs: share * runMs + pausedMs, share });
  return knots;
}

export function rowsAt({ progress }: Pick<Phase, "progress">, now: Instant): number {
  if (progress.kind === "still") return progress.rows;
  return rowsOfShare(shareAfter(progress.knots, now - progress.from), progress.numRows);
}

/**
 * Number of whole rows in a share. The last row is done only when the run is over, so that "all
 * rows are done" always means that the job has succeeded or is about to.
 */
export function rowsOfShare(share: number, numRows: number): number {
  // Adds 1e-6, because 0.29 * 100 is 28.999999999999996 but means 29 rows.
  const rows = Math.floor(share * numRows + 1e-6);
  return Math.max(0, Math.min(numRows - 1, rows));
}

function shareAfter(knots: readonly Knot[], elapsedMs: number): number {
  let last: Knot = { afterMs: 0, share: 0 };
  for (const knot of knots) {
    if (knot.afterMs > elapsedMs) {
      const part = (elapsedMs - last.afterMs) / (knot.afterMs - last.afterMs);
      // `Math.min` keeps a rounding error from making progress exceed the knot's share.
      return Math.min(knot.share, last.share + (knot.share - last.share) * part);
    }
    last = knot;
  }
  return last.share;
}
