import { SimulatorError } from "../../core/errors.ts";
import type { JobState } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { formatDuration } from "../../core/time.ts";
import { type Advance, type AdvanceGoal, advanceToGoal } from "../../engine/advance.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Span } from "../arguments.ts";
import { spanMs } from "../shared/clock-reading.ts";
import { requireJob } from "../shared/job-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = {
  readonly idle?: true;
  readonly jobId?: string;
  readonly state?: JobState;
  readonly within?: Span;
};

/**
 * Moves the clock forward until no job will change and nothing is waiting for the clock, or until a
 * job reaches a state. Rejects with `SIM_NOT_REACHED` if that doesn't happen within `within`
 * (default: 30 days).
 *
 * @method clock.advanceUntil(goal: AdvanceGoal, options?: { readonly within?: Span }) by hand
 */
export const advanceUntilVerb: Verb<Arguments, Advance> = defineVerb({
  route: "POST /clock/advance-until",
  summary: "Move the clock forward until everything is idle, or until a job is in a given state",
  body: "json",
  example: { jobId: "some-job", state: "running", within: "1h" },
  arguments: ({ z, keys, optional, line, jobState, span }) =>
    keys({
      idle: optional(
        z.literal(true),
        "Advance until no job will change and nothing is waiting for the clock. Can't be combined with `jobId` and `state`.",
      ),
      jobId: optional(line, "Advance until this job is in `state`."),
      state: optional(jobState, "State that the job `jobId` must reach."),
      within: optional(span, "Maximum duration to advance by. Default: 30 days."),
    }).refine(
      ({ idle, jobId, state }) =>
        idle === true ? !jobId && !state : jobId !== undefined && state !== undefined,
      { error: "either `idle`, or `jobId` and `state`" },
    ),
  act: async ({ sandbox }, { jobId, state, within = "30d" }) => {
    const goal: AdvanceGoal =
      jobId === undefined || state === undefined
        ? "idle"
        : { jobId: requireJob(sandbox, jobId).jobId, state };
    const withinMs = spanMs(within);
    const limit = sandbox.clock.now() + withinMs;
    const { isReached, ...result } = await advanceToGoal(sandbox, goal, limit);
    if (isReached) return result;
    throw new SimulatorError("SIM_NOT_REACHED", notReached(goal, sandbox, withinMs));
  },
});

function notReached(goal: AdvanceGoal, { clock, timelines }: Sandbox, withinMs: number): string {
  const limit = formatDuration(withinMs);
  if (goal === "idle") {
    return `Failed to advance until everything is idle: after ${limit}, a job is still going to change, or something is still waiting for the clock. Increase \`within\`, or end the pending requests.`;
  }
  const { jobId, state } = goal;
  const found: JobState = viewAt(timelines.of(jobId), clock.now()).state;
  return `Failed to advance until job \`${jobId}\` is \`${state}\`: it is \`${found}\`, and doesn't reach that state on its own within ${limit}. Increase \`within\`, or force the state.`;
}
