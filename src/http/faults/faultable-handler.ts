import type { Reply } from "../../core/reply.ts";
import type { Instant } from "../../core/time.ts";
import type { Lag } from "../../engine/call-context.ts";
import type { Handling } from "../../faults/fault-play.ts";
import { findJobOf, type JobCall } from "../request/incoming-call.ts";

/** How the service handles one request while faults are played on it. */
export type FaultableHandler = {
  /** Undefined if the client disconnected first. */
  readonly serve: (handling: Handling) => Promise<Reply | undefined>;
  /** The instant of the latest reply. */
  readonly at: () => Instant;
};

/**
 * Has the service handle a request as a fault requires. If a rule had nothing to change, the next
 * rule reuses the finished work: the service repeats it only to show a job differently, or for a
 * duplicate.
 */
export function faultableHandler(
  jobCall: JobCall,
  reply: (jobCall: JobCall, lag?: Lag) => Promise<Reply>,
  closed: AbortSignal,
): FaultableHandler {
  let { now: at } = jobCall.identity;
  let last: Reply | undefined;
  let turns = 0;
  const serve = async ({
    delayMs,
    times = 1,
    behindMs,
    isJobHidden,
  }: Handling): Promise<Reply | undefined> => {
    const late = delayMs === undefined ? jobCall : await later(jobCall, delayMs, closed);
    if (closed.aborted) return undefined;
    at = late.identity.now;
    const isLagging = behindMs !== undefined || isJobHidden === true;
    if (isLagging && jobCall.jobId !== undefined) last = undefined;
    const lag = { behindMs, hiddenJobId: isJobHidden === true ? jobCall.jobId : undefined };
    for (; last === undefined || turns < times; turns++) last = await reply(late, lag);
    return last;
  };
  return { serve, at: () => at };
}

/** Delays a request, and treats it as if it had just arrived. */
async function later(jobCall: JobCall, delayMs: number, closed: AbortSignal): Promise<JobCall> {
  const { identity } = jobCall;
  const { clock } = identity.sandbox;
  await clock.waitUntil(identity.now + delayMs, closed, jobCall.recorder.label);
  return findJobOf({ ...jobCall, identity: { ...identity, now: clock.now() } });
}
