import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { Integer } from "../../core/json.ts";
import type { Instant } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, stateName } from "../case-file.ts";
import type { JobCase } from "../job-cases.ts";
import { succeeded } from "../status-reads.ts";

/** A job's life and its client's requests, as the report draws them. */
export type JobLife = {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** Name or file of the sandbox's scenario. */
  readonly scenario: string;
  /** ID of the job. */
  readonly jobId: string;
  /** When its last state began if that is terminal; otherwise, the time of the report. */
  readonly until: Instant;
  /** The job's states in order, with the times at which they began. */
  readonly phases: readonly LifePhase[];
  /** The first requests that named the job. */
  readonly requests: readonly LifeRequest[];
  /** How many more requests there were. */
  readonly moreRequests: Integer;
};

/** A period that a job spent in one state; without an end, it is still in that state. */
export type LifePhase = {
  /** The simulator's own name for the state. */
  readonly kind: JobState;
  /** The state's name on the wire. */
  readonly state: string;
  readonly from: Instant;
  readonly to?: Instant;
};

/** A request that named a job. */
export type LifeRequest = {
  readonly exchange: Integer;
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly at: Instant;
  readonly operationId: string;
  /** The use case behind it. */
  readonly use: string;
  readonly status: Integer;
  readonly isGood: boolean;
  readonly fault?: string;
};

/** Maximum number of requests to draw per job. */
const MAX_REQUESTS = 250;

/** The life of a job up to now. */
export function jobLifeOf(file: CaseFile, { job, jobId, traces }: JobCase): JobLife {
  const { now, sandbox, scenario } = file.evidence;
  const begun = job.timeline.phases.filter((phase) => phase.from <= now);
  const last = begun.at(-1);
  const hasEnded = last !== undefined && isTerminal(last.state);
  return {
    sandbox,
    scenario,
    jobId,
    until: hasEnded ? last.from : now,
    phases: begun.map(({ state, from }, index) => {
      const to = begun[index + 1]?.from;
      return {
        kind: state,
        state: stateName(file, state),
        from,
        ...(to === undefined ? {} : { to }),
      };
    }),
    requests: traces.slice(0, MAX_REQUESTS).map(requestOf),
    moreRequests: Math.max(0, traces.length - MAX_REQUESTS),
  };
}

function requestOf(trace: Trace): LifeRequest {
  const { id, at, operationId, use, status, fault } = trace;
  return {
    exchange: id,
    at,
    operationId: operationId ?? "",
    use: use ?? "",
    status,
    isGood: succeeded(trace),
    ...(fault === undefined ? {} : { fault }),
  };
}
