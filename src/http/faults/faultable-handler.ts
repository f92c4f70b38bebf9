import type { Request } from "express";
import { viewAt } from "../../core/job/view.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { ConditionMatcher } from "../../core/profile-rule.ts";
import type { Reply } from "../../core/reply.ts";
import type { Instant } from "../../core/time.ts";
import type { Lag } from "../../engine/call-context.ts";
import { type FiredFault, fireFault } from "../../engine/fire-fault.ts";
import type { Handling } from "../../faults/fault-kind.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { Identity } from "../request/identify.ts";
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

/** Everything besides the caller that determines which fault fires. */
type Injection = {
  readonly operationId: string;
  /** The operation's use case. */
  readonly use: string;
  readonly jobId: string | undefined;
  readonly job: StoredJob | undefined;
  /** The results format that it asks for, if any. */
  readonly format: string | undefined;
  /** Set only if a rule depends on it. */
  readonly body: JsonValue | undefined;
  readonly matches: ConditionMatcher;
};

/**
 * Fires the fault that is due on a request, if any, under the scenario in effect when it was
 * identified. Its hit is counted when this returns.
 */
export function injectFault(
  req: Request,
  { sandbox, scenario, now }: Identity,
  injection: Injection,
): FiredFault {
  const { operationId, use, jobId, job, format, body, matches } = injection;
  const call = {
    operationId,
    use,
    at: now,
    ...(jobId === undefined ? {} : { jobId }),
    ...(job === undefined
      ? {}
      : {
          jobState: viewAt(sandbox.timelines.of(job.jobId), now).state,
          jobAgeMs: now - job.facts[0].at,
        }),
    ...(format === undefined ? {} : { format }),
    // Both are JSON except for undefined values, which conditions treat as absent.
    headers: req.headers as unknown as JsonObject,
    query: req.query as unknown as JsonObject,
    ...(body === undefined ? {} : { body }),
  };
  return fireFault(sandbox, { rules: scenario.faults, call, matches });
}
