import type { JsonObject } from "../../core/json.ts";
import { type Experiment, LIFECYCLE_ROW, slug } from "./experiment.ts";
import type { TrialGroup } from "./trials.ts";

/** Calls that the first run must contain for a change to jobs or rows to matter. */
export type Need = "jobs" | "polls" | "expiry" | "results" | "csv" | "failed rows";

/** How a change shows, and to which clients it matters. */
type Kind = Pick<Experiment, "shownBy" | "damage" | "ending" | "rank"> & {
  readonly needs: Need;
  readonly group?: TrialGroup;
  readonly isWaiting?: true;
};

type Lifecycle = readonly [title: string, change: JsonObject, kind: Kind];

const jobs = (profile: JsonObject): JsonObject => ({ profiles: [profile] });
const end = (outcome: JsonObject): JsonObject => jobs({ outcome });
const failed = (at: number | string): JsonObject =>
  end({ failed: { at, reason: "The worker was lost." } });
const firstRow = (outcome: JsonObject | string): JsonObject => ({ rows: [{ index: 0, outcome }] });
const error = (status: number): JsonObject => ({ error: { status } });

const FAILS = { needs: "polls", rank: 1, ending: "failed" } as const;
const CANCELED = { needs: "polls", rank: 1, ending: "cancelled" } as const;
const EXPIRES = { needs: "expiry", rank: 1, ending: "expired" } as const;
const STUCK = { needs: "polls", rank: 1, isWaiting: true } as const;
const RESULTS = { needs: "results", rank: 1 } as const;
const CANCEL = { needs: "jobs", rank: 3 } as const;
const ROW_FAILS = { needs: "failed rows", damage: "rows", rank: 1 } as const;
const ODD_OUTPUT = { needs: "results", shownBy: "other rows", group: "body", rank: 3 } as const;
const BAD_ROW = { ...ODD_OUTPUT, damage: "rows", rank: 2 } as const;

/** The changes to the courses of jobs and to their rows, without those of `unknown-first`. */
const LIFECYCLES: Readonly<Record<string, Lifecycle>> = {
  "fails at start": ["Every job fails at its start.", failed(0), FAILS],
  "fails midway": ["Every job fails midway.", failed("50%"), FAILS],
  "fails at the last row": ["Every job fails at its last row.", failed("99%"), FAILS],
  "canceled midway": [
    "Somebody else cancels every job midway.",
    end({ canceled: { at: "50%" } }),
    CANCELED,
  ],
  expires: ["Every job expires midway.", end({ expired: { at: "50%", after: "24h" } }), EXPIRES],
  "stuck running": [
    "Every job gets stuck while it runs.",
    end({ stuck: { in: "running", at: "40%" } }),
    STUCK,
  ],
  "stuck queued": [
    "Every job stays in the queue.",
    end({ stuck: { in: "queued" } }),
    { ...STUCK, rank: 2 },
  ],
  "results late": [
    "Results are ready 30 s after success.",
    jobs({ results: { lateBy: "30s" } }),
    RESULTS,
  ],
  "results expired": [
    "Results expire as soon as they are ready.",
    jobs({ results: { expireAfter: "1ms" } }),
    { ...RESULTS, rank: 2 },
  ],
  "results expire": [
    "Results expire an hour after success.",
    jobs({ results: { expireAfter: "1h" } }),
    { ...RESULTS, rank: 3 },
  ],
  "slow queue": [
    "Every job waits in the queue for an hour.",
    jobs({ queued: "1h" }),
    { needs: "polls", rank: 3 },
  ],
  "loses race": [
    "Canceled jobs succeed anyway.",
    jobs({ cancel: { takes: "2s", losesRace: true } }),
    CANCEL,
  ],
  "slow cancel": ["Canceling a job takes two minutes.", jobs({ cancel: { takes: "2m" } }), CANCEL],
  "row empty": ["The first row is empty.", firstRow("empty"), BAD_ROW],
  "row refused": ["The first row is a refusal.", firstRow("refusal"), BAD_ROW],
  "row against schema": [
    "The first row violates the job's schema.",
    firstRow("schemaViolation"),
    BAD_ROW,
  ],
  "row not JSON": ["The first row isn't valid JSON.", firstRow("invalidJson"), BAD_ROW],
  "row cut off": ["The first row's JSON is cut off.", firstRow("truncatedJson"), BAD_ROW],
  "row fails": [
    "The first row fails with an error of the service, and the job succeeds.",
    firstRow(error(500)),
    ROW_FAILS,
  ],
  "row rejected": [
    "The first row is rejected as invalid, and the job succeeds.",
    firstRow(error(400)),
    ROW_FAILS,
  ],
  "every row fails": [
    "Every row fails, and the job succeeds.",
    { rows: [{ outcome: error(500) }] },
    ROW_FAILS,
  ],
  "outputs of every branch": [
    "Outputs take every branch of their schema.",
    { values: "covering" },
    ODD_OUTPUT,
  ],
  "outputs with Unicode": [
    "Outputs have extreme values, Unicode among them.",
    { values: "edge" },
    ODD_OUTPUT,
  ],
  "output long": [
    "The first output has 100,000 bytes.",
    firstRow({ huge: { bytes: 100_000 } }),
    ODD_OUTPUT,
  ],
  "output with quotes": [
    "The first output has line breaks, commas, and quotes.",
    firstRow({ text: 'He said: "no, never",\r\nand left.\n' }),
    { ...ODD_OUTPUT, needs: "csv" },
  ],
};

/** A plan's facts about the first run, besides its places. */
export type LifecycleFacts = {
  readonly needs: ReadonlySet<Need>;
  /** IDs of the operations that report the states of jobs. */
  readonly statusOperations: readonly string[];
  /** The assumption and its value with a state before the queue; undefined if there is none. */
  readonly unknownState: JsonObject | undefined;
};

/** The changes to jobs and rows that matter to the client, and the number of the others. */
export function lifecycleExperiments(facts: LifecycleFacts): {
  readonly experiments: readonly Experiment[];
  readonly unneeded: number;
} {
  const { statusOperations, unknownState } = facts;
  const all: Readonly<Record<string, Lifecycle>> = {
    ...LIFECYCLES,
    ...(statusOperations.length === 0 ? {} : { "state goes back": goingBack(statusOperations) }),
    ...(unknownState === undefined ? {} : { "unknown state": unknownFirst(unknownState) }),
  };
  const entries = Object.entries(all);
  const needed = entries.filter(([, [, , { needs }]]) => facts.needs.has(needs));
  return {
    experiments: needed.map(([name, [title, change, kind]]) => {
      const { needs: _, group = "state", isWaiting = false, ...rest } = kind;
      return { id: slug(name), row: LIFECYCLE_ROW, title, change, group, isWaiting, ...rest };
    }),
    unneeded: entries.length - needed.length,
  };
}

function goingBack(on: readonly string[]): Lifecycle {
  const faults = [{ name: "state-goes-back", on, every: 2, staleStatus: { by: "5s" } }];
  return [
    "Every second state is 5 s old, so a job seems to go back.",
    { ...jobs({ running: "20s" }), faults },
    { needs: "polls", rank: 2 },
  ];
}

function unknownFirst(assumptions: JsonObject): Lifecycle {
  return [
    "Before it is queued, every job is in a state that clients don't know.",
    { assumptions, ...jobs({ unknown: "10s" }) },
    { needs: "polls", rank: 1 },
  ];
}
