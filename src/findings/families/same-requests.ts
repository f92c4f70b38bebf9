import type { Trace } from "../../core/trace.ts";

/** Each request with the next one in its group. */
export function pairsOf(same: readonly Trace[]): readonly (readonly [Trace, Trace])[] {
  return same.slice(1).map((after, index) => [same[index] ?? after, after] as const);
}

/** The job that a request names. */
export function jobIdField({ jobId, use }: Trace): { readonly jobId?: string } {
  return jobId === undefined || use === "createJob" ? {} : { jobId };
}
