/** How long something takes, in milliseconds; the draw is seeded by the job. */
export type Distribution =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: "lognormal"; readonly medianMs: number; readonly p95Ms: number };

/** How fast a running job gets through its rows. */
export type Pace =
  | { readonly kind: "duration"; readonly duration: Distribution }
  | { readonly kind: "rowsPerSecond"; readonly rowsPerSecond: number }
  | { readonly kind: "tokensPerSecond"; readonly tokensPerSecond: number }
  /** The throughput of the job's model. */
  | { readonly kind: "model" };

/** Where the job ends when nobody interferes. Shares are of the rows, in 0..1. */
export type JobOutcome =
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly at: FailurePoint; readonly reason: string }
  /** Never ends: it stays in `state`, when that is `running` at the share of the rows given. */
  | {
      readonly kind: "stuck";
      readonly state: "queued" | "starting" | "running";
      readonly atShare: number;
    };

/** When a job fails: at a share of its rows, or a time after it was submitted unless it has ended by then. */
export type FailurePoint = { readonly atShare: number } | { readonly afterMs: number };

/** A running job makes no progress for a while once it has done a share of its rows. */
export type Stall = { readonly atShare: number; readonly duration: Distribution };

/** What a cancel request does. */
export type CancelRule = {
  /** Time in `cancelling`. */
  readonly takes: Distribution;
  /** The request loses the race: an active job passes through `cancelling` and ends `succeeded`, all rows done. */
  readonly losesRace: boolean;
};

/** When results can be had. */
export type ResultsRule = {
  /** Time after success in which they are still not ready. */
  readonly lateBy: Distribution;
  /** Time after success from which they are gone; undefined: never. */
  readonly expireAfterMs?: number;
};

/** How a matching job behaves. Its draws are made from the job's own seed, so the profile itself is plain data. */
export type Profile = {
  /** Time in `unknown`, spent only where the specification names that state. */
  readonly unknown: Distribution;
  /** Time in `queued` by job priority (index 0 and 1). */
  readonly queued: readonly [Distribution, Distribution];
  readonly starting: Distribution;
  readonly pace: Pace;
  readonly stalls: readonly Stall[];
  readonly outcome: JobOutcome;
  readonly cancel: CancelRule;
  readonly results: ResultsRule;
};

const fixed = (ms: number): Distribution => ({ kind: "fixed", ms });

/** The profile of a job that no scenario says anything about: seconds, by its priority and its tokens. */
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
