import { eventsBetween, type JobEvent } from "../core/job/change.ts";
import type { Instant } from "../core/time.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { lifeOf } from "./life.ts";

/** What moving a clock did: where it stands, and what happened on the way, in order. */
export type Advance = { readonly now: Instant; readonly events: readonly JobEvent[] };

/**
 * Moves a sandbox's clock forward to an instant, once all inputs that are being fetched have been read; returns when everything
 * due has happened.
 */
export async function advanceTo(sandbox: Sandbox, at: Instant): Promise<Advance> {
  await inputsRead(sandbox);
  const from = sandbox.clock.now();
  const busy = busyIn(sandbox);
  const now = sandbox.clock.advanceTo(at);
  const events = sandbox.store.jobs().flatMap((job) => eventsBetween(lifeOf(job), from, now));
  await untilQuiet(sandbox, busy);
  return { now, events: events.sort((a, b) => a.at - b.at) };
}

/** Resolves when all inputs that are being fetched have been read. */
export async function inputsRead(sandbox: Sandbox): Promise<void> {
  await Promise.all(sandbox.store.jobs().map((job) => job.ready));
}

/** Turns of the process after which what was woken is left to itself: it may be a download that nobody reads. */
const MAX_TURNS = 1000;

/** What waited for the clock ends, or waits again, before the caller goes on. */
async function untilQuiet(sandbox: Sandbox, busy: number): Promise<void> {
  let turns = 0;
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (busyIn(sandbox) > busy && ++turns < MAX_TURNS);
}

/** How much is under way that doesn't wait for the clock. */
function busyIn({ uses, clock }: Sandbox): number {
  return uses - clock.waiting;
}
