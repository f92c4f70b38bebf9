import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { ObservedJob } from "./observed-job.ts";

/** How a job ended, as scenarios write it; times are in milliseconds, shares in 0..1. */
export type ObservedOutcome =
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly afterMs: number; readonly reason: string }
  | { readonly kind: "canceled"; readonly atShare: number }
  | { readonly kind: "expired"; readonly atShare: number; readonly afterMs: number }
  | {
      readonly kind: "stuck";
      readonly state: "queued" | "starting" | "running" | "finalizing";
      readonly atShare: number;
    };

/** A job's durations, in milliseconds, and how it ended. */
export type ObservedProfile = {
  readonly unknownMs: number;
  readonly queuedMs: number;
  readonly startingMs: number;
  readonly runningMs: number;
  readonly finalizingMs: number;
  readonly outcome: ObservedOutcome;
  /** Time from the cancel request to the job's end; undefined if the client sent none. */
  readonly cancelMs: number | undefined;
  readonly losesRace: boolean;
  readonly lateMs: number;
};

/** How much longer a state lasts than it was seen, if something else ended it. */
const BEYOND = 2;
/** How long something takes whose end nobody can know. */
const UNSEEN_MS = 3_600_000;

const ACTIVE = ["unknown", "queued", "starting", "running", "finalizing"] as const;
type Active = (typeof ACTIVE)[number];

/** The profile with which a job behaves as it was observed. */
export function observedProfile(job: ObservedJob): ObservedProfile {
  const { states, createdAt, cancelAt, lateMs, seenUntil } = job;
  const last = states.at(-1) ?? states[0];
  const isOver = isTerminal(last.state);
  const endedAt = isOver ? last.from : seenUntil;
  const spans = new Map<Active, number>();
  for (const [index, { state, from }] of states.entries()) {
    const next = states[index + 1]?.from ?? endedAt;
    const active = ACTIVE.find((each) => each === state);
    if (active !== undefined) spans.set(active, next - from);
  }
  const before = states.findLast(({ state }) => ACTIVE.some((each) => each === state));
  const isCutShort = cancelAt !== undefined || last.state !== "succeeded";
  const shownMs = spans.get("running") ?? 0;
  if (isCutShort && before !== undefined) stretch(spans, before.state, job);
  const atShare = shownMs / Math.max(1, spans.get("running") ?? 1);
  const outcome = outcomeOf(job, last.state, { atShare, afterMs: endedAt - createdAt });
  return {
    unknownMs: spans.get("unknown") ?? 0,
    queuedMs: spans.get("queued") ?? 0,
    startingMs: spans.get("starting") ?? 0,
    runningMs: spans.get("running") ?? 0,
    finalizingMs: spans.get("finalizing") ?? 0,
    outcome,
    cancelMs: cancelMsOf(job, isOver ? last.from : undefined),
    losesRace: cancelAt !== undefined && last.state === "succeeded",
    lateMs,
  };
}

/** Makes the state that something ended long enough not to end on its own before. */
function stretch(
  spans: Map<Active, number>,
  state: JobState,
  { progress, states, cancelAt }: ObservedJob,
): void {
  const active = ACTIVE.find((each) => each === state);
  if (active === undefined) return;
  const runningFrom = states.find((each) => each.state === "running")?.from;
  const span = spans.get(active) ?? 0;
  const isKnown = active === "running" && progress !== undefined && runningFrom !== undefined;
  const ofAllRows = isKnown ? (progress.at - runningFrom) / progress.share : 0;
  // A client that polls at another pace has to be in time to cancel the job, too.
  const least = cancelAt !== undefined && !isKnown ? UNSEEN_MS : 1;
  spans.set(active, Math.max(Math.round(ofAllRows), BEYOND * span, least));
}

function outcomeOf(
  job: ObservedJob,
  last: JobState,
  { atShare, afterMs }: { readonly atShare: number; readonly afterMs: number },
): ObservedOutcome {
  const reason = job.failureReason ?? "The job failed.";
  if (last === "succeeded") return { kind: "succeeded" };
  if (last === "failed") return { kind: "failed", afterMs, reason };
  if (last === "expired") return { kind: "expired", atShare, afterMs };
  // The client's own request cancels the job in a replay, too.
  if (job.cancelAt !== undefined) return { kind: "succeeded" };
  if (last === "cancelled" || last === "cancelling") return { kind: "canceled", atShare };
  return { kind: "stuck", state: last === "unknown" ? "queued" : last, atShare };
}

function cancelMsOf(job: ObservedJob, endedAt: number | undefined): number | undefined {
  const { cancelAt, states } = job;
  const cancelling = states.find(({ state }) => state === "cancelling")?.from;
  if (cancelAt !== undefined)
    return endedAt === undefined ? UNSEEN_MS : Math.max(0, endedAt - cancelAt);
  if (cancelling === undefined) return undefined;
  return endedAt === undefined ? UNSEEN_MS : endedAt - cancelling;
}
