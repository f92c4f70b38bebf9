import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { ObservedJob } from "./observed-job.ts";

export type ObservedProfile = Readonly<ReturnType<typeof observedProfile>>;

/** Minimum ratio of assumed to observed duration for a state that was cut short. */
const BEYOND = 2;
/** Duration to assume if the end is unknown, in milliseconds. */
const UNSEEN_MS = 3_600_000;

export const TIMED = ["unknown", "queued", "starting", "running", "finalizing"] as const;
export type Timed = (typeof TIMED)[number];

function isTimed(state: JobState): state is Timed {
  return TIMED.some((each) => each === state);
}

/** A job's behavior: its durations in milliseconds, and its outcome in the syntax of scenarios. */
export function observedProfile(job: ObservedJob) {
  const { states, createdAt, cancelAt, lateMs, seenUntil } = job;
  const last = states.at(-1) ?? states[0];
  const isOver = isTerminal(last.state);
  const endedAt = isOver ? last.from : seenUntil;
  const spans = { unknown: 0, queued: 0, starting: 0, running: 0, finalizing: 0 };
  for (const [index, { state, from }] of states.entries())
    if (isTimed(state)) spans[state] = (states[index + 1]?.from ?? endedAt) - from;
  const before = states.map(({ state }) => state).findLast(isTimed);
  const shownMs = spans.running;
  const isCutShort = cancelAt !== undefined || last.state !== "succeeded";
  if (isCutShort && before !== undefined) spans[before] = stretched(spans[before], before, job);
  const atShare = Math.round((shownMs / Math.max(1, spans.running)) * 10_000) / 10_000;
  return {
    spans,
    outcome: outcomeOf(job, last.state, { atShare, afterMs: endedAt - createdAt }),
    cancelMs: cancelMsOf(job, isOver ? last.from : undefined),
    losesRace: cancelAt !== undefined && last.state === "succeeded",
    lateMs,
  };
}

/** Extends a state that was cut short, so that it doesn't end too early in a replay. */
function stretched(
  span: number,
  state: Timed,
  { progress, states, cancelAt }: ObservedJob,
): number {
  const runningFrom = states.find((each) => each.state === "running")?.from;
  const isKnown = state === "running" && progress !== undefined && runningFrom !== undefined;
  const ofAllRows = isKnown ? (progress.at - runningFrom) / progress.share : 0;
  // A client that polls at a different pace must also be able to cancel the job in time.
  const least = cancelAt !== undefined && !isKnown ? UNSEEN_MS : 1;
  return Math.max(Math.round(ofAllRows), BEYOND * span, least);
}

/** A job's outcome as an object with one key; empty if it succeeded or the client canceled it. */
function outcomeOf(
  { cancelAt, failureReason: reason = "The job failed." }: ObservedJob,
  last: JobState,
  { atShare: at, afterMs }: { readonly atShare: number; readonly afterMs: number },
): JsonObject {
  if (last === "succeeded") return {};
  if (last === "failed") return { failed: { after: durationText(afterMs), reason } };
  if (last === "expired") return { expired: { at, after: durationText(afterMs) } };
  // The scenario needn't cancel the job, because in a replay, the client cancels it again.
  if (cancelAt !== undefined) return {};
  if (last === "cancelled" || last === "cancelling") return { canceled: { at } };
  const state = last === "unknown" ? "queued" : last;
  return { stuck: { in: state, ...(state === "running" && { at }) } };
}

/** An exact duration, such as `1m30s` or `1250ms`. */
export function durationText(ms: number): JsonValue {
  if (ms <= 0) return 0;
  if (ms % 1000 !== 0) return `${ms}ms`;
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms / 1000) % 60];
  const counts = { h: Math.floor(minutes / 60), m: minutes % 60, s: seconds };
  const parts = Object.entries(counts).map(([unit, count]) => (count > 0 ? count + unit : ""));
  return parts.join("");
}

/** Milliseconds from the start of a cancellation to the job's end; undefined if there was none. */
function cancelMsOf(job: ObservedJob, endedAt: number | undefined): number | undefined {
  const from = job.cancelAt ?? job.states.find(({ state }) => state === "cancelling")?.from;
  if (from === undefined) return undefined;
  return endedAt === undefined ? UNSEEN_MS : Math.max(0, endedAt - from);
}
