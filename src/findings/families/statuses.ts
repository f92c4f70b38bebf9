import type { Trace } from "../../core/trace.ts";
import { traitsOf } from "../../faults/find-kind.ts";
import { isSuccess } from "../status-reads.ts";

/** Statuses in a fault's response that the same request always gets, according to RFC 9110. */
export const HOPELESS_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 403, 405, 406, 410, 413, 414, 415, 422,
]);

/** Statuses of failures that may be temporary; 0 if there was no response. */
export const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([
  0, 408, 429, 500, 502, 503, 504, 529,
]);

/** Statuses that ask a client to come back later. */
export const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503, 529]);

/** The status if the thing that a request names was not found. */
export const NOT_FOUND = 404;

/** The status for too many requests: such a request has had no effect, regardless of its kind. */
export const TOO_MANY = 429;

/** Whether a response refuses a request permanently. */
export function isRefusal(status: number): boolean {
  return !isSuccess(status) && !TEMPORARY_STATUSES.has(status);
}

/** Whether a request's failure may be temporary. */
export function isTemporary({ fault, faultKind, error, status }: Trace): boolean {
  if (error?.code === "rate-limited") return true;
  if (fault === undefined || faultKind === undefined) return false;
  return TEMPORARY_STATUSES.has(status) || traitsOf(faultKind).hidesJob;
}
