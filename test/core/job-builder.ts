import type {
  Fact,
  Facts,
  InputsOutcome,
  Submission,
  SubmittedFact,
} from "../../src/core/job/facts.ts";
import { DEFAULT_PROFILE, type Distribution, type Profile } from "../../src/core/job/profile.ts";
import { type QueueExits, timelineOf } from "../../src/core/job/timeline.ts";
import type { Model } from "../../src/core/model.ts";

/** A model with 1,000 tokens per second, at $1 and $2 per million tokens. */
export const MODEL: Model = {
  id: "test-model",
  contextWindow: 8192,
  reasoning: false,
  inputPricePerMillionTokens: 1,
  outputPricePerMillionTokens: 2,
  tokensPerSecond: 1000,
  typicalOutputTokens: 100,
};

/**
 * What a test specifies about a job. Defaults: 10 rows, 100 ms in each state, 1,000 ms in
 * `running`.
 */
export type JobSketch = {
  readonly at?: number;
  readonly jobId?: string;
  readonly seed?: number;
  readonly profile?: Partial<Profile>;
  readonly submission?: Partial<Submission>;
  /** Null if the inputs have not been read yet. */
  readonly inputs?: InputsOutcome | null;
  readonly capacity?: number;
  readonly assumptions?: SubmittedFact["assumptions"];
  readonly hasUnknownState?: boolean;
  readonly later?: readonly Fact[];
};

export const fixed = (ms: number): Distribution => ({ kind: "fixed", ms });

export const PROFILE: Profile = {
  ...DEFAULT_PROFILE,
  unknown: fixed(100),
  queued: [fixed(100), fixed(200)],
  starting: fixed(100),
  pace: { kind: "duration", duration: fixed(1000) },
  cancel: { takes: fixed(50), losesRace: false },
};

/** The fields of every view of a job with 10 rows that has started and has no results. */
export const STARTED = {
  jobId: "job-1",
  numRows: 10,
  createdAt: 0,
  addedAt: 0,
  startedAt: 100,
  results: { kind: "never" },
};

export const cancelAt = (at: number): Fact => ({ type: "cancelRequested", at });

export function ready(numRows: number): InputsOutcome {
  return { kind: "ready", numRows, inputTokens: numRows * 20, estimatedOutputTokens: numRows * 80 };
}

export function factsOf(sketch: JobSketch = {}): Facts {
  const at = sketch.at ?? 0;
  const jobId = sketch.jobId ?? "job-1";
  const submitted: SubmittedFact = {
    type: "submitted",
    at,
    jobId,
    seed: sketch.seed ?? 1,
    key: jobId,
    submission: { ...SUBMISSION, ...sketch.submission },
    scenario: "test",
    model: MODEL,
    profile: { ...PROFILE, ...sketch.profile },
    assumptions: sketch.assumptions ?? {},
    hasUnknownState: sketch.hasUnknownState ?? false,
    ...(sketch.capacity !== undefined && { capacity: sketch.capacity }),
  };
  const outcome = sketch.inputs === undefined ? ready(10) : sketch.inputs;
  const inputs: Fact[] = outcome === null ? [] : [{ type: "inputs", at, outcome }];
  return [submitted, ...inputs, ...(sketch.later ?? [])];
}

/** A job's states with the times when it enters them, such as `0 queued, 100 starting`. */
export function phasesOfSketch(sketch: JobSketch = {}, queueExits?: QueueExits): string {
  const { phases } = timelineOf(factsOf(sketch), queueExits);
  return phases.map((phase) => `${phase.from} ${phase.state}`).join(", ");
}

const SUBMISSION: Submission = {
  source: { kind: "array", digest: "0" },
  modelId: MODEL.id,
  samplingParams: {},
  jobPriority: 0,
  dryRun: false,
  randomSeedPerInput: false,
  truncateRows: false,
};
