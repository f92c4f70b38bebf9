import { type Assumptions, durationMsOf, wordOf } from "../assumption.ts";
import { RngFamily } from "../rng.ts";
import type { Facts, InputsOutcome, Submission, SubmittedFact } from "./facts.ts";
import type { Pause } from "./phase.ts";
import { type Distribution, drawMs, wholeMs } from "./profile.ts";

/** The data that determine an undisturbed job's course. All random values are already drawn. */
export type JobPlan = Readonly<ReturnType<typeof planOf>>;

export function planOf(facts: Facts) {
  const [submitted] = facts;
  const { profile, submission, assumptions } = submitted;
  const draw = drawsOf(submitted);
  const inputs = facts.find((fact) => fact.type === "inputs")?.outcome;
  const numRows = inputs?.numRows ?? 0;
  const workRows = submission.dryRun || inputs?.kind !== "ready" ? 0 : numRows;
  const expireAfterMs = profile.results.expireAfterMs ?? durationMsOf(assumptions, "retention");
  const stalls = workRows === 0 ? [] : profile.stalls;
  const pauses: readonly Pause[] = stalls.map(({ atShare, duration }, index) => ({
    atShare,
    ms: draw(duration, "stall", index),
  }));
  const windowMs = windowOf(submitted);
  const finalizingMs = durationMsOf(assumptions, "finalizing");
  return {
    createdAt: submitted.at,
    hasUnknownState: submitted.hasUnknownState,
    unknownMs: draw(profile.unknown, "unknown"),
    queuedMs: draw(profile.queued[submission.jobPriority], "queued"),
    startingMs: draw(profile.starting, "starting"),
    /** Time in `running`, without pauses. */
    runMs: submission.dryRun ? 0 : runMsOf(submitted, inputs, draw),
    pauses,
    /** Time from the last row to success; undefined if the service has no `finalizing` state. */
    ...(finalizingMs !== undefined && {
      finalizingMs: draw(profile.finalizing ?? { kind: "fixed", ms: finalizingMs }, "finalizing"),
    }),
    outcome: profile.outcome,
    readsLate: readsLate(submission, assumptions),
    /** Undefined until the inputs have been read. */
    ...(inputs && { inputs }),
    numRows,
    /** Number of rows to process; 0 for a dry run or without usable inputs. */
    workRows,
    cancelMs: draw(profile.cancel.takes, "cancel"),
    cancelLosesRace: profile.cancel.losesRace,
    cancelTerminal: wordOf(assumptions, "cancel-terminal"),
    cancelTwice: wordOf(assumptions, "cancel-twice"),
    lateMs: draw(profile.results.lateBy, "results"),
    ...(expireAfterMs !== undefined && { expireAfterMs: wholeMs(expireAfterMs) }),
    /** Time from creation until an unfinished job expires; undefined if never. */
    ...(windowMs !== undefined && { windowMs }),
    ...(wordOf(assumptions, "unfinished-results") !== "none" && { keepsRows: true as const }),
  };
}

/** The job's maximum duration in milliseconds; undefined if unlimited. */
function windowOf({ profile, assumptions, submission }: SubmittedFact): number | undefined {
  const { outcome } = profile;
  const expires = outcome.kind === "expired" && outcome.reason === undefined;
  return expires
    ? outcome.afterMs
    : (submission.windowMs ?? durationMsOf(assumptions, "completion-window"));
}

/**
 * Whether a job's inputs are read after the response to the create request. Clients can't observe
 * when they are read: until the job runs, none of its views depends on its inputs.
 */
export function readsLate(
  { source, dryRun }: Pick<Submission, "source" | "dryRun">,
  assumptions: Assumptions,
): boolean {
  const isRefusedAtCreate = typeof assumptions["bad-url-input"] === "number";
  return source.kind === "url" && !dryRun && !isRefusedAtCreate;
}

function runMsOf(
  { profile, model }: SubmittedFact,
  inputs: InputsOutcome | undefined,
  draw: Draw,
): number {
  const { pace } = profile;
  if (pace.kind === "duration") return draw(pace.duration, "running");
  if (inputs?.kind !== "ready" || inputs.numRows === 0) return 0;
  const { numRows, inputTokens, estimatedOutputTokens } = inputs;
  const { tokensPerSecond } = pace.kind === "tokensPerSecond" ? pace : model;
  const seconds =
    pace.kind === "rowsPerSecond"
      ? numRows / pace.rowsPerSecond
      : (inputTokens + estimatedOutputTokens) / tokensPerSecond;
  return Math.max(1, wholeMs(seconds * 1000));
}

/** Draws a duration in milliseconds. Each purpose has its own random stream. */
type Draw = (distribution: Distribution, ...purpose: (string | number)[]) => number;

/** Makes a function that draws a job's durations. Hashes the job's key at most once. */
function drawsOf({ seed, key }: SubmittedFact): Draw {
  let streams: RngFamily | undefined;
  return (distribution, ...purpose) => {
    if (distribution.kind === "fixed") return wholeMs(distribution.ms);
    streams ??= new RngFamily(seed, "job", key);
    return drawMs(distribution, streams.rng(...purpose));
  };
}
