import { nextChangeAt } from "../core/job/change.ts";
import type { Facts } from "../core/job/facts.ts";
import { type QueueExits, type Timeline, timelineOf } from "../core/job/timeline.ts";
import { type JobView, viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { Job, World } from "./world.ts";

/**
 * A job's facts are never changed, only replaced by longer ones: their timeline is good as long as they are there.
 * Where job slots are limited it is good as long as the exits of the queue are, which are made anew with every fact.
 */
const timelines = new WeakMap<Facts | QueueExits, Timeline>();

/** The timeline of a job. */
export function lifeOf(job: Job): Timeline {
  const queueExits = job.queueExits();
  const key = queueExits ?? job.facts;
  const known = timelines.get(key);
  if (known !== undefined) return known;
  const timeline = timelineOf(job.facts, queueExits);
  timelines.set(key, timeline);
  return timeline;
}

/** What a job looks like now; waits until its inputs have been read, which may be a fetch that is under way. */
export async function viewJob(world: World, job: Job): Promise<JobView> {
  await job.ready;
  return viewAt(lifeOf(job), seenAt(world, job));
}

/** The instant that a job is seen as of: now, but where what is read lags behind. */
export function seenAt({ now, lag }: Pick<World, "now" | "lag">, job: Job): Instant {
  return lag?.behindMs === undefined ? now : Math.max(now - lag.behindMs, job.facts[0].at);
}

/** When something about a job changes next; undefined where nothing does any more. */
export function nextChangeOf(job: Job, now: Instant): Instant | undefined {
  return nextChangeAt(lifeOf(job), now);
}
