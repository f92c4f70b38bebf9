import type { FaultRule } from "../core/fault-rule.ts";
import { isTerminal } from "../core/job/state.ts";
import { nextChangeAt, nextStateAt, viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import { useCaseOf } from "../engine/use-cases.ts";
import type { Firing } from "../faults/fault-call.ts";
import { traitsOf } from "../faults/find-kind.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import type { Recorder } from "./recorder.ts";
import type { Identity } from "./request/identify.ts";
import type { Route } from "./request/route.ts";

/** A call that may move a clock: its sandbox, purpose, job, and response. */
export type PollingCall = {
  readonly identity: Identity;
  readonly route: Route;
  readonly job: StoredJob | undefined;
  readonly recorder: Recorder;
};

/** Such a call's outcome: the fault that fired, and the wait that its response asks for. */
export type CallEnd = {
  readonly firing: Firing | undefined;
  readonly retryAfterMs: number | undefined;
};

/**
 * Moves a `poll` clock after a call that polls a job, regardless of the response, and after a fault
 * that ends only with time: to the job's next change, by the step, or by the response's
 * Retry-After, so no client waits forever. A response that reports a terminal state doesn't move
 * the clock, unless it also says that results are not ready: the client has nothing left to poll
 * for, and its next request must find the results as they were at that moment. On a `manual` clock, the poll is only
 * counted.
 */
export function movePollClock(call: PollingCall, { firing, retryAfterMs }: CallEnd): void {
  const { clock } = call.identity.sandbox;
  if (clock.spec.mode === "manual") countPoll(call);
  if (clock.spec.mode !== "poll") return;
  if (retryAfterMs !== undefined && retryAfterMs > 0) {
    clock.advance(retryAfterMs);
    return;
  }
  const needsTime = firing !== undefined && endsByTime(firing.rule);
  const { isPoll } = useCaseOf(call.route.operation.use);
  const isForResults = isPoll === "until results are ready";
  const isLate = showsResults(call) && isWaiting(call);
  const isAsking = isForResults
    ? !isReady(call)
    : isPoll && (needsTime || isLate || !reportsEnd(call));
  if (isAsking) clock.poll(isForResults || isLate ? nextChangeOf(call) : nextStateOf(call));
  else if (needsTime) clock.poll(undefined);
}

/** A client that polls on a `manual` clock waits for someone to advance it. */
function countPoll(call: PollingCall): void {
  const { identity, route, job, recorder } = call;
  const { isPoll } = useCaseOf(route.operation.use);
  if (job === undefined || isPoll === undefined) return;
  const { jobState } = recorder.notes;
  const isOver =
    isPoll === "until results are ready"
      ? isReady(call)
      : jobState !== undefined && isTerminal(jobState);
  if (!isOver) identity.sandbox.clock.countPoll(job.jobId);
}

function endsByTime({ fault, when }: FaultRule): boolean {
  const isForAWhile = when?.jobStates !== undefined || when?.jobAgeMs?.max !== undefined;
  return isForAWhile || traitsOf(fault.kind).endsOnlyWithTime;
}

function isReady({ identity: { sandbox, now }, job }: PollingCall): boolean {
  if (job === undefined) return false;
  return viewAt(sandbox.timelines.of(job.jobId), now).results.kind === "ready";
}

/** Whether the response says where the results are: until it does, a client polls on. */
function showsResults({ route: { operation } }: PollingCall): boolean {
  return ["outputFileId", "errorFileId", "hasResults"].some((name) => operation.reads(name));
}

/** Whether the job has ended, and its results are late. */
function isWaiting({ identity: { sandbox, now }, job }: PollingCall): boolean {
  if (job === undefined) return false;
  const { state, results } = viewAt(sandbox.timelines.of(job.jobId), now);
  return isTerminal(state) && results.kind === "notReady";
}

/** A fixed step applies regardless: a client on that clock counts its polls. */
function reportsEnd({ identity, recorder }: PollingCall): boolean {
  const { spec } = identity.sandbox.clock;
  const { jobState, conduct } = recorder.notes;
  const isByChange = spec.mode === "poll" && spec.step === "next";
  return (
    isByChange && conduct.error === undefined && jobState !== undefined && isTerminal(jobState)
  );
}

function nextChangeOf({ identity: { sandbox, now }, job }: PollingCall): Instant | undefined {
  return job === undefined ? undefined : nextChangeAt(sandbox.timelines.of(job.jobId), now);
}

/** A status poll doesn't wait for results, so it moves the clock only to the next state. */
function nextStateOf({ identity: { sandbox, now }, job }: PollingCall): Instant | undefined {
  return job === undefined ? undefined : nextStateAt(sandbox.timelines.of(job.jobId), now);
}
