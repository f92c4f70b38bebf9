import { ApiError } from "../core/errors.ts";
import type { CancelRequestedFact } from "../core/job/facts.ts";
import type { Answer, Call } from "./answer.ts";
import { type CallContext, findJob } from "./call-context.ts";
import { type JobFields, unknownJobMessage } from "./job-lookup.ts";

/** Requests the cancellation of any existing job, terminal or not (part 4.3). */
export function cancelJob(context: CallContext, { fields }: Call<JobFields>): Answer {
  const { jobId } = findJob(
    context,
    fields.jobId,
    (unknown) => new ApiError("unknown-job-on-cancel", unknownJobMessage(unknown)),
  );
  const { sandbox } = context;
  const fact: CancelRequestedFact = { type: "cancelRequested", at: sandbox.clock.now() };
  return sandbox.transact(() => ({
    events: [{ kind: "factAdded", jobId, fact }],
    result: { kind: "view", view: { jobId } },
  }));
}
