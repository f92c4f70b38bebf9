import type { InputsOutcome } from "../core/job/facts.ts";
import { phaseAt } from "../core/job/phase.ts";
import { isTerminal, type JobState } from "../core/job/state.ts";
import { forEachInSteps, type Stepwise } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import type { Trace } from "../core/trace.ts";
import { clientWidthOf } from "./client-width.ts";
import type { Evidence, JobEvidence, JobHistory } from "./evidence.ts";
import { addTo } from "./grouped.ts";
import { isLook, succeeded, type Told, toldBy } from "./status-reads.ts";

/** A job and all exchanges about it, oldest first. */
export type JobCase = {
  readonly jobId: string;
  readonly job: JobHistory;
  readonly inputs: InputsOutcome | undefined;
  readonly created: Trace;
  readonly traces: readonly Trace[];
  /** The exchanges that asked for the job's state. */
  readonly looks: readonly Trace[];
  readonly told: readonly Told[];
};

function caseOf(
  { jobId, history: job }: JobEvidence,
  created: Trace,
  traces: readonly Trace[],
): JobCase {
  const told = traces.flatMap((trace) => toldBy(trace, job.timeline));
  const inputs = job.facts.find((fact) => fact.type === "inputs")?.outcome;
  return { jobId, job, inputs, created, traces, looks: traces.filter(isLook), told };
}

export type CaseFile = {
  readonly evidence: Evidence;
  /** By job ID: a function that builds the job's case, if its create request was recorded. */
  readonly jobs: ReadonlyMap<string, () => JobCase>;
  readonly lastList: Trace | undefined;
  /** The exchanges, grouped by operation and job. */
  readonly sameRequests: readonly (readonly Trace[])[];
  /** The exchanges, grouped by method, path, query, and body. */
  readonly equalRequests: readonly (readonly Trace[])[];
  /** Maximum number of parallel workers that the clients may have had. */
  readonly width: number;
  /** By the job ID in a client error, if any: ID of the last exchange before the latest error. */
  readonly toldOf: ReadonlyMap<string | undefined, number>;
};

export function* openCaseFile(evidence: Evidence): Stepwise<CaseFile> {
  const { traces } = evidence;
  const byId = yield* groupsOf(traces, ({ jobId }) => jobId);
  // Cases are built on each use, because keeping them all would take more memory than the jobs.
  const jobs = new Map<string, () => JobCase>();
  yield* forEachInSteps(evidence.jobs, (job) => {
    const own = byId.get(job.jobId) ?? [];
    const created = own.find(({ use }) => use === "createJob");
    if (created !== undefined) jobs.set(job.jobId, () => caseOf(job, created, own));
  });
  const lastList = traces.findLast((each) => each.use === "listJobs" && succeeded(each));
  const sameRequests = [...(yield* groupsOf(traces, requestKey)).values()];
  const equalRequests = [...(yield* groupsOf(traces, equalityKey)).values()];
  const width = yield* clientWidthOf(traces);
  const toldOf = new Map<string | undefined, number>();
  yield* forEachInSteps(evidence.clientErrors, ({ afterExchange, jobId }) => {
    toldOf.set(jobId, Math.max(afterExchange, toldOf.get(jobId) ?? 0));
  });
  return { evidence, jobs, lastList, sameRequests, equalRequests, width, toldOf };
}

function* groupsOf(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => string | undefined,
): Stepwise<ReadonlyMap<string, readonly Trace[]>> {
  const groups = new Map<string, [Trace, ...Trace[]]>();
  yield* forEachInSteps(traces, (trace) => {
    const key = keyOf(trace);
    if (key !== undefined) addTo(groups, key, trace);
  });
  return groups;
}

function requestKey({ use, jobId, operationId, url }: Trace): string {
  // All create requests count as the same request, although they create different jobs.
  return `${operationId ?? url} ${use === "createJob" ? "" : (jobId ?? "")}`;
}

/** Identical requests share a key. Unknown bodies count as identical, except when creating jobs. */
function equalityKey({ use, method, url, bodyHash, requestDigest, id }: Trace): string {
  const body = bodyHash ?? requestDigest ?? (use === "createJob" ? id : "");
  return `${method} ${url} ${body}`;
}

/** Whether a test declared a client error after an exchange, for this job or without a job. */
export function wasReported({ toldOf }: CaseFile, jobId: string, exchange: number): boolean {
  return [undefined, jobId].some((about) => (toldOf.get(about) ?? 0) >= exchange);
}

export function stateAt({ job }: JobCase, at: Instant): JobState {
  return phaseAt(job.timeline.phases, at).state;
}

/** The state that the client last read for a job, from a status or a list; undefined if none. */
export function lastTold({ lastList }: CaseFile, jobCase: JobCase): Told | undefined {
  const told = lastBelieved(jobCase);
  if (lastList === undefined || lastList.at < jobCase.job.facts[0].at) return told;
  if (told !== undefined && (told.trace.id > lastList.id || isBelieved(jobCase, told, lastList)))
    return told;
  return { trace: lastList, state: stateAt(jobCase, lastList.at) };
}

/** The state that the client last read; the terminal state if only stale states followed it. */
function lastBelieved({ job, told }: JobCase): Told | undefined {
  const last = told.at(-1);
  if (last === undefined || isTerminal(last.state)) return last;
  const end = told.findLast(({ state }) => isTerminal(state));
  if (end === undefined || isForcedBetween(job, end.trace, last.trace)) return last;
  return { trace: last.trace, state: end.state };
}

/** Whether a terminal state that the client read is still valid at a later list request. */
function isBelieved({ job, traces }: JobCase, told: Told, list: Trace): boolean {
  if (!isTerminal(told.state) || isForcedBetween(job, told.trace, list)) return false;
  return !traces.some(({ use, id }) => use === "cancelJob" && id > told.trace.id && id < list.id);
}

export function isForcedBetween({ facts }: JobCase["job"], from: Trace, to: Trace): boolean {
  return facts.some(({ type, at }) => type === "forced" && at >= from.at && at <= to.at);
}

/** A state's name on the wire, or batch-sim's own name if the service has none. */
export function stateName({ evidence }: Pick<CaseFile, "evidence">, state: JobState): string {
  return evidence.contract.stateNames[state] ?? state;
}
