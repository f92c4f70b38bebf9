import { wholeMs } from "../../core/job/profile.ts";
import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { ObservedJob } from "./observed-job.ts";

export type ObservedProfile = Readonly<ReturnType<typeof observedProfile>>;

/** Minimum ratio of assumed to observed duration for a state that was cut short. */
const BEYOND = 2;
/** Duration to assume if the end is unknown, in milliseconds. */
const UNSEEN_MS = 3_600_000;

export const TIMED = ["unknown", "queued", "starting", "running", "finalizing"] as const;

function isTimed(state: JobState): state is (typeof TIMED)[number] {
  return TIMED.some((each) => each === state);
}

/** A job's behavior: its durations in milliseconds, and its outcome in the syntax of scenarios. */
export function observedProfile(job: ObservedJob) {
  const { states, createdAt, cancelAt, lateMs, seenUntil, progress } = job;
  const last = states.at(-1) ?? states[0];
  const isOver = isTerminal(last.state);
  const endedAt = isOver ? last.from : seenUntil;
  const spans = { unknown: 0, queued: 0, starting: 0, running: 0, finalizing: 0 };
  for (const [index, { state, from }] of states.entries())
    if (isTimed(state)) spans[state] = (states[index + 1]?.from ?? endedAt) - from;
  const before = states.map(({ state }) => state).findLast(isTimed);
  const shownMs = spans.running;
  const known = before === "running" ? progress : undefined;
  const isCutShort = cancelAt !== undefined || last.state !== "succeeded";
  if (isCutShort && before !== undefined) spans[before] = stretched(spans[before], known, job);
  const share = known?.isFinal ? known.share : shownMs / Math.max(1, spans.running);
  // Rounded up, because 0.333333 of three rows would be less than one row.
  const at = Math.ceil(share * 1e6) / 1e6;
  const after = durationText(endedAt - createdAt);
  return {
    spans,
    outcome: outcomeOf(job, last.state, { at, after, when: known?.isFinal ? { at } : { after } }),
    cancelMs: cancelMsOf(job, isOver ? last.from : undefined),
    losesRace: cancelAt !== undefined && last.state === "succeeded",
    lateMs,
  };
}

/** Extends a state that was cut short, so that it doesn't end too early in a replay. */
function stretched(
  span: number,
  known: ObservedJob["progress"],
  { states, cancelAt }: ObservedJob,
): number {
  if (known?.isFinal && cancelAt === undefined) return wholeMs(Math.floor(span / known.share));
  const runningFrom = states.find((each) => each.state === "running")?.from ?? 0;
  const { at, share } = known ?? { at: runningFrom, share: 1 };
  // A canceled job may end long after it has completed its last row.
  const ofAllRows = (Math.min(at, cancelAt ?? at) - runningFrom) / share;
  // A client that polls at a different pace must also be able to cancel the job in time.
  const least = cancelAt !== undefined && known === undefined ? UNSEEN_MS : 1;
  return Math.max(wholeMs(ofAllRows), BEYOND * span, least);
}

/** A job's outcome as an object with one key; empty if it succeeded or the client canceled it. */
function outcomeOf(
  { cancelAt, failureReason: reason = "The job failed." }: ObservedJob,
  last: JobState,
  { at, after, when }: Readonly<{ at: number; after: JsonValue; when: JsonObject }>,
): JsonObject {
  if (last === "succeeded") return {};
  if (last === "failed") return { failed: { ...when, reason } };
  if (last === "expired") return { expired: { at, after } };
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
  const from = job.cancelAt ?? job.states.find(({ state }) => state.startsWith("cancel"))?.from;
  if (from === undefined) return undefined;
  return endedAt === undefined ? UNSEEN_MS : Math.max(0, endedAt - from);
}
