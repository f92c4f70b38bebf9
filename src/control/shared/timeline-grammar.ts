import type { Phase, Phases, RowProgress } from "../../core/job/phase.ts";
import type { JobTimeline } from "../job-reports.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";
import { cancelRequestedGrammar, forcedGrammar } from "./fact-grammar.ts";

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
