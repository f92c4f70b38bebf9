import { formatClockSpec } from "../../core/clock-spec.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { JobState } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { formatDuration, parseDurationMs } from "../../core/time.ts";
import { type Advance, advanceTo } from "../../engine/advance.ts";
import { advanceUntil as advanceUntilGoal, type Goal } from "../../engine/advance-until.ts";
import { lifeOf } from "../../engine/life.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Scope } from "../host.ts";
import type { ClockReading } from "../reports.ts";
import type { ArgumentsOf, Span } from "../verb.ts";
import { requireJob } from "./jobs.ts";

const DEFAULT_WITHIN_MS = 30 * 24 * 3_600_000;

/** What the clock of a sandbox shows. */
export function clockReading({ clock }: Pick<Sandbox, "clock">): ClockReading {
  const now = clock.now();
  return {
    now,
    iso: new Date(now).toISOString(),
    clock: formatClockSpec(clock.spec),
    waiting: clock.waiting,
  };
}

/** Moves the clock by a time or to an instant. */
export function advanceClock(
  { sandbox }: Scope,
  { by, to }: ArgumentsOf<"advanceClock">,
): Promise<Advance> {
  if (by !== undefined) return advanceTo(sandbox, sandbox.clock.now() + milliseconds(by));
  return advanceTo(sandbox, typeof to === "string" ? Date.parse(to) : (to ?? 0));
}

/** Moves the clock until all is idle or a job is in a state. */
export async function advanceUntil(
  { sandbox }: Scope,
  { jobId, state, within }: ArgumentsOf<"advanceUntil">,
): Promise<Advance> {
  const goal: Goal =
    jobId === undefined || state === undefined
      ? "idle"
      : { job: requireJob(sandbox, jobId), state };
  const withinMs = within === undefined ? DEFAULT_WITHIN_MS : milliseconds(within);
  const limit = sandbox.clock.now() + withinMs;
  const { isReached, ...advance } = await advanceUntilGoal(sandbox, goal, limit);
  if (isReached) return advance;
  throw new SimulatorError("SIM_NOT_REACHED", notReached(goal, sandbox, withinMs));
}

function notReached(goal: Goal, { clock }: Sandbox, withinMs: number): string {
  const limit = formatDuration(withinMs);
  if (goal === "idle") {
    return `Failed to advance until all is idle: something still waits for the clock after ${limit}. Give a longer \`within\`, or end what waits.`;
  }
  const { job, state } = goal;
  const found: JobState = viewAt(lifeOf(job), clock.now()).state;
  return `Failed to advance until job \`${job.jobId}\` is \`${state}\`: it is \`${found}\`, and doesn't come into that state by itself within ${limit}. Give a longer \`within\`, or force the state.`;
}

/** Milliseconds of a time that the arguments were checked to be. */
export function milliseconds(span: Span): number {
  return typeof span === "number" ? Math.round(span) : (parseDurationMs(span) ?? 0);
}
