import type { Exchange } from "../../core/exchange.ts";
import { begunBy, lastOf, type Phase } from "../../core/job/phase.ts";
import { isTerminal } from "../../core/job/state.ts";
import type { Integer } from "../../core/json.ts";
import type { Instant } from "../../core/time.ts";
import type { CaseFile } from "../case-file.ts";
import type { JobCase } from "../job-cases.ts";

/** A job's life and its client's requests, as they are drawn for a sandbox that has ended. */
export type JobLife = {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** ID of the job. */
  readonly jobId: string;
  /** When its last state began if that is terminal; otherwise, the time of the report. */
  readonly until: Instant;
  /** The job's states in order, with the times at which they began. */
  readonly phases: readonly Pick<Phase, "state" | "from">[];
  /** The first 250 requests that named the job. */
  readonly requests: readonly (Pick<Exchange, "id" | "at" | "operationId" | "fault"> & {
    /** 0 if there was no response. */
    readonly status: Integer;
  })[];
};

const MAX_REQUESTS = 250;

/** The life of a job up to now. */
export function jobLifeOf({ evidence }: CaseFile, { job, jobId, traces }: JobCase): JobLife {
  const { now, sandbox } = evidence;
  const begun = begunBy(job.timeline.phases, now);
  const last = lastOf(begun);
  return {
    sandbox,
    jobId,
    until: isTerminal(last.state) ? last.from : now,
    phases: begun.map(({ state, from }) => ({ state, from })),
    requests: traces.slice(0, MAX_REQUESTS).map(({ id, at, operationId, status, fault }) => ({
      ...{ id, at, status },
      ...(operationId !== undefined && { operationId }),
      ...(fault !== undefined && { fault }),
    })),
  };
}
