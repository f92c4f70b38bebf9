import type { Instant } from "../../core/time.ts";
import type { Lag } from "../../engine/world.ts";
import type { Reply } from "../reply/reply.ts";
import { type NamedPassage, nameJob } from "../request/passage.ts";
import type { Handling } from "./fault-play.ts";

/** How the service handles one request while faults are played on it. */
export type Serving = {
  /** Undefined if the client disconnected first. */
  readonly serve: (handling: Handling) => Promise<Reply | undefined>;
  /** The instant of the latest reply. */
  readonly at: () => Instant;
};

/**
 * Has the service handle a request as a fault requires. If a rule had nothing to change, the next rule reuses the finished work:
 * the service repeats it only to show a job differently, or for a duplicate.
 */
export function serving(
  named: NamedPassage,
  reply: (named: NamedPassage, lag?: Lag) => Promise<Reply>,
  closed: AbortSignal,
): Serving {
  let { now: at } = named.identity;
  let last: Reply | undefined;
  let turns = 0;
  const serve = async ({
    delayMs,
    times = 1,
    behindMs,
    isJobHidden,
  }: Handling): Promise<Reply | undefined> => {
    const late = delayMs === undefined ? named : await later(named, delayMs, closed);
    if (closed.aborted) return undefined;
    at = late.identity.now;
    const isLagging = behindMs !== undefined || isJobHidden === true;
    if (isLagging && named.jobId !== undefined) last = undefined;
    const lag = { behindMs, hiddenJobId: isJobHidden === true ? named.jobId : undefined };
    for (; last === undefined || turns < times; turns++) last = await reply(late, lag);
    return last;
  };
  return { serve, at: () => at };
}

/** The same request after a delay, as if it had just arrived. */
async function later(
  named: NamedPassage,
  delayMs: number,
  closed: AbortSignal,
): Promise<NamedPassage> {
  const { identity } = named;
  const { clock } = identity.sandbox;
  await clock.waitUntil(identity.now + delayMs, closed, named.recorder.label);
  return nameJob({ ...named, identity: { ...identity, now: clock.now() } });
}
