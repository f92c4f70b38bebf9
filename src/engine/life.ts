import { nextChangeAt } from "../core/job/change.ts";
import type { JobState } from "../core/job/state.ts";
import type { Timeline } from "../core/job/timeline.ts";
import { type JobView, jobStateAt, viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { World } from "./world.ts";

/** A job as clients see it now; waits for a fetch in progress if its outcome can change that. */
export function viewJob(world: World, job: StoredJob): JobView | Promise<JobView> {
  return seenJob(world, job, viewAt);
}

/** A job's state as clients see it now; waits in the same way. */
export function stateOfJob(world: World, job: StoredJob): JobState | Promise<JobState> {
  return seenJob(world, job, jobStateAt);
}

function seenJob<Seen>(
  world: World,
  job: StoredJob,
  see: (timeline: Timeline, at: Instant) => Seen,
): Seen | Promise<Seen> {
  const { readings, timelines } = world.sandbox;
  const at = seenAt(world, job);
  const pending = readings.of(job.jobId, at);
  const seen = (): Seen => see(timelines.of(job.jobId), at);
  return pending === undefined ? seen() : pending.then(seen);
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
