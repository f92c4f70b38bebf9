import { ApiError } from "../core/errors.ts";
import type { Call } from "./answer.ts";
import { findJob, type Job, type World } from "./world.ts";

/** The job that a call is about; an unknown one is answered by the assumption `unknown-job`. */
export function jobOf(world: World, call: Call): Job {
  return findJob(
    world,
    String(call.fields["jobId"]),
    (jobId) => new ApiError("unknown-job", unknownJobMessage(jobId)),
  );
}

/** A sentence for a job that is not there. */
export function unknownJobMessage(jobId: string): string {
  return `Job \`${jobId}\` does not exist.`;
}
