import { nextChangeAt as nextChangeOf, viewAt } from "../../core/job/view.ts";
import type { Instant } from "../../core/time.ts";
import type { StoredJob } from "../../state/stored-job.ts";
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
