import { defined } from "../core/defined.ts";
import type { FaultRule } from "../core/fault-rule.ts";
import { viewAt } from "../core/job/view.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import type { Reply } from "../core/reply.ts";
import type { Lag } from "../engine/call-context.ts";
import { type FiredFault, fireFault } from "../engine/fire-fault.ts";
import { isWrite } from "../faults/call-subject.ts";
import type { Handling } from "../faults/fault-kind.ts";
import { mayFindNothing } from "../faults/find-kind.ts";
import { isOn } from "../faults/select-fault.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { closeSignal } from "./reply/close-signal.ts";
import { findJobOf, type JobCall } from "./request/incoming-call.ts";

export type FaultableHandler = ReturnType<typeof faultableHandler>;

/**
 * Lets the service handle a request as a fault requires. If one rule's fault changes nothing, the
 * next rule reuses the service's response. The service handles the request again only to hide its
 * job, to show an earlier state of the job, or to duplicate the request.
 */
export function faultableHandler(
  jobCall: JobCall,
  reply: (jobCall: JobCall, lag?: Lag) => Promise<Reply>,
) {
  const closed = closeSignal(jobCall.res);
  let { now: at } = jobCall.identity;
  let last: Reply | undefined;
  let turns = 0;
  /** Resolves with undefined if the client disconnected first. */
  const serve = async (handling: Handling): Promise<Reply | undefined> => {
    const { delayMs, times = 1, stale, isJobHidden } = handling;
    const late = delayMs === undefined ? jobCall : await later(jobCall, delayMs, closed);
    if (closed.aborted) return undefined;
    at = late.identity.now;
    // A write, such as a cancellation, isn't repeated to show an earlier state.
    const isStale = stale !== undefined && !(last && isWrite(jobCall.route.operation.use));
    if (isStale || (isJobHidden && jobCall.jobId !== undefined)) last = undefined;
    const lag = { stale, hiddenJobId: isJobHidden === true ? jobCall.jobId : undefined };
    for (; last === undefined || turns < times; turns++) last = await reply(late, lag);
    return last;
  };
  return { serve, /** The instant of the latest reply. */ at: () => at };
}

/** Delays a request, and then treats it as if it had just arrived. */
async function later(jobCall: JobCall, delayMs: number, closed: AbortSignal): Promise<JobCall> {
  const { identity } = jobCall;
  const { clock } = identity.sandbox;
  await clock.waitUntil(identity.now + delayMs, closed, jobCall.recorder.label);
  return findJobOf({ ...jobCall, identity: { ...identity, now: clock.now() } });
}

/**
 * Fires the fault that is due on a request, if any, and counts the hit. Uses the scenario that was
 * in effect when the request was identified. `body` is undefined unless a rule depends on it.
 */
export function injectFault(
  { req, identity, route, jobId, job, format }: JobCall,
  body: JsonValue | undefined,
  matches: ConditionMatcher,
): FiredFault {
  const { sandbox, scenario, now } = identity;
  const { operationId, use } = route.operation;
  const call = defined({
    operationId,
    use,
    at: now,
    jobId,
    jobState: job && viewAt(sandbox.timelines.of(job.jobId), now).state,
    jobAgeMs: job && now - job.facts[0].at,
    format,
    // Headers and the query are JSON except for undefined values, which conditions treat as absent.
    headers: req.headers as unknown as JsonObject,
    query: req.query as unknown as JsonObject,
    body,
  });
  return fireFault(sandbox, scenario.faults, call, matches);
}

/** A firing that may still be reverted, because its fault may find nothing to change. */
type OpenFiring = { readonly rule: FaultRule; readonly settled: Promise<void> };

const openIn = oncePer((_: Sandbox) => new Set<OpenFiring>());

/**
 * Waits while a rule has fired the maximum number of times, but a firing may still be reverted. The
 * rule could then fire on this call. So concurrent calls get the same faults as sequential calls.
 */
export async function untilSettled(sandbox: Sandbox, operationId: string): Promise<void> {
  for (;;) {
    const { faultHits } = sandbox.state;
    const last = [...openIn(sandbox)].find(({ rule }) => {
      const { name, times = Number.POSITIVE_INFINITY } = rule;
      return isOn(rule, operationId) && (faultHits.get(name)?.fired ?? 0) >= times;
    });
    if (last === undefined) return;
    await last.settled;
  }
}

/** Marks a firing as open if its fault may change nothing. Returns a function that settles it. */
export function openFiring(sandbox: Sandbox, rule: FaultRule): () => void {
  if (rule.times === undefined || !mayFindNothing(rule.fault)) return () => {};
  let settle: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const firing = { rule, settled };
  const open = openIn(sandbox).add(firing);
  return () => {
    open.delete(firing);
    settle();
  };
}
