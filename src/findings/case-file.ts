import { phaseAt } from "../core/job/phase.ts";
import { isTerminal, type JobState } from "../core/job/state.ts";
import { flatMapInSteps, forEachInSteps, type Stepwise } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import type { Trace } from "../core/trace.ts";
import type { Evidence, JobEvidence } from "./evidence.ts";
import { isLook, succeeded, type Told, toldBy } from "./look.ts";

/** A sandbox's evidence, indexed for the judges. */
export type CaseFile = {
  readonly evidence: Evidence;
  /** The jobs whose create request is among the traces. */
  readonly jobs: readonly JobCase[];
  readonly byJob: ReadonlyMap<string, JobCase>;
  /** The last response that listed all jobs. */
  readonly lastList: Trace | undefined;
  /** The exchanges by operation and job. */
  readonly sameRequests: readonly (readonly Trace[])[];
};

/** A job, and every exchange that names it, oldest first. */
export type JobCase = {
  readonly jobId: string;
  readonly job: JobEvidence;
  readonly created: Trace;
  readonly traces: readonly Trace[];
  /** The exchanges that asked for its state. */
  readonly looks: readonly Trace[];
  /** States that were reported to the client. */
  readonly told: readonly Told[];
};

/** Indexes a sandbox's evidence. */
export function* openCaseFile(evidence: Evidence): Stepwise<CaseFile> {
  const { traces } = evidence;
  const byId = yield* groupsOf(traces, ({ jobId }) => jobId);
  const jobs = yield* flatMapInSteps(evidence.jobs, (job) => jobCases(job, byId));
  const lastList = traces.findLast((each) => each.use === "listJobs" && succeeded(each));
  const byJob = new Map<string, JobCase>();
  yield* forEachInSteps(jobs, (each) => void byJob.set(each.jobId, each));
  const sameRequests = [...(yield* groupsOf(traces, requestKey)).values()];
  return { evidence, jobs, byJob, lastList, sameRequests };
}

/** Groups traces, oldest first; those without a key are in none. */
function* groupsOf(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => string | undefined,
): Stepwise<ReadonlyMap<string, readonly Trace[]>> {
  const groups = new Map<string, Trace[]>();
  yield* forEachInSteps(traces, (trace) => {
    const key = keyOf(trace);
    if (key === undefined) return;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [trace]);
    else known.push(trace);
  });
  return groups;
}

/** Equal for requests for the same operation on the same job. */
function requestKey({ use, jobId, operationId, url }: Trace): string {
  // Each successful create request names another job, but is still the same request.
  return `${operationId ?? url} ${use === "createJob" ? "" : (jobId ?? "")}`;
}

function jobCases(job: JobEvidence, byId: ReadonlyMap<string, readonly Trace[]>): JobCase[] {
  const { jobId } = job.facts[0];
  const traces = byId.get(jobId) ?? [];
  const created = traces.find(({ use }) => use === "createJob");
  if (created === undefined) return [];
  const told = traces.flatMap((trace) => toldBy(trace, job));
  return [{ jobId, job, created, traces, looks: traces.filter(isLook), told }];
}

/** The state of a job at an instant. */
export function stateAt({ job }: JobCase, at: Instant): JobState {
  return phaseAt(job.timeline.phases, at).state;
}

/** What the client was last told about a job's state, by a status response or a list; undefined if it was told nothing. */
export function lastTold({ lastList }: CaseFile, jobCase: JobCase): Told | undefined {
  const told = jobCase.told.at(-1);
  if (lastList === undefined || lastList.at < jobCase.job.facts[0].at) return told;
  if (told !== undefined && told.trace.id > lastList.id) return told;
  return { trace: lastList, state: stateAt(jobCase, lastList.at) };
}

/** When a job ends unless something interferes; undefined if it never ends. */
export function endOf({ job }: JobCase): Instant | undefined {
  const last = job.timeline.phases.at(-1);
  return last !== undefined && isTerminal(last.state) ? last.from : undefined;
}

/** Whether the client canceled a job, or the test forced its state, at or after an instant. */
export function isInterferedWith({ job }: JobCase, since: Instant): boolean {
  return job.facts.some(
    ({ type, at }) => (type === "cancelRequested" || type === "forced") && at >= since,
  );
}

/** A state's name on the wire. */
export function stateName({ evidence }: CaseFile, state: JobState): string {
  return evidence.contract.stateNames[state] ?? state;
}
