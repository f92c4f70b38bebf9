import type { Trace } from "../../core/trace.ts";

/** Groups requests for the same operation on the same job, oldest first. */
export function sameRequests(traces: readonly Trace[]): readonly (readonly Trace[])[] {
  const groups = new Map<string, Trace[]>();
  for (const trace of traces) {
    // Each successful create request names another job, but is still the same request.
    const jobId = trace.use === "createJob" ? "" : (trace.jobId ?? "");
    const key = `${trace.operationId ?? trace.url} ${jobId}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [trace]);
    else known.push(trace);
  }
  return [...groups.values()];
}

/** Each request with the next one in its group. */
export function pairsOf(same: readonly Trace[]): readonly (readonly [Trace, Trace])[] {
  return same.slice(1).map((after, index) => [same[index] ?? after, after] as const);
}

/** The job that a request names. */
export function jobIdField({ jobId, use }: Trace): { readonly jobId?: string } {
  return jobId === undefined || use === "createJob" ? {} : { jobId };
}
