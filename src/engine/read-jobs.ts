import { andThen } from "../core/and-then.ts";
import type { FieldValues } from "../core/use-case-needs.ts";
import type { Answer, Call } from "./answer.ts";
import { type CallContext, isDeleted } from "./call-context.ts";
import { type JobFields, jobOf } from "./job-lookup.ts";
import { jobRecord, jobRecords } from "./job-record.ts";
import { JOB_VALUES } from "./job-values.ts";
import { type PAGE_FIELDS, pageOf } from "./page.ts";
import { stateOfJob } from "./view-job.ts";

/** Values of a job's record, which takes much longer to make than its state. */
const RECORD_VALUES = Object.keys(JOB_VALUES).filter((name) => !["jobId", "state"].includes(name));

/** A job's state and, if the response has more of its record, that (assumption `status-operation`). */
export function getJobStatus(
  context: CallContext,
  call: Call<JobFields>,
): Answer | Promise<Answer> {
  const job = jobOf(context, call);
  if (RECORD_VALUES.some(call.reads))
    return jobRecord(context, job, call.reads).then((view) => ({ kind: "view", view }));
  return andThen(stateOfJob(context, job), (state) => ({
    kind: "view",
    view: { jobId: job.jobId, state },
  }));
}

/** A job's record (assumption `job-operation`). */
export async function getJob(context: CallContext, call: Call<JobFields>): Promise<Answer> {
  const job = await jobRecord(context, jobOf(context, call), call.reads);
  return { kind: "view", view: { job, baseUrl: call.server().baseUrl } };
}

/** Job records, newest first (assumption `list-operation`): all of them, or one page. */
export async function listJobs(
  context: CallContext,
  call: Call<FieldValues<typeof PAGE_FIELDS>>,
): Promise<Answer> {
  const jobs = [...context.sandbox.state.jobs.values()].reverse().filter((job) => !isDeleted(job));
  const { page, ...others } = pageOf(jobs, ({ jobId }) => jobId, call.fields);
  const view = {
    jobs: await jobRecords(context, page, call.reads),
    baseUrl: call.server().baseUrl,
  };
  return { kind: "view", view: { ...view, ...others } };
}
