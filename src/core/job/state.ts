/**
 * The states of a job in the simulator's own words; the names on the wire stand in the specification.
 * `unknown` comes before `queued`, and only where the specification in force names it.
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

/** A state that a job never leaves by itself. */
export type TerminalState = "succeeded" | "failed" | "cancelled";

/** Whether nothing but a cancel request or the test can move the job any more. */
export function isTerminal(state: JobState): state is TerminalState {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}
