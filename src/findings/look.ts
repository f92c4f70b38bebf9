import { FAULT_TRAITS } from "../core/faults/fault-traits.ts";
import type { JobState } from "../core/job/state.ts";
import { isTerminal } from "../core/job/state.ts";
import type { Trace } from "../core/trace.ts";
import type { JobEvidence } from "./evidence.ts";

/** Use cases that tell the state of the job that they name. */
const LOOKS: ReadonlySet<string> = new Set(["getJobStatus", "getJob", "streamJobProgress"]);

/** An answer that told the client the state of a job. */
export type Told = { readonly trace: Trace; readonly state: JobState };

/** Whether an exchange asks how a job is. */
export function isLook({ use }: Trace): boolean {
  return use !== undefined && LOOKS.has(use);
}

/** Whether an exchange asks how a job is at that moment. */
export function isPoll({ use }: Trace): boolean {
  return use === "getJobStatus" || use === "getJob";
}

/** Whether the client could read the service's own response: no fault hid it. */
export function isIntact({ faultKind }: Trace): boolean {
  return faultKind === undefined || !FAULT_TRAITS[faultKind].hidesOutcome;
}

/** Whether a status says that all went well (RFC 9110, 15.3). */
export function isSuccess(status: number): boolean {
  return Math.floor(status / 100) === 2;
}

/** Whether the client got the service's own answer, in full, and it was a success. */
export function succeeded(trace: Trace): boolean {
  return isIntact(trace) && trace.end === "finished" && isSuccess(trace.status);
}

/** What an exchange told the client of a job. */
export function toldBy(trace: Trace, job: JobEvidence): readonly Told[] {
  if (!isLook(trace) || !succeeded(trace)) return [];
  // The journal has the state at the request; a stream of progress that ended by itself told the end.
  const end = trace.use === "streamJobProgress" ? endState(job) : undefined;
  const state = end ?? trace.jobState;
  return state === undefined ? [] : [{ trace, state }];
}

function endState({ timeline }: JobEvidence): JobState | undefined {
  const state = timeline.phases.at(-1)?.state;
  return state !== undefined && isTerminal(state) ? state : undefined;
}
