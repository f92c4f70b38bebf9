/**
 * The simulator's own names for a job's states; the spec defines the wire names. A job is
 * `unknown` (before `queued`), `finalizing` (after its last row), or `expired` only if the spec
 * names that state.
 */
export const JOB_STATES = [
  "unknown",
  "queued",
  "starting",
  "running",
  "finalizing",
  "cancelling",
  "succeeded",
  "failed",
  "cancelled",
  "expired",
] as const;

/** The simulator's own name for a job's state; responses use the spec's names. */
export type JobState = (typeof JOB_STATES)[number];

/** States that a job never leaves on its own. */
const TERMINAL_STATES = ["succeeded", "failed", "cancelled", "expired"] as const;

export type TerminalState = (typeof TERMINAL_STATES)[number];

/** Whether only a cancel request or the test can still change the state. */
export function isTerminal(state: JobState): state is TerminalState {
  return TERMINAL_STATES.some((terminal) => terminal === state);
}
