import { ApiError } from "../core/errors.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { Call } from "./answer.ts";
import { findJob, type World } from "./world.ts";

/** The field of a use case that acts on one job. */
export const JOB_FIELDS = {
  jobId: { type: "string", isRequired: true, meaning: "ID of the job." },
} as const;

/** Its value. */
export type JobFields = FieldValues<typeof JOB_FIELDS>;

/** The job that a call is about, as it is now; throws the error of the assumption `unknown-job` for an unknown one. */
export function jobOf(world: World, { fields }: Call<JobFields>): StoredJob {
  return findJob(
    world,
    fields.jobId,
    (jobId) => new ApiError("unknown-job", unknownJobMessage(jobId)),
  );
}

/** Message for a job that does not exist. */
export function unknownJobMessage(jobId: string): string {
  return `Job \`${jobId}\` does not exist.`;
}
