import { viewAt } from "../../core/job/view.ts";
import { nextChangeOf } from "../../engine/life.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/stored-job.ts";
import type { JobDetail, JobReport } from "../reports.ts";
import { defineGrammar, type GrammarKit, type GrammarOf } from "../verb.ts";
import { factsGrammar } from "./fact-grammar.ts";

/** A job as the test sees it at an instant. The caller waits until its next change is known. */
export function jobReport(sandbox: Sandbox, { jobId, facts }: StoredJob, now: number): JobReport {
  const { submission } = facts[0];
  const nextChangeAt = nextChangeOf(sandbox, jobId, now);
  return {
    ...viewAt(sandbox.timelines.of(jobId), now),
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
