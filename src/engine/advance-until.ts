import type { JobEvent } from "../core/job/change.ts";
import { settledAt } from "../core/job/settled.ts";
import type { JobState } from "../core/job/state.ts";
import { viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { type Advance, advanceTo, inputsRead } from "./advance.ts";
import { lifeOf } from "./life.ts";
import type { Job } from "./world.ts";

/** What a clock can be moved up to: every job has come to rest and nothing waits, or one job is in a state. */
export type Goal = "idle" | { readonly job: Job; readonly state: JobState };

/** What moving a clock up to a goal did; not reached where nothing leads there by itself, or not before the limit. */
export type GoalAdvance = Advance & { readonly isReached: boolean };

/**
 * Moves a sandbox's clock up to a goal and no further, but never past `limit`. What waits for the clock on the way is woken at
 * its own instant. Where nothing leads to the goal any more, the clock stays where that became known.
 */
export async function advanceUntil(
  sandbox: Sandbox,
  goal: Goal,
  limit: Instant,
): Promise<GoalAdvance> {
  const events: JobEvent[] = [];
  const done = (isReached: boolean): GoalAdvance => {
    return { now: sandbox.clock.now(), events, isReached };
  };
  for (;;) {
    await inputsRead(sandbox);
    const now = sandbox.clock.now();
    const at = goal === "idle" ? idleAt(sandbox) : stateAt(goal.job, goal.state, now);
    if (at <= now) return done(true);
    const next = Math.min(at, sandbox.clock.nextWakeAt ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY || now >= limit) return done(false);
    events.push(...(await advanceTo(sandbox, Math.min(next, limit))).events);
  }
}

/** When no job changes any more by itself, and nothing waits for the clock. */
function idleAt({ store, clock }: Sandbox): Instant {
  const wakeAt = clock.nextWakeAt ?? Number.NEGATIVE_INFINITY;
  return store.jobs().reduce((at, job) => Math.max(at, settledAt(lifeOf(job))), wakeAt);
}

/** When a job is in a state, `now` where it is; Infinity where it never comes into it by itself. */
function stateAt(job: Job, state: JobState, now: Instant): Instant {
  const life = lifeOf(job);
  if (viewAt(life, now).state === state) return now;
  const phase = life.phases.find(({ from, state: found }) => from > now && found === state);
  return phase?.from ?? Number.POSITIVE_INFINITY;
}
