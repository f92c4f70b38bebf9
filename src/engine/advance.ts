import type { JobState } from "../core/job/state.ts";
import type { Timeline } from "../core/job/timeline.ts";
import { eventsBetween, type JobEvent, resultsAt, viewAt } from "../core/job/view.ts";
import { flatMapInSteps, forEachInSteps, sortInSteps } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import type { Delivery } from "../core/webhooks/delivery.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import { inSlices, prepareTimelines } from "./in-slices.ts";

/** A delivery that was not made in time. */
export type OutstandingDelivery = Pick<Delivery, "deliveryId" | "endpointId" | "event" | "jobId">;

/** The result of moving a clock: its new instant, and the events until then, in order. */
export type Advance = {
  readonly now: Instant;
  /** The jobs' state changes, in order. */
  readonly events: readonly JobEvent[];
  /** Due deliveries that were still unfinished after 30 wall-clock seconds; undefined if none. */
  readonly outstanding?: readonly OutstandingDelivery[];
};

/**
 * Moves a sandbox's clock forward to an instant. First waits for fetches whose outcomes can affect
 * anything before that instant. Resolves when everything due has happened.
 */
export function advanceTo(sandbox: Sandbox, at: Instant): Promise<Advance> {
  return move(sandbox, () => at);
}

/** Moves a sandbox's clock forward, like `advanceTo`; concurrent calls' durations add up. */
export function advanceBy(sandbox: Sandbox, byMs: number): Promise<Advance> {
  return move(sandbox, () => underWayTo(sandbox) + byMs);
}

/** The instant to which a call will move each sandbox's clock after making deliveries. */
const goals = new WeakMap<Sandbox, Instant>();

function underWayTo(sandbox: Sandbox): Instant {
  return Math.max(sandbox.clock.now(), goals.get(sandbox) ?? Number.NEGATIVE_INFINITY);
}

async function move(sandbox: Sandbox, target: () => Instant): Promise<Advance> {
  let at = target();
  // Waits again if the clock has moved during the wait.
  for (let waitedFor = -1; waitedFor < at; at = target()) {
    waitedFor = at;
    await sandbox.readings.all(at);
    await prepareTimelines(sandbox.timelines);
  }
  const from = underWayTo(sandbox);
  const hasEndpoints = sandbox.outbox !== undefined && sandbox.state.endpoints.size > 0;
  const goal = Math.max(from, at);
  if (hasEndpoints) goals.set(sandbox, goal);
  const outstanding = hasEndpoints ? await deliverUntil(sandbox, at) : [];
  const busy = busyIn(sandbox);
  const { state, timelines } = sandbox;
  const [jobs, version] = [[...state.jobs.values()], timelines.asOfNow()];
  const now = sandbox.clock.advanceTo(at);
  if (goals.get(sandbox) === goal) goals.delete(sandbox);
  // Another call may have moved the clock further during the deliveries; that call reports the
  // events after this call's goal.
  const until = hasEndpoints ? goal : now;
  const events = await inSlices(
    flatMapInSteps(jobs, (job) => eventsBetween(version.of(job), from, until)),
    sandbox.name,
  );
  await untilQuiet(sandbox, busy);
  const inOrder = sortInSteps(events, (a, b) => a.at - b.at);
  const sorted = await inSlices(inOrder, sandbox.name);
  return { now, events: sorted, ...(outstanding.length > 0 && { outstanding }) };
}

/** Makes the deliveries due by an instant, then waits for the inputs of jobs created meanwhile. */
async function deliverUntil(sandbox: Sandbox, at: Instant) {
  const { outbox, readings, timelines } = sandbox;
  const outstanding = (await outbox?.deliverUntil(at)) ?? [];
  await readings.all(at);
  await prepareTimelines(timelines);
  return outstanding.map(({ deliveryId, endpointId, event, jobId }): OutstandingDelivery => {
    return { deliveryId, endpointId, event, jobId };
  });
}

/** Maximum event loop cycles to wait. A woken download doesn't end if its client doesn't read. */
const MAX_TURNS = 5000;

/** Resolves when every woken task has ended or is waiting again, or after `MAX_TURNS` cycles. */
async function untilQuiet(sandbox: Sandbox, busy: number): Promise<void> {
  let turns = 0;
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (busyIn(sandbox) > busy && ++turns < MAX_TURNS);
}

function busyIn({ uses, clock }: Sandbox): number {
  return uses - clock.waiting;
}

/** How far to advance: until nothing more will happen, or until a job reaches a state. */
export type AdvanceGoal = "idle" | { readonly jobId: string; readonly state: JobState };

/**
 * Moves a sandbox's clock to a goal, but never past `limit`. Everything that waits for the clock
 * wakes at its own instant. `isReached` is false if the goal is not reached by the limit. If the
 * goal becomes unreachable, the clock stays at the instant when that became known.
 */
export async function advanceToGoal(
  sandbox: Sandbox,
  goal: AdvanceGoal,
  limit: Instant,
): Promise<Advance & { readonly isReached: boolean }> {
  const events: JobEvent[] = [];
  const done = (isReached: boolean) => ({ now: sandbox.clock.now(), events, isReached });
  for (;;) {
    await sandbox.readings.all(Number.POSITIVE_INFINITY);
    await prepareTimelines(sandbox.timelines);
    const now = sandbox.clock.now();
    const at = goal === "idle" ? await idleAt(sandbox) : stateAt(sandbox, goal, now);
    if (at <= now) return done(true);
    const next = Math.min(at, sandbox.clock.nextWakeAt ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY || now >= limit) return done(false);
    const advance = await advanceTo(sandbox, Math.min(next, limit));
    for (const event of advance.events) events.push(event);
  }
}

/** The instant from which no job changes on its own and nothing is waiting for the clock. */
async function idleAt({ state, timelines, clock, name }: Sandbox): Promise<Instant> {
  let at = clock.nextWakeAt ?? Number.NEGATIVE_INFINITY;
  const [jobs, version] = [[...state.jobs.values()], timelines.asOfNow()];
  const settle = (job: StoredJob): void => {
    at = Math.max(at, settledAt(version.of(job)));
  };
  await inSlices(forEachInSteps(jobs, settle), name);
  return at;
}

/** When a job enters a state on its own: `now` if it is in that state, or Infinity if never. */
function stateAt(
  { timelines }: Sandbox,
  { jobId, state }: Exclude<AdvanceGoal, "idle">,
  now: Instant,
): Instant {
  const life = timelines.of(jobId);
  if (viewAt(life, now).state === state) return now;
  const phase = life.phases.find(({ from, state: found }) => from > now && found === state);
  return phase?.from ?? Number.POSITIVE_INFINITY;
}

/** When a job has its last known state and its results, if no request changes the job. */
function settledAt(timeline: Timeline): Instant {
  const { phases } = timeline;
  const last = phases.findLast(({ from }) => from !== Number.POSITIVE_INFINITY) ?? phases[0];
  const results = resultsAt(timeline, last, last.from);
  return results.kind === "notReady" ? (results.readyAt ?? last.from) : last.from;
}
