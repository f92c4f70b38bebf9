import { SimulatorError } from "../../core/errors.ts";
import type { JobState } from "../../core/job/state.ts";
import type { JobReport } from "../job-reports.ts";
import { addFact, requireJob } from "../shared/job-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

export const REASON =
  "Failure reason that the client sees. Default: `The test put the job into this state.`";
const STATE = "State to put the job into.";

type Arguments = { readonly jobId: string; readonly state: JobState; readonly reason?: string };

/**
 * Puts a job into a state immediately; `reason` is the failure reason that the client sees.
 *
 * @method jobs.force(jobId: string, state: JobState, options?: { readonly reason?: string })
 */
export const forceJobVerb: Verb<Arguments, JobReport> = defineVerb({
  route: "POST /jobs/{jobId}/force",
  summary: "Force a job into a state",
  body: "json",
  example: { jobId: "some-job", state: "failed", reason: "Broken." },
  arguments: ({ keys, jobId, jobState, line, optional }) =>
    keys({ jobId, state: jobState.describe(STATE), reason: optional(line, REASON) }),
  act: async ({ host, sandbox }, { jobId, state, reason }) => {
    requireJob(sandbox, jobId);
    if (!host.specOf(sandbox).hasState(state)) {
      const message = `Expected \`state\` to be a state that the service has, got \`${state}\`. Use a scenario whose assumption \`job-states\` includes that state.`;
      throw new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path: "state", message }] });
    }
    const why = reason === undefined ? {} : { reason };
    return addFact(sandbox, jobId, { type: "forced", state, ...why });
  },
});
