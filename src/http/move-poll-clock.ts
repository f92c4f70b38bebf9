import type { FaultRule } from "../core/faults/fault.ts";
import { FAULT_TRAITS } from "../core/faults/fault-traits.ts";
import type { Firing } from "../core/faults/firing.ts";
import { viewAt } from "../core/job/view.ts";
import { nextChangeOf } from "../engine/life.ts";
import { useCaseOf } from "../engine/use-cases.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { Identity } from "./request/identify.ts";
import type { Route } from "./request/route.ts";

/** A call that may move a clock: whose, what for, and the job that it names in its path. */
export type PollingCall = {
  readonly identity: Identity;
  readonly route: Route;
  readonly job: StoredJob | undefined;
};

/** How such a call ended: the fault that fired on it, and the time until a refused call would pass. */
export type CallEnd = {
  readonly firing: Firing | undefined;
  readonly retryAfterMs: number | undefined;
};

/**
 * Moves a `poll` clock after a call that asks about a job, regardless of the response, and after a fault that ends only
 * with time: to the job's next change, by the step, or to when a refused call would pass. This way no client waits forever.
 */
export function movePollClock(
  { identity, route, job }: PollingCall,
  { firing, retryAfterMs }: CallEnd,
): void {
  const { sandbox, now } = identity;
  const { clock } = sandbox;
  if (clock.spec.mode !== "poll") return;
  if (retryAfterMs !== undefined) {
    clock.advance(retryAfterMs);
    return;
  }
  const { isPoll } = useCaseOf(route.operation.use);
  const isAsking = isPoll === "until results are ready" ? !isReady(identity, job) : isPoll;
  if (isAsking) clock.poll(job === undefined ? undefined : nextChangeOf(sandbox, job.jobId, now));
  else if (firing !== undefined && endsByTime(firing.rule)) clock.poll(undefined);
}

function endsByTime({ fault, when }: FaultRule): boolean {
  const isForAWhile = when?.jobStates !== undefined || when?.jobAgeMs?.max !== undefined;
  return isForAWhile || FAULT_TRAITS[fault.kind].endsOnlyWithTime;
}

function isReady({ sandbox, now }: Identity, job: StoredJob | undefined): boolean {
  if (job === undefined) return false;
  return viewAt(sandbox.timelines.of(job.jobId), now).results.kind === "ready";
}
