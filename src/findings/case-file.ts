import { phaseAt } from "../core/job/phase.ts";
import { isTerminal, type JobState } from "../core/job/state.ts";
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
export function openCaseFile(evidence: Evidence): CaseFile {
  const byId = new Map<string, Trace[]>();
  for (const trace of evidence.traces) {
    if (trace.jobId === undefined) continue;
    const known = byId.get(trace.jobId);
    if (known === undefined) byId.set(trace.jobId, [trace]);
    else known.push(trace);
  }
  const jobs = evidence.jobs.flatMap((job) => jobCases(job, byId));
  const lastList = evidence.traces.findLast((each) => each.use === "listJobs" && succeeded(each));
  return { evidence, jobs, byJob: new Map(jobs.map((each) => [each.jobId, each])), lastList };
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
