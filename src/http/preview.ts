import type { PreviewedFault, PreviewedResponse } from "../control/job-reports.ts";
import { ApiError } from "../core/errors.ts";
import { viewAt } from "../core/job/view.ts";
import type { Instant } from "../core/time.ts";
import type { Call, CallContext, Services } from "../engine/call-context.ts";
import { jobFiles } from "../engine/files/find-file.ts";
import { useCaseOf } from "../engine/use-cases.ts";
import { factsOf } from "../faults/find-kind.ts";
import { selectFault } from "../faults/select-fault.ts";
import type { Operation } from "../spec/operation.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { StoredJob } from "../state/sandbox-state.ts";
import { callKey } from "../state/sandbox-state.ts";
import { answerView } from "./reply/answer-reply.ts";
import { errorReply } from "./reply/error-reply.ts";

/** The use cases that report on one job, in the order in which a client needs them. */
const USES = ["getJobStatus", "getJob", "getResults"];

type PreviewContext = CallContext & { readonly rules: Spec };

/** Previews a job's responses. Names faults but doesn't apply them, and changes no state. */
export async function previewResponses(
  { sandbox, spec, services }: { sandbox: Sandbox; spec: Spec; services: Services },
  job: StoredJob,
  at: Instant,
): Promise<readonly PreviewedResponse[]> {
  const { jobId, facts } = job;
  const lag = at < facts[0].at ? { hiddenJobId: jobId } : undefined;
  const { scenario } = sandbox.state;
  const context = { sandbox, scenario, rules: spec, services, now: at, lag };
  // For an earlier instant, no fault is named: how often rules had fired by then is unknown.
  const isPast = at < sandbox.clock.now();
  const operations = USES.flatMap((use) =>
    spec.operations.filter((operation) => operation.use === use),
  );
  const responses = await Promise.all(
    operations.map(async (operation) => {
      const response = await preview(context, operation, jobId);
      const fault = isPast ? undefined : previewFault(context, operation, jobId);
      return fault === undefined ? response : { ...response, fault };
    }),
  );
  return lag === undefined ? [...responses, ...(await filePreviews(context, job))] : responses;
}

/** Previews the job's files as line counts, because generating their content takes a long time. */
async function filePreviews(
  context: PreviewContext,
  job: StoredJob,
): Promise<readonly PreviewedResponse[]> {
  const download = context.rules.operations.find(({ use }) => use === "getFileContent");
  if (download === undefined) return [];
  const { operationId, method, successStatus: status, targetOf } = download;
  return (await jobFiles(context, job)).map(({ fileId, numLines: numRows }) => ({
    ...{ operationId, method, path: targetOf({ fileId }), status, numRows },
  }));
}

async function preview(
  context: PreviewContext,
  operation: Operation,
  jobId: string,
): Promise<PreviewedResponse> {
  const { rules: spec } = context;
  const { operationId, method, use, successStatus: status, wireName, reads } = operation;
  const fields = { jobId, format: "json" };
  const call: Call = {
    ...{ fields, method: "GET", server: context.services.server, wireName, reads },
    ...{ body: null, requestDigest: "", closed: () => new AbortController().signal },
  };
  const request = { operationId, method, path: operation.targetOf(fields) };
  try {
    const answer = await useCaseOf(use).act(context, call);
    if (answer.kind === "results") return { ...request, status, numRows: answer.results.numRows };
    if (answer.kind !== "view") return { ...request, status };
    return { ...request, status, body: answerView(spec, operation, answer.view) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reply = errorReply({ spec, requestHash: "" }, error);
    return { ...request, status: reply.status, body: JSON.parse(String(reply.body)) };
  }
}

/** The fault that would fire on a call without headers or a body. Doesn't count as a call. */
function previewFault(
  { sandbox, scenario, services, now, rules }: PreviewContext,
  operation: Operation,
  jobId: string,
): PreviewedFault | undefined {
  const { operationId, use } = operation;
  const timeline = sandbox.timelines.of(jobId);
  const { calls, faultHits } = sandbox.state;
  const call = {
    operationId,
    use,
    at: now,
    jobId,
    jobState: viewAt(timeline, now).state,
    jobAgeMs: now - timeline.plan.createdAt,
    nth: (calls.get(callKey(operationId, jobId)) ?? 0) + 1,
    format: "json",
    headers: {},
    query: {},
  };
  const context = { seed: sandbox.seed, hits: faultHits, matches: services.matches };
  const { firing } = selectFault(scenario.faults, call, context);
  if (firing === undefined) return undefined;
  const { name: rule, fault } = firing.rule;
  const { sends } = factsOf(fault);
  if (sends === undefined) return { rule, kind: fault.kind };
  const { status } = "status" in sends ? sends : rules.errorShape(sends.errorCode);
  return { rule, kind: fault.kind, status };
}
