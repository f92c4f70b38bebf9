import { ApiError } from "../core/errors.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { StoredJob } from "../state/stored-job.ts";
import type { Call } from "./answer.ts";
import { type CallContext, findJob } from "./call-context.ts";

/** The field that names the job, for use cases that act on one. */
export const JOB_FIELDS = {
  jobId: { type: "string", isRequired: true, meaning: "ID of the job." },
} as const;

/** Its value. */
export type JobFields = FieldValues<typeof JOB_FIELDS>;

/** The current state of the job that a call names; throws the error that `unknown-job` assumes if there is none. */
export function jobOf(
  context: CallContext,
  { fields }: Pick<Call<JobFields>, "fields">,
): StoredJob {
  return findJob(
    context,
    fields.jobId,
    (jobId) => new ApiError("unknown-job", unknownJobMessage(jobId)),
  );
}

/** Message for a job that does not exist. */
export function unknownJobMessage(jobId: string): string {
  return `Job \`${jobId}\` does not exist.`;
}

/** Message for a dataset that does not exist. */
export function unknownDatasetMessage(datasetId: string): string {
  const hint = datasetId.includes("://") ? " Only http and https URLs are fetched." : "";
  return `Dataset \`${datasetId}\` does not exist.${hint}`;
}
