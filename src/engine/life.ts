import { nextChangeAt } from "../core/job/change.ts";
import { type JobView, viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { World } from "./world.ts";

/** A job as clients see it now; waits for a fetch in progress if its outcome can change that. */
export function viewJob(world: World, job: StoredJob): JobView | Promise<JobView> {
  const { readings, timelines } = world.sandbox;
  const at = seenAt(world, job);
  const pending = readings.of(job.jobId, at);
  const view = (): JobView => viewAt(timelines.of(job.jobId), at);
  return pending === undefined ? view() : pending.then(view);
}

/** The instant as of which clients see a job: now, unless reads lag behind writes. */
export function seenAt({ now, lag }: Pick<World, "now" | "lag">, job: StoredJob): Instant {
  return lag?.behindMs === undefined ? now : Math.max(now - lag.behindMs, job.facts[0].at);
}

/** When a job changes next; undefined if it will not change again. */
export function nextChangeOf(
  { timelines }: Pick<Sandbox, "timelines">,
  jobId: string,
  now: Instant,
): Instant | undefined {
  return nextChangeAt(timelines.of(jobId), now);
}
