import { ApiError } from "../core/errors.ts";
import type { Answer, Call } from "./answer.ts";
import { type JobFields, unknownJobMessage } from "./job-lookup.ts";
import { findJob, type World } from "./world.ts";

/** Requests cancellation (part 4.3): of any job that exists, terminal or not. */
export async function cancelJob(world: World, { fields }: Call<JobFields>): Promise<Answer> {
  const job = findJob(
    world,
    fields.jobId,
    (jobId) => new ApiError("unknown-job-on-cancel", unknownJobMessage(jobId)),
  );
  await job.ready;
  world.sandbox.store.addFact(job, { type: "cancelRequested", at: world.sandbox.clock.now() });
  return { kind: "view", view: { jobId: job.jobId } };
}
