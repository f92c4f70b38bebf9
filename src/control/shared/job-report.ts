import { SimulatorError } from "../../core/errors.ts";
import type { CancelRequestedFact, ForcedFact } from "../../core/job/facts.ts";
import { nextChangeAt as nextChangeOf, viewAt } from "../../core/job/view.ts";
import { nearest } from "../../core/nearest.ts";
import type { Instant } from "../../core/time.ts";
import { prepareTimelines } from "../../engine/in-slices.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { TimelinesOfVersion } from "../../state/timelines.ts";
import type { JobDetail, JobReport } from "../job-reports.ts";
import { defineGrammar, type GrammarKit, type GrammarOf } from "../verb.ts";
import { factsGrammar } from "./fact-grammar.ts";

/** A job as the test sees it at an instant. The caller waits until its next change is known. */
export function jobReport(timelines: TimelinesOfVersion, job: StoredJob, now: Instant): JobReport {
  const { submission } = job.facts[0];
  const timeline = timelines.of(job);
  const nextChangeAt = nextChangeOf(timeline, now);
  return {
    ...viewAt(timeline, now),
    modelId: submission.modelId,
    jobPriority: submission.jobPriority,
    dryRun: submission.dryRun,
    ...(nextChangeAt === undefined || nextChangeAt === Number.POSITIVE_INFINITY
      ? {}
      : { nextChangeAt }),
  };
}

/** A job as the test sees it. */
export const jobReportGrammar: GrammarOf<JobReport> = defineGrammar((kit) =>
  kit.z.strictObject(jobShape(kit)),
);

/** A job with its facts and its timeline. */
export const jobDetailGrammar: GrammarOf<JobDetail> = defineGrammar((kit) => {
  const { z, instant, jobState, list } = kit;
  return z.strictObject({
    ...jobShape(kit),
    facts: factsGrammar(kit),
    timeline: list(z.strictObject({ state: jobState, from: instant })),
  });
});

function jobShape(kit: GrammarKit) {
  const { z, zeroOrMore, instant, jobState } = kit;
  return {
    jobId: z.string(),
    state: jobState,
    numRows: zeroOrMore,
    rowsCompleted: zeroOrMore,
    createdAt: instant,
    addedAt: z.exactOptional(instant),
    startedAt: z.exactOptional(instant),
    completedAt: z.exactOptional(instant),
    failureReason: z.exactOptional(z.string()),
    results: resultsShape(kit),
    modelId: z.string(),
    jobPriority: z.literal([0, 1]),
    dryRun: z.boolean(),
    nextChangeAt: z.exactOptional(instant),
  };
}

function resultsShape({ z, instant }: GrammarKit) {
  return z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("ready"), expiresAt: z.exactOptional(instant) }),
    z.strictObject({ kind: z.literal("notReady"), readyAt: z.exactOptional(instant) }),
    z.strictObject({ kind: z.literal("never") }),
    z.strictObject({ kind: z.literal("expired"), at: instant }),
  ]);
}

/** The job with an ID, as it is now. Throws a SimulatorError if the sandbox has no such job. */
export function requireJob({ state, name }: Sandbox, jobId: string): StoredJob {
  const job = state.jobs.get(jobId);
  if (job !== undefined) return job;
  const near = nearest(jobId, state.jobs.keys());
  const hint =
    near === undefined ? `Number of other jobs: ${state.jobs.size}.` : `Did you mean \`${near}\`?`;
  throw new SimulatorError(
    "SIM_UNKNOWN_JOB",
    `Failed to find job \`${jobId}\`: the sandbox \`${name}\` has no job with that ID. ${hint}`,
  );
}

/** Adds a fact about a job at the clock's instant, and reports on the job at that instant. */
export async function addFact(
  sandbox: Sandbox,
  jobId: string,
  fact: Omit<CancelRequestedFact, "at"> | Omit<ForcedFact, "at">,
): Promise<JobReport> {
  requireJob(sandbox, jobId);
  const at = sandbox.clock.now();
  sandbox.transact(() => ({
    events: [{ kind: "factAdded", jobId, fact: { ...fact, at } }],
    result: undefined,
  }));
  await prepareTimelines(sandbox.timelines);
  await sandbox.readings.untilNextChange(jobId, at);
  return jobReport(sandbox.timelines.asOfNow(), requireJob(sandbox, jobId), at);
}
