import type { PreviewedFault } from "../control/job-reports.ts";
import { viewAt } from "../core/job/view.ts";
import type { CallContext } from "../engine/call-context.ts";
import { factsOf } from "../faults/find-kind.ts";
import { selectFault } from "../faults/select-fault.ts";
import type { Operation } from "../spec/operation.ts";
import type { Spec } from "../spec/spec.ts";
import { callKey } from "../state/sandbox-state.ts";
import { ownErrorReply } from "./reply/error-reply.ts";

/**
 * The fault that would fire on the next call about a job if it came at the context's instant.
 * Nothing is counted. The call has no headers and no body.
 */
export function previewFault(
  { sandbox, scenario, services, now }: CallContext,
  { operation, jobId, spec }: { operation: Operation; jobId: string; spec: Spec },
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
  const status = sends === undefined ? undefined : statusOf(sends, spec);
  return { rule, kind: fault.kind, ...(status !== undefined && { status }) };
}

function statusOf(
  sends: { readonly status: number } | { readonly errorCode: string },
  spec: Spec,
): number {
  if ("status" in sends) return sends.status;
  return ownErrorReply({ spec, requestHash: "" }, sends.errorCode).status;
}
