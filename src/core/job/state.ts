/**
 * The simulator's own names for a job's states; the spec has the names on the wire. `unknown`
 * precedes `queued`, and only if the spec names it.
 */
export const JOB_STATES = [
  "unknown",
  "queued",
  "starting",
  "running",
  "cancelling",
  "succeeded",
  "failed",
  "cancelled",
] as const;

export type JobState = (typeof JOB_STATES)[number];

/** A state that a job never leaves on its own. */
export type TerminalState = "succeeded" | "failed" | "cancelled";

/** Whether only a cancel request or the test can still change the state. */
export function isTerminal(state: JobState): state is TerminalState {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}
