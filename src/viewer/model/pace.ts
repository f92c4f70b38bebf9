import type { ExchangeSummary } from "../../control/reports.ts";

/** How a call follows the client's previous one about the same job. */
export type CallPace = {
  /** Time since the previous call on the sandbox's clock. */
  readonly gapMs: number;
  /** The same on the wall clock; undefined if it is unknown. */
  readonly wallGapMs?: number;
  /** Whether the previous response asked for a longer wait. */
  readonly isEarly: boolean;
};

/**
 * The pace of each call that has a previous one, by ID. Calls about no job follow each other if
 * they are to the same operation.
 */
export function pacesOf(exchanges: readonly ExchangeSummary[]): ReadonlyMap<number, CallPace> {
  const last = new Map<string, ExchangeSummary>();
  const paces = new Map<number, CallPace>();
  for (const call of exchanges) {
    const subject = call.jobId ?? `${call.method} ${call.operationId ?? call.url}`;
    const before = last.get(subject);
    last.set(subject, call);
    if (before === undefined) continue;
    const gapMs = call.at - before.at;
    paces.set(call.id, {
      gapMs,
      ...(call.wallAt > 0 && before.wallAt > 0 && { wallGapMs: call.wallAt - before.wallAt }),
      isEarly: gapMs < (before.retryAfterMs ?? 0),
    });
  }
  return paces;
}
