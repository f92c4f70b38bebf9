import type { Request } from "express";
import { viewAt } from "../../core/job/view.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { ConditionMatcher } from "../../core/profile-rule.ts";
import { type FiredFault, fireFault } from "../../engine/fire-fault.ts";
import type { StoredJob } from "../../state/stored-job.ts";
import type { Identity } from "../request/identify.ts";

/** Everything besides the caller that determines which fault fires. */
export type Injection = {
  readonly operationId: string;
  /** What the operation does. */
  readonly use: string;
  readonly jobId: string | undefined;
  readonly job: StoredJob | undefined;
  /** The results format that it asks for, if any. */
  readonly format: string | undefined;
  /** Set only if a rule depends on it. */
  readonly body: JsonValue | undefined;
  readonly matches: ConditionMatcher;
};

/**
 * Fires the fault that is due on a request, if any, under the scenario in effect when it was
 * identified. Its hit is counted when this returns.
 */
export function injectFault(
  req: Request,
  { sandbox, scenario, now }: Identity,
  injection: Injection,
): FiredFault {
  const { operationId, use, jobId, job, format, body, matches } = injection;
  const call = {
    operationId,
    use,
    at: now,
    ...(jobId === undefined ? {} : { jobId }),
    ...(job === undefined
      ? {}
      : {
          jobState: viewAt(sandbox.timelines.of(job.jobId), now).state,
          jobAgeMs: now - job.facts[0].at,
        }),
    ...(format === undefined ? {} : { format }),
    // Both are JSON except for undefined values, which conditions treat as absent.
    headers: req.headers as unknown as JsonObject,
    query: req.query as unknown as JsonObject,
    ...(body === undefined ? {} : { body }),
  };
  return fireFault(sandbox, { rules: scenario.faults, call, matches });
}
