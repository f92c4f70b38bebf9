import type { Trace } from "../../core/trace.ts";

/** What a function makes of each request and the next one in its group, joined. A group can have 100,000 requests. */
export function flatMapPairs<Result>(
  same: readonly Trace[],
  make: (before: Trace, after: Trace) => readonly Result[],
): Result[] {
  const results: Result[] = [];
  for (const [index, after] of same.entries()) {
    const before = same[index - 1];
    if (before !== undefined) for (const result of make(before, after)) results.push(result);
  }
  return results;
}

/** The job that a request names. */
export function jobIdField({ jobId, use }: Trace): { readonly jobId?: string } {
  return jobId === undefined || use === "createJob" ? {} : { jobId };
}
