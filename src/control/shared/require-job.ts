import { SimulatorError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { Job } from "../../engine/world.ts";
import type { Sandbox } from "../../state/sandbox.ts";

/** The job with an ID. Throws a SimulatorError if the sandbox has no such job. */
export function requireJob({ store, name }: Sandbox, jobId: string): Job {
  const job = store.job(jobId);
  if (job !== undefined) return job;
  const ids = store.jobs().map((known) => known.jobId);
  const near = nearest(jobId, ids);
  const hint =
    near === undefined ? `It has ${ids.length} of other ids.` : `Did you mean \`${near}\`?`;
  throw new SimulatorError(
    "SIM_UNKNOWN_JOB",
    `Failed to find job \`${jobId}\`: the sandbox \`${name}\` has none of that id. ${hint}`,
  );
}
