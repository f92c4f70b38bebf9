import { SimulatorError } from "../../core/errors.ts";
import type { JobState } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { nearest } from "../../core/nearest.ts";
import { lifeOf, nextChangeOf } from "../../engine/life.ts";
import type { Job } from "../../engine/world.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Scope } from "../host.ts";
import type { JobDetail, JobReport } from "../reports.ts";
import type { ArgumentsOf } from "../verb.ts";

/** All jobs, oldest first. */
export async function listJobs({ sandbox }: Scope): Promise<readonly JobReport[]> {
  const jobs = sandbox.store.jobs();
  await Promise.all(jobs.map((job) => job.ready));
  const now = sandbox.clock.now();
  return jobs.map((job) => reportOf(job, now));
}

/** One job, with its facts and its timeline. */
export async function getJob(
  { sandbox }: Scope,
  { jobId }: ArgumentsOf<"getJob">,
): Promise<JobDetail> {
  const job = requireJob(sandbox, jobId);
  await job.ready;
  const phases = lifeOf(job).phases.filter(({ from }) => from !== Number.POSITIVE_INFINITY);
  return {
    ...reportOf(job, sandbox.clock.now()),
    facts: job.facts,
    timeline: phases.map(({ state, from }) => ({ state, from })),
  };
}

/** Puts a job into a state. */
export async function forceJob(
  { host, sandbox }: Scope,
  { jobId, state, reason }: ArgumentsOf<"forceJob">,
): Promise<JobReport> {
  const job = requireJob(sandbox, jobId);
  await job.ready;
  if (state === "unknown" && !host.specOf(sandbox).hasUnknownState) {
    const message = `Expected \`state\` to be one that the service has, got \`${state}\`. Put a scenario into force whose assumption \`job-states\` names it.`;
    throw new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path: "state", message }] });
  }
  const at = sandbox.clock.now();
  sandbox.store.addFact(job, {
    type: "forced",
    at,
    state,
    ...(reason === undefined ? {} : { reason }),
  });
  return reportOf(job, at);
}

/** Fails a job. */
export function failJob(
  scope: Scope,
  { jobId, reason }: ArgumentsOf<"failJob">,
): Promise<JobReport> {
  const state: JobState = "failed";
  return forceJob(scope, { jobId, state, ...(reason === undefined ? {} : { reason }) });
}

/** The job of an id; throws a SimulatorError where the sandbox has none. */
export function requireJob({ store, name }: Sandbox, jobId: string): Job {
  const job = store.job(jobId);
  if (job !== undefined) return job;
  const ids = store.jobs().map((known) => known.jobId);
  const near = nearest(jobId, ids);
  const hint =
    near === undefined ? `It has ${ids.length} of other ids.` : `Did you mean \`${near}\`?`;
  throw new SimulatorError(
    "SIM_UNKNOWN_JOB",
    `Failed to find job \`${jobId}\`: the sandbox \`${name}\` has none of that id. ${hint}`,
  );
}

function reportOf(job: Job, now: number): JobReport {
  const { submission } = job.facts[0];
  const nextChangeAt = nextChangeOf(job, now);
  return {
    ...viewAt(lifeOf(job), now),
    modelId: submission.modelId,
    jobPriority: submission.jobPriority,
    dryRun: submission.dryRun,
    ...(nextChangeAt === undefined || nextChangeAt === Number.POSITIVE_INFINITY
      ? {}
      : { nextChangeAt }),
  };
}
