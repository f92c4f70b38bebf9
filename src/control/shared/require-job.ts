import { SimulatorError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/stored-job.ts";

/** The job with an ID, as it is now. Throws a SimulatorError if the sandbox has no such job. */
export function requireJob({ state, name }: Sandbox, jobId: string): StoredJob {
  const job = state.jobs.get(jobId);
  if (job !== undefined) return job;
  const near = nearest(jobId, state.jobs.keys());
  const hint =
    near === undefined ? `Number of other jobs: ${state.jobs.size}.` : `Did you mean \`${near}\`?`;
  throw new SimulatorError(
    "SIM_UNKNOWN_JOB",
    `Failed to find job \`${jobId}\`: the sandbox \`${name}\` has no job with that ID. ${hint}`,
  );
}
