import type {
  CancelRequestedFact,
  DeletedFact,
  Fact,
  Facts,
  ForcedFact,
  InputProblem,
  InputsFact,
  SubmittedFact,
} from "../../core/job/facts.ts";
import { redactData } from "../../core/redact.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";

/** A job's facts for a reader. Its input URL and prompts may contain passwords or signatures. */
export function shownFacts(facts: Facts): Facts {
  return redactData(facts);
}

/** Everything that is stored about a job, in the order in which it happened. */
export const factsGrammar: GrammarOf<Facts> = defineGrammar((kit) => {
  const { z, partly } = kit;
  const fact = z.union([
    submittedGrammar(kit),
    inputsGrammar(kit),
    cancelRequestedGrammar(kit),
    forcedGrammar(kit),
    deletedGrammar(kit),
  ]);
  return partly<Facts>(z.array(fact satisfies { _zod: { output: Fact } }).min(1));
});

const submittedGrammar: GrammarOf<SubmittedFact> = defineGrammar(({ z, instant, partly }) =>
  partly<SubmittedFact>(
    z.looseObject({
      type: z.literal("submitted"),
      at: instant,
      jobId: z.string(),
      seed: z.int(),
      submission: z.looseObject({
        modelId: z.string(),
        jobPriority: z.literal([0, 1]),
        dryRun: z.boolean(),
      }),
    }),
  ),
);

const problemGrammar: GrammarOf<InputProblem> = defineGrammar(({ z }) =>
  z.strictObject({
    code: z.string(),
    message: z.string(),
    line: z.int().min(1).nullable(),
    param: z.string().nullable(),
  }),
);

const inputsGrammar: GrammarOf<InputsFact> = defineGrammar((kit) => {
  const { z, instant, zeroOrMore } = kit;
  return z.strictObject({
    type: z.literal("inputs"),
    at: instant,
    outcome: z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("ready"),
        numRows: zeroOrMore,
        inputTokens: z.number().min(0),
        estimatedOutputTokens: z.number().min(0),
        failedRows: z.exactOptional(z.array(zeroOrMore).readonly()),
        rowModel: z.exactOptional(z.string()),
        digest: z.exactOptional(z.string()),
      }),
      z.strictObject({
        kind: z.literal("refused"),
        reason: z.string(),
        numRows: z.exactOptional(zeroOrMore),
        problems: z.exactOptional(z.array(problemGrammar(kit)).readonly()),
      }),
    ]),
  });
});

/** A client's cancel request. */
export const cancelRequestedGrammar: GrammarOf<CancelRequestedFact> = defineGrammar(
  ({ z, instant }) => z.strictObject({ type: z.literal("cancelRequested"), at: instant }),
);

/** A state that the test forced. */
export const forcedGrammar: GrammarOf<ForcedFact> = defineGrammar(({ z, instant, jobState }) =>
  z.strictObject({
    type: z.literal("forced"),
    at: instant,
    state: jobState,
    reason: z.exactOptional(z.string()),
  }),
);

const deletedGrammar: GrammarOf<DeletedFact> = defineGrammar(({ z, instant }) =>
  z.strictObject({ type: z.literal("deleted"), at: instant }),
);
