import { andThen } from "../core/and-then.ts";
import type { Answer, Call } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import { type JobFields, jobOf } from "./job-lookup.ts";
import { allJobRecords, jobRecord } from "./job-record.ts";
import { stateOfJob } from "./view-job.ts";

/** A job's state (assumption `status-operation`). */
export function getJobStatus(
  context: CallContext,
  call: Call<JobFields>,
): Answer | Promise<Answer> {
  const job = jobOf(context, call);
  return andThen(stateOfJob(context, job), (state) => ({
    kind: "view",
    view: { jobId: job.jobId, state },
  }));
}

/** A job's record (assumption `job-operation`). */
export async function getJob(context: CallContext, call: Call<JobFields>): Promise<Answer> {
  return { kind: "view", view: { job: await jobRecord(context, jobOf(context, call)) } };
}

/** All job records, newest first (assumption `list-operation`). */
export async function listJobs(context: CallContext): Promise<Answer> {
  return { kind: "view", view: { jobs: await allJobRecords(context) } };
}
