import type { JsonObject } from "../../core/json.ts";
import type { TrialGroup } from "../../faults/trial.ts";
import { type Experiment, LIFECYCLE_ROW, slug } from "./experiment.ts";

/** Calls that the first run must contain for a change of jobs or rows to matter. */
export type Need = "jobs" | "polls" | "expiry" | "results" | "csv" | "failed rows";

type Lifecycle = Pick<Experiment, "shownBy" | "damage" | "ending" | "rank"> & {
  readonly title: string;
  readonly change: JsonObject;
  readonly needs: Need;
  readonly group?: TrialGroup;
  readonly isWaiting?: true;
};

const failing = (at: number | string): JsonObject => ({
  profiles: [{ outcome: { failed: { at, reason: "The worker was lost." } } }],
});
const JOB_ENDS = { needs: "polls", rank: 1 } as const;
const JOB_FAILS = { ...JOB_ENDS, ending: "failed" } as const;

const firstRow = (outcome: JsonObject | string): JsonObject => ({ rows: [{ index: 0, outcome }] });
const BAD_ROW = {
  needs: "results",
  shownBy: "other rows",
  damage: "rows",
  group: "body",
  rank: 2,
} as const;
const failedRow = (status: number): JsonObject => ({ error: { status } });
const ROW_FAILS = { needs: "failed rows", damage: "rows", rank: 1 } as const;
const ODD_OUTPUT = { needs: "results", shownBy: "other rows", group: "body", rank: 3 } as const;

/** The changes to the courses of jobs and to their rows, without those of `unknown-first`. */
const LIFECYCLES: Readonly<Record<string, Lifecycle>> = {
  "fails at start": { title: "Every job fails at its start.", change: failing(0), ...JOB_FAILS },
  "fails midway": { title: "Every job fails midway.", change: failing("50%"), ...JOB_FAILS },
  "fails at the last row": {
    title: "Every job fails at its last row.",
    change: failing("99%"),
    ...JOB_FAILS,
  },
  "canceled midway": {
    title: "Somebody else cancels every job midway.",
    change: { profiles: [{ outcome: { canceled: { at: "50%" } } }] },
    ...JOB_ENDS,
    ending: "cancelled",
  },
  expires: {
    title: "Every job expires midway.",
    change: { profiles: [{ outcome: { expired: { at: "50%", after: "24h" } } }] },
    ...JOB_ENDS,
    needs: "expiry",
    ending: "expired",
  },
  "stuck running": {
    title: "Every job gets stuck while it runs.",
    change: { profiles: [{ outcome: { stuck: { in: "running", at: "40%" } } }] },
    needs: "polls",
    isWaiting: true,
    rank: 1,
  },
  "stuck queued": {
    title: "Every job stays in the queue.",
    change: { profiles: [{ outcome: { stuck: { in: "queued" } } }] },
    needs: "polls",
    isWaiting: true,
    rank: 2,
  },
  "results late": {
    title: "Results are ready 30 s after success.",
    change: { profiles: [{ results: { lateBy: "30s" } }] },
    needs: "results",
    rank: 1,
  },
  "results expired": {
    title: "Results expire as soon as they are ready.",
    change: { profiles: [{ results: { expireAfter: "1ms" } }] },
    needs: "results",
    rank: 2,
  },
  "results expire": {
    title: "Results expire an hour after success.",
    change: { profiles: [{ results: { expireAfter: "1h" } }] },
    needs: "results",
    rank: 3,
  },
  "slow queue": {
    title: "Every job waits in the queue for an hour.",
    change: { profiles: [{ queued: "1h" }] },
    needs: "polls",
    rank: 3,
  },
  "loses race": {
    title: "Canceled jobs succeed anyway.",
    change: { profiles: [{ cancel: { takes: "2s", losesRace: true } }] },
    needs: "jobs",
    rank: 3,
  },
  "slow cancel": {
    title: "Canceling a job takes two minutes.",
    change: { profiles: [{ cancel: { takes: "2m" } }] },
    needs: "jobs",
    rank: 3,
  },
  "row empty": { title: "The first row is empty.", change: firstRow("empty"), ...BAD_ROW },
  "row refused": { title: "The first row is a refusal.", change: firstRow("refusal"), ...BAD_ROW },
  "row against schema": {
    title: "The first row violates the job's schema.",
    change: firstRow("schemaViolation"),
    ...BAD_ROW,
  },
  "row not JSON": {
    title: "The first row isn't valid JSON.",
    change: firstRow("invalidJson"),
    ...BAD_ROW,
  },
  "row cut off": {
    title: "The first row's JSON is cut off.",
    change: firstRow("truncatedJson"),
    ...BAD_ROW,
  },
  "row fails": {
    title: "The first row fails with an error of the service, and the job succeeds.",
    change: firstRow(failedRow(500)),
    ...ROW_FAILS,
  },
  "row rejected": {
    title: "The first row is rejected as invalid, and the job succeeds.",
    change: firstRow(failedRow(400)),
    ...ROW_FAILS,
  },
  "every row fails": {
    title: "Every row fails, and the job succeeds.",
    change: { rows: [{ outcome: failedRow(500) }] },
    ...ROW_FAILS,
  },
  "outputs of every branch": {
    title: "Outputs take every branch of their schema.",
    change: { values: "covering" },
    ...ODD_OUTPUT,
  },
  "outputs with Unicode": {
    title: "Outputs have extreme values, Unicode among them.",
    change: { values: "edge" },
    ...ODD_OUTPUT,
  },
  "output long": {
    title: "The first output has 100,000 bytes.",
    change: firstRow({ huge: { bytes: 100_000 } }),
    ...ODD_OUTPUT,
  },
  "output with quotes": {
    title: "The first output has line breaks, commas, and quotes.",
    change: firstRow({ text: 'He said: "no, never",\r\nand left.\n' }),
    ...ODD_OUTPUT,
    needs: "csv",
  },
};

/** A plan's facts about the first run, besides its places. */
export type LifecycleFacts = {
  readonly needs: ReadonlySet<Need>;
  /** IDs of the operations that tell the states of jobs. */
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
  const needed = entries.filter(([, { needs }]) => facts.needs.has(needs));
  return {
    experiments: needed.map(([name, { needs: _, group = "state", isWaiting, ...rest }]) => ({
      id: slug(name),
      row: LIFECYCLE_ROW,
      group,
      isWaiting: isWaiting === true,
      ...rest,
    })),
    unneeded: entries.length - needed.length,
  };
}

function goingBack(on: readonly string[]): Lifecycle {
  return {
    title: "Every second state is 5 s old, so a job seems to go back.",
    change: {
      profiles: [{ running: "20s" }],
      faults: [{ name: "state-goes-back", on, every: 2, staleStatus: { by: "5s" } }],
    },
    needs: "polls",
    rank: 2,
  };
}

function unknownFirst(assumptions: JsonObject): Lifecycle {
  return {
    title: "Before it is queued, every job is in a state that clients don't know.",
    change: { assumptions, profiles: [{ unknown: "10s" }] },
    needs: "polls",
    rank: 1,
  };
}
