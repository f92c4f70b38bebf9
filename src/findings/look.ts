import { FAULT_TRAITS } from "../core/faults/fault-traits.ts";
import type { JobState } from "../core/job/state.ts";
import { isTerminal } from "../core/job/state.ts";
import type { Trace } from "../core/trace.ts";
import type { JobEvidence } from "./evidence.ts";

/** Use cases whose response tells a job's state. */
const LOOKS: ReadonlySet<string> = new Set(["getJobStatus", "getJob", "streamJobProgress"]);

/** A response that told the client a job's state. */
export type Told = { readonly trace: Trace; readonly state: JobState };

/** Whether an exchange asks for a job's state. */
export function isLook({ use }: Trace): boolean {
  return use !== undefined && LOOKS.has(use);
}

/** Whether an exchange asks for a job's state at that moment. */
export function isPoll({ use }: Trace): boolean {
  return use === "getJobStatus" || use === "getJob";
}

/** Whether the client could read the service's own response: no fault hid it. */
export function isIntact({ faultKind }: Trace): boolean {
  return faultKind === undefined || !FAULT_TRAITS[faultKind].hidesOutcome;
}

/** Whether a status is a success (RFC 9110, 15.3). */
export function isSuccess(status: number): boolean {
  return Math.floor(status / 100) === 2;
}

/** Whether the client received the service's own, complete response, and it was a success. */
export function succeeded(trace: Trace): boolean {
  return isIntact(trace) && trace.end === "finished" && isSuccess(trace.status);
}

/** What an exchange told the client about a job's state. */
export function toldBy(trace: Trace, job: JobEvidence): readonly Told[] {
  if (!isLook(trace) || !succeeded(trace)) return [];
  // The journal has the state at the time of the request; a progress stream that ended by itself also told the end.
  const end = trace.use === "streamJobProgress" ? endState(job) : undefined;
  const state = end ?? trace.jobState;
  return state === undefined ? [] : [{ trace, state }];
}

function endState({ timeline }: JobEvidence): JobState | undefined {
  const state = timeline.phases.at(-1)?.state;
  return state !== undefined && isTerminal(state) ? state : undefined;
}
