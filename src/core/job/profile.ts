import type { FileProblem } from "../file-rules.ts";
import type { Rng } from "../rng.ts";

/** A distribution of durations in milliseconds. */
export type Distribution =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: "lognormal"; readonly medianMs: number; readonly p95Ms: number };

/** How fast a running job processes its rows. */
export type Pace =
  | { readonly kind: "duration"; readonly duration: Distribution }
  | { readonly kind: "rowsPerSecond"; readonly rowsPerSecond: number }
  | { readonly kind: "tokensPerSecond"; readonly tokensPerSecond: number }
  /** The throughput of the job's model. */
  | { readonly kind: "model" };

/** How an undisturbed job ends. Shares are fractions of the rows, in 0..1. */
export type JobOutcome =
  | { readonly kind: "succeeded" }
  | {
      readonly kind: "failed";
      readonly at: FailurePoint;
      readonly reason: string;
      /** The problem with the job's input file, if the service checks such files. */
      readonly file?: FileProblem;
    }
  /** Someone other than the client cancels the job once this share of its rows is done. */
  | { readonly kind: "canceled"; readonly atShare: number }
  /** The job completes at most this share, and expires `afterMs` after its submission. */
  | {
      readonly kind: "expired";
      readonly atShare: number;
      readonly afterMs: number;
      /** Set if the service's jobs can't expire: the job fails at that time, for this reason. */
      readonly reason?: string;
    }
  /** The job stays in `state` forever. If that is `running`, it stops at this share of its rows. */
  | {
      readonly kind: "stuck";
      readonly state: "queued" | "starting" | "running" | "finalizing";
      readonly atShare: number;
    };

/** A job fails after a share of its rows or, if it is still active, this long after submission. */
export type FailurePoint = { readonly atShare: number } | { readonly afterMs: number };

/** A pause in a running job's progress at a share of its rows. */
export type Stall = { readonly atShare: number; readonly duration: Distribution };

/** The effect of a cancel request. */
export type CancelRule = {
  /** Duration of `cancelling`. */
  readonly takes: Distribution;
  /** Whether the request comes too late: an active job then completes all rows, and succeeds. */
  readonly losesRace: boolean;
};

/** When results become available and expire, and the order of their rows. */
export type ResultsRule = {
  /** Time from the job's end until results are ready. */
  readonly lateBy: Distribution;
  /** Time from the job's end until results expire; undefined to use the assumption's value. */
  readonly expireAfterMs?: number;
  /** The order of rows; undefined to use the assumption's value. */
  readonly order?: RowOrder;
};

/** The order of a job's rows in its results. */
export type RowOrder = "input" | "shuffled";

/** How a job behaves, as plain data. */
export type Profile = {
  /** Time in `unknown`; applies only if the spec has that state. */
  readonly unknown: Distribution;
  /** Time in `queued` by job priority (index 0 and 1). */
  readonly queued: readonly [Distribution, Distribution];
  readonly starting: Distribution;
  readonly pace: Pace;
  /** Time in `finalizing` if the spec has that state; undefined to use the assumption's value. */
  readonly finalizing?: Distribution;
  readonly stalls: readonly Stall[];
  readonly outcome: JobOutcome;
  readonly cancel: CancelRule;
  readonly results: ResultsRule;
};

const fixed = (ms: number): Distribution => ({ kind: "fixed", ms });

/** The default profile: a job takes seconds, depending on its priority and tokens. */
export const DEFAULT_PROFILE: Profile = {
  unknown: fixed(500),
  queued: [fixed(1000), fixed(2000)],
  starting: fixed(1000),
  pace: { kind: "model" },
  stalls: [],
  outcome: { kind: "succeeded" },
  cancel: { takes: fixed(1000), losesRace: false },
  results: { lateBy: fixed(0) },
};

/** Maximum duration, in milliseconds: ten years of 365 days. */
export const MAX_DURATION_MS = 315_360_000_000;

/** The 95th percentile of the standard normal distribution. */
const Z95 = 1.6448536269514722;

/** A duration drawn from a distribution: whole milliseconds in 0..MAX_DURATION_MS. */
export function drawMs(distribution: Distribution, rng: Rng): number {
  switch (distribution.kind) {
    case "fixed":
      return wholeMs(distribution.ms);
    case "uniform":
      return wholeMs(distribution.minMs + rng.next() * (distribution.maxMs - distribution.minMs));
    case "lognormal": {
      const sigma = Math.log(distribution.p95Ms / distribution.medianMs) / Z95;
      return wholeMs(distribution.medianMs * Math.exp(sigma * drawNormal(rng)));
    }
  }
}

/** Rounds and limits a duration to whole milliseconds in 0..MAX_DURATION_MS. NaN becomes 0. */
export function wholeMs(ms: number): number {
  if (Number.isNaN(ms)) return 0;
  return Math.round(Math.min(MAX_DURATION_MS, Math.max(0, ms)));
}

/** A draw from the standard normal distribution (Box–Muller). */
function drawNormal(rng: Rng): number {
  // `next()` can be 0 but not 1, so `1 - next()` always has a logarithm.
  const radius = Math.sqrt(-2 * Math.log(1 - rng.next()));
  return radius * Math.cos(2 * Math.PI * rng.next());
}
