import { lastOf } from "../core/job/phase.ts";
import { isTerminal, type JobState } from "../core/job/state.ts";
import type { Timeline } from "../core/job/timeline.ts";
import type { Trace } from "../core/trace.ts";
import { traitsOf } from "../faults/find-kind.ts";

/** Use cases whose responses contain a job's state. */
const LOOKS: ReadonlySet<string> = new Set(["getJobStatus", "getJob", "streamJobProgress"]);

/** Use cases whose responses contain results. */
const DOWNLOADS: ReadonlySet<string> = new Set(["getResults", "getResultsFile", "getFileContent"]);

export type Told = { readonly trace: Trace; readonly state: JobState };

export function isLook({ use, method }: Trace): boolean {
  return use !== undefined && LOOKS.has(use) && method !== "HEAD";
}

/** Whether an exchange asks for a job's state in a single response, not in a stream. */
export function isPoll(trace: Trace): boolean {
  return isLook(trace) && trace.use !== "streamJobProgress";
}

/** Whether an exchange downloads results, or a part of them. */
export function isDownload(trace: Pick<Trace, "use" | "method" | "hasRows">): boolean {
  const { use, method, hasRows } = trace;
  return hasRows === true || (use !== undefined && DOWNLOADS.has(use) && method !== "HEAD");
}

/** Whether an exchange asks for results, or for the URL of a file with them. */
export function asksForResults(trace: Trace): boolean {
  const { use } = trace;
  return use !== undefined && (isDownload(trace) || DOWNLOADS.has(use) || use === "getResultsUrl");
}

/** Whether no fault hid the service's own response from the client. */
export function isIntact({ faultKind }: Trace): boolean {
  return faultKind === undefined || !traitsOf(faultKind).hidesOutcome;
}

/** Whether a fault hid the response to the last exchange, a GET request sent after `exchange`. */
export function endsUnread(traces: readonly Trace[], exchange: number): boolean {
  const last = traces.at(-1);
  return last !== undefined && last.id > exchange && last.method === "GET" && !isIntact(last);
}

/** Whether a status is a success (RFC 9110, 15.3). */
export function isSuccess(status: number): boolean {
  return Math.floor(status / 100) === 2;
}

/** Whether the client received the service's own, complete response, and it was a success. */
export function succeeded(trace: Trace): boolean {
  return isIntact(trace) && trace.end === "finished" && isSuccess(trace.status);
}

/** Whether everything that the client received was a correct part of a successful response. */
export function isCorrectAsFarAsItGoes({ status, faultKind }: Trace): boolean {
  return isSuccess(status) && (faultKind === undefined || traitsOf(faultKind).isBodyCorrect);
}

/** The job state that an exchange reported to the client; empty if the client read none. */
export function toldBy(trace: Trace, timeline: Timeline): readonly Told[] {
  if (!isLook(trace) || !succeeded(trace)) return [];
  // The journal has the state at the time of the request, but a progress stream that ended on its
  // own also reported the job's final state.
  const last = lastOf(timeline.phases).state;
  const hasEnded = trace.use === "streamJobProgress" && isTerminal(last);
  const state = hasEnded ? last : trace.jobState;
  return state === undefined ? [] : [{ trace, state }];
}

/** Statuses of faults after which, according to RFC 9110, the same request fails again. */
export const HOPELESS_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 403, 405, 406, 410, 413, 414, 415, 422,
]);

/** Statuses of failures that may be temporary; 0 means that there was no response. */
export const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([
  0, 408, 429, 500, 502, 503, 504, 529,
]);

/** Statuses that ask a client to come back later. */
export const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503, 529]);

export const NOT_FOUND = 404;

/** Too many requests. The service rejected such a request before acting on it. */
export const TOO_MANY = 429;

/** The key was rejected, so no later request can succeed. */
export const KEY_REJECTED = 401;

export function isRefusal(status: number): boolean {
  return !isSuccess(status) && !TEMPORARY_STATUSES.has(status);
}

export function isTemporary({ fault, faultKind, error, status }: Trace): boolean {
  if (error?.code === "rate-limited") return true;
  if (fault === undefined || faultKind === undefined) return false;
  return TEMPORARY_STATUSES.has(status) || isJobHidden({ faultKind });
}

export function isJobHidden({ faultKind }: Pick<Trace, "faultKind">): boolean {
  return faultKind !== undefined && traitsOf(faultKind).hidesJob === true;
}
