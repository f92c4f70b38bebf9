import { eventsBetween, type JobEvent } from "../core/job/view.ts";
import { flatMapInSteps, sortInSteps } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { inSlices } from "./in-slices.ts";
import { prepareTimelines } from "./prepare-timelines.ts";

/** The result of moving a clock: its new instant, and the events on the way, in order. */
export type Advance = { readonly now: Instant; readonly events: readonly JobEvent[] };

/**
 * Moves a sandbox's clock forward to an instant, after waiting for the fetches whose outcome can change what happens until then.
 * Resolves when everything due has happened.
 */
export function advanceTo(sandbox: Sandbox, at: Instant): Promise<Advance> {
  return move(sandbox, () => at);
}

/** Moves a sandbox's clock forward by a duration, in the same way. Concurrent calls add up. */
export function advanceBy(sandbox: Sandbox, byMs: number): Promise<Advance> {
  return move(sandbox, () => sandbox.clock.now() + byMs);
}

async function move(sandbox: Sandbox, target: () => Instant): Promise<Advance> {
  let at = target();
  // The clock may move during the wait.
  for (let waitedFor = -1; waitedFor < at; at = target()) {
    waitedFor = at;
    await sandbox.readings.all(at);
    await prepareTimelines(sandbox.timelines);
  }
  const from = sandbox.clock.now();
  const busy = busyIn(sandbox);
  const { state, timelines } = sandbox;
  const [jobs, version] = [[...state.jobs.values()], timelines.asOfNow()];
  const now = sandbox.clock.advanceTo(at);
  const events = await inSlices(
    flatMapInSteps(jobs, (job) => eventsBetween(version.of(job), from, now)),
    sandbox.name,
  );
  await untilQuiet(sandbox, busy);
  const inOrder = sortInSteps(events, (a, b) => a.at - b.at);
  return { now, events: await inSlices(inOrder, sandbox.name) };
}

/** Maximum number of event loop turns to wait for woken tasks: one may be a download whose client doesn't read. */
const MAX_TURNS = 5000;

/** Resolves when every woken task has ended or is waiting again. */
async function untilQuiet(sandbox: Sandbox, busy: number): Promise<void> {
  let turns = 0;
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (busyIn(sandbox) > busy && ++turns < MAX_TURNS);
}

/** Number of tasks in progress that are not waiting for the clock. */
function busyIn({ uses, clock }: Sandbox): number {
  return uses - clock.waiting;
}
