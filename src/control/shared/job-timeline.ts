import { type Phase, type Phases, phasesOfList, type RowProgress } from "../../core/job/phase.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { TimelinesOfVersion } from "../../state/timelines.ts";
import type { JobTimeline } from "../job-reports.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";
import { cancelRequestedGrammar, forcedGrammar } from "./fact-grammar.ts";

/** A job's past and future states, according to the facts that are known now. */
export function timelineReport(timelines: TimelinesOfVersion, job: StoredJob): JobTimeline {
  const { facts, jobId } = job;
  const { isDryRun, plan, phases } = timelines.of(job);
  const { createdAt, numRows, readsLate, lateMs, expireAfterMs } = plan;
  const times = { createdAt, numRows, readsLate, lateMs };
  return {
    jobId,
    isDryRun,
    modelId: facts[0].submission.modelId,
    scenario: facts[0].scenario,
    plan: { ...times, ...(expireAfterMs !== undefined && { expireAfterMs }) },
    phases: phasesOfList(phases.filter(begins)),
    interference: facts.filter((fact) => fact.type === "cancelRequested" || fact.type === "forced"),
  };
}

/** JSON has no Infinity, which stands for an instant that isn't known. */
function begins({ from }: Phase): boolean {
  return from !== Number.POSITIVE_INFINITY;
}

/** A job's states, past and future. */
export const jobTimelineGrammar: GrammarOf<JobTimeline> = defineGrammar((kit) => {
  const { z, zeroOrMore, instant, list, partly } = kit;
  return z.strictObject({
    jobId: z.string(),
    isDryRun: z.boolean(),
    modelId: z.string(),
    scenario: z.string(),
    plan: z.strictObject({
      createdAt: instant,
      numRows: zeroOrMore,
      readsLate: z.boolean(),
      lateMs: z.number().min(0),
      expireAfterMs: z.exactOptional(z.number().min(0)),
    }),
    phases: partly<Phases>(z.array(phaseGrammar(kit)).min(1)),
    interference: list(z.union([cancelRequestedGrammar(kit), forcedGrammar(kit)])),
  });
});

const phaseGrammar: GrammarOf<Phase> = defineGrammar((kit) => {
  const { z, instant, jobState } = kit;
  return z.strictObject({
    state: jobState,
    from: instant,
    progress: progressGrammar(kit),
    addedAt: z.exactOptional(instant),
    startedAt: z.exactOptional(instant),
    completedAt: z.exactOptional(instant),
    failureReason: z.exactOptional(z.string()),
    usesInputs: z.exactOptional(z.literal(true)),
  });
});

const progressGrammar: GrammarOf<RowProgress> = defineGrammar(
  ({ z, instant, zeroOrMore, list }) => {
    const knot = z.strictObject({ afterMs: z.number(), share: z.number() });
    return z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("still"), rows: zeroOrMore }),
      z.strictObject({
        kind: z.literal("moving"),
        from: instant,
        numRows: zeroOrMore,
        knots: list(knot),
      }),
    ]);
  },
);
