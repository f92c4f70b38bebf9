import { ApiError } from "../core/errors.ts";
import { isTerminal } from "../core/job/state.ts";
import type { Answer, Call } from "./answer.ts";
import { type CallContext, findJob, storedJob } from "./call-context.ts";
import { type JobFields, jobOf, unknownJobMessage } from "./job-lookup.ts";
import { jobRecord } from "./job-record.ts";
import { stateOfJob } from "./view-job.ts";

/** Requests the cancellation of any existing job, terminal or not (part 4.3). */
export function cancelJob(
  context: CallContext,
  { fields, reads, server }: Call<JobFields>,
): Answer | Promise<Answer> {
  const { jobId } = findJob(
    context,
    fields.jobId,
    (unknown) => new ApiError("unknown-job-on-cancel", unknownJobMessage(unknown)),
  );
  const { sandbox } = context;
  const at = sandbox.clock.now();
  sandbox.transact(() => ({
    events: [{ kind: "factAdded", jobId, fact: { type: "cancelRequested", at } }],
    result: undefined,
  }));
  if (!reads("job")) return { kind: "view", view: { jobId } };
  return canceledView({ ...context, now: at }, jobId, { reads, server });
}

async function canceledView(
  context: CallContext,
  jobId: string,
  { reads, server }: Pick<Call, "reads" | "server">,
): Promise<Answer> {
  const job = await jobRecord(context, storedJob(context.sandbox, jobId), reads);
  return { kind: "view", view: { jobId, job, baseUrl: server().baseUrl } };
}

/** Deletes a job that has ended: clients no longer see it. */
export async function deleteJob(context: CallContext, call: Call<JobFields>): Promise<Answer> {
  const { jobId } = jobOf(context, call);
  const state = await stateOfJob(context, jobOf(context, call));
  if (!isTerminal(state)) {
    const message = `Job \`${jobId}\` is ${context.rules.wireState(state)}: only a job that has ended can be deleted.`;
    throw new ApiError("job-not-ended", message);
  }
  const { sandbox } = context;
  const at = sandbox.clock.now();
  return sandbox.transact(() => ({
    events: [{ kind: "factAdded", jobId, fact: { type: "deleted", at } }],
    result: { kind: "view", view: { jobId } },
  }));
}
