import { eventsBetween, type JobEvent } from "../core/job/change.ts";
import type { Instant } from "../core/time.ts";
import type { Sandbox } from "../state/sandbox.ts";

/** What moving a clock did: the instant that it shows, and what happened on the way, in order. */
export type Advance = { readonly now: Instant; readonly events: readonly JobEvent[] };

/**
 * Moves a sandbox's clock forward to an instant, once all inputs that are being fetched have been read. Resolves when everything
 * due has happened.
 */
export async function advanceTo(sandbox: Sandbox, at: Instant): Promise<Advance> {
  await sandbox.readings.all();
  const from = sandbox.clock.now();
  const busy = busyIn(sandbox);
  const now = sandbox.clock.advanceTo(at);
  const events = [...sandbox.state.jobs.keys()].flatMap((jobId) =>
    eventsBetween(sandbox.timelines.of(jobId), from, now),
  );
  await untilQuiet(sandbox, busy);
  return { now, events: events.sort((a, b) => a.at - b.at) };
}

/** Maximum number of turns to wait for whatever was woken: it may be a download that nobody reads. */
const MAX_TURNS = 1000;

/** Resolves when everything that was woken has ended or waits again. */
async function untilQuiet(sandbox: Sandbox, busy: number): Promise<void> {
  let turns = 0;
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (busyIn(sandbox) > busy && ++turns < MAX_TURNS);
}

/** Number of things in progress that don't wait for the clock. */
function busyIn({ uses, clock }: Sandbox): number {
  return uses - clock.waiting;
}
