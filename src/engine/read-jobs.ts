import { andThen } from "../core/and-then.ts";
import type { Answer, Call } from "./answer.ts";
import { type JobFields, jobOf } from "./job-lookup.ts";
import { allJobRecords, jobRecord } from "./job-record.ts";
import { stateOfJob } from "./life.ts";
import type { World } from "./world.ts";

/** A job's state (assumption `status-operation`). */
export function getJobStatus(world: World, call: Call<JobFields>): Answer | Promise<Answer> {
  const job = jobOf(world, call);
  return andThen(stateOfJob(world, job), (state) => ({
    kind: "view",
    view: { jobId: job.jobId, state },
  }));
}

/** A job's record (assumption `job-operation`). */
export async function getJob(world: World, call: Call<JobFields>): Promise<Answer> {
  return { kind: "view", view: { job: await jobRecord(world, jobOf(world, call)) } };
}

/** All job records, newest first (assumption `list-operation`). */
export async function listJobs(world: World): Promise<Answer> {
  return { kind: "view", view: { jobs: await allJobRecords(world) } };
}
