import { setTimeout as delay } from "node:timers/promises";
import { parseClockSpec } from "../../core/clock-spec.ts";
import { isTerminal } from "../../core/job/state.ts";
import { formatDuration } from "../../core/time.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import type { Progress, Step } from "../output/progress-display.ts";
import { type DemoClient, type DemoJob, hasEnded, RefusedError, stepOf } from "./demo-client.ts";

const POLL_MS = 200;

/** Number of reads without progress after which the demo gives up on a job that will not change. */
const STILL_READS = 10;

/** Wall-clock time of a wait that is worth mentioning. */
const LONG_MS = 10_000;

/** Dependencies for following a job. */
export type Following = {
  readonly sim: Simulator;
  readonly client: DemoClient;
  readonly jobId: string;
  readonly progress: Progress;
};

/** Polls a job until it ends; throws a RefusedError if the simulator knows that it never will. */
export async function follow({ sim, client, jobId, progress }: Following): Promise<DemoJob> {
  const pauseMs = isPollClock(await sim.clock.read()) ? 0 : POLL_MS;
  let last: Step | undefined;
  let stillReads = 0;
  for (;;) {
    const job = await client.job(jobId);
    const step = stepOf(job);
    const isNew = step.state !== last?.state;
    stillReads = isNew || step.done !== last?.done ? 0 : stillReads + 1;
    last = step;
    progress.show(step);
    const wait = hasEnded(job) ? 0 : await waitMs(sim, jobId);
    if (isNew && wait !== undefined && wait >= LONG_MS) progress.note(waitText(wait));
    const isStuck = wait === undefined && stillReads >= STILL_READS;
    if (hasEnded(job) || isStuck) progress.end();
    if (hasEnded(job)) return job;
    if (isStuck) throw stuck(step);
    await delay(pauseMs);
  }
}

/** Whether only requests move the clock, so pauses between them are useless. */
function isPollClock({ clock }: { readonly clock: string }): boolean {
  return parseClockSpec(clock)?.mode === "poll";
}

/**
 * Wall-clock time until the job changes by itself; undefined if it never does, 0 if the clock
 * doesn't wait.
 */
async function waitMs(sim: Simulator, jobId: string): Promise<number | undefined> {
  const { state, nextChangeAt = Number.POSITIVE_INFINITY } = await sim.control.jobs.get(jobId);
  // The state that the client sees may lag behind.
  if (isTerminal(state)) return 0;
  if (nextChangeAt === Number.POSITIVE_INFINITY) return undefined;
  const { now, clock } = await sim.clock.read();
  const spec = parseClockSpec(clock);
  if (spec?.mode !== "real" && spec?.mode !== "scaled") return 0;
  const scale = spec.mode === "scaled" ? spec.scale : 1;
  return Math.max(0, nextChangeAt - now) / scale;
}

function waitText(wallMs: number): string {
  return `It stays in that state for about ${formatDuration(Math.round(wallMs / 1000) * 1000)}; \`--clock poll\` does not wait.`;
}

function stuck({ state, done, total }: Step): RefusedError {
  return new RefusedError(`the job stays ${state} at ${done} of ${total} rows and never ends.`);
}
