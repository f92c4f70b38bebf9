import type { Integer } from "../../core/json.ts";
import { forEachInSteps, type Stepwise } from "../../core/steps.ts";
import { type CaseFile, openCaseFile } from "../case-file.ts";
import type { Evidence } from "../evidence.ts";
import type { Finding, OmittedFindings } from "../finding.ts";
import { findingsOf, type Judging } from "../findings-of.ts";
import { clockText, repeatLine } from "../repeat-line.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type JobLife, jobLifeOf } from "./job-life.ts";
import { type NotJudged, notJudged } from "./not-judged.ts";
import { type NotPlayed, notPlayed } from "./not-played.ts";
import type { Reproduction } from "./reproduction.ts";

/** Everything that a report says about one sandbox. Its evidence is not needed any more. */
export type Verdict = {
  readonly about: SandboxSummary;
  readonly findings: readonly Finding[];
  /** Further findings: the number that is described is limited. */
  readonly omitted: readonly OmittedFindings[];
  readonly notJudged: readonly NotJudged[];
  readonly notPlayed: readonly NotPlayed[];
  /** Missing if no finding names a request. */
  readonly reproduction?: Reproduction;
  readonly coverage: Coverage;
  /** Jobs with findings first; limited to the number that can be drawn. */
  readonly lives: readonly JobLife[];
};

/** A sandbox in a report. */
export type SandboxSummary = {
  /** Name of the sandbox. */
  readonly name: string;
  /** The name as it was given, or what is known of its key, if that differs from `name`. */
  readonly title?: string;
  /** Name or file of its scenario. */
  readonly scenario: string;
  /** Seed of its rows and IDs. */
  readonly seed: Integer;
  /** Its clock as written in options, such as `poll` or `60x`. */
  readonly clock: string;
  /** How many exchanges it had. */
  readonly exchanges: Integer;
  /** How many jobs it had. */
  readonly jobs: Integer;
  /** Wall-clock time from its first request to the end of its last one, in milliseconds. */
  readonly durationMs: Integer;
  /** A command that starts a simulator with this scenario, seed, clock, and spec. */
  readonly repeat: string;
};

/** Maximum number of jobs to draw per sandbox. */
const MAX_LIVES = 50;

/** Judges a sandbox. */
export function* verdictOn(evidence: Evidence, judging: Judging = {}): Stepwise<Verdict> {
  const { sandbox, title, scenario, seed, clock, traces, droppedTraces, jobs } = evidence;
  const file = yield* openCaseFile(evidence);
  const { findings, omitted } = yield* findingsOf(file, judging);
  const drawn = yield* jobsToDraw(file, findings);
  return {
    about: {
      name: sandbox,
      ...(title !== undefined && { title }),
      scenario,
      seed,
      clock: clockText(clock),
      exchanges: traces.length + droppedTraces,
      jobs: jobs.length,
      durationMs: durationOf(traces),
      repeat: repeatLine(evidence),
    },
    findings,
    omitted,
    notJudged: yield* notJudged(evidence),
    notPlayed: yield* notPlayed(evidence),
    coverage: yield* coverageOf(file),
    lives: drawn.flatMap((jobId) => {
      const jobCase = file.jobs.get(jobId);
      return jobCase === undefined ? [] : [jobLifeOf(file, jobCase)];
    }),
  };
}

function durationOf(traces: Evidence["traces"]): number {
  const [first, last] = [traces[0], traces.at(-1)];
  return first === undefined || last === undefined
    ? 0
    : Math.max(0, Math.round(last.wallAt + last.durationMs - first.wallAt));
}

/** The IDs of the jobs with findings, then those of others, up to a limit. */
function* jobsToDraw(
  { jobs }: CaseFile,
  findings: readonly Finding[],
): Stepwise<readonly string[]> {
  const named = new Set<string | undefined>();
  yield* forEachInSteps(findings, ({ jobId }) => void named.add(jobId));
  const [first, others]: [string[], string[]] = [[], []];
  yield* forEachInSteps(jobs.ids(), (jobId) => {
    const list = named.has(jobId) ? first : others;
    if (list.length < MAX_LIVES) list.push(jobId);
  });
  return [...first, ...others].slice(0, MAX_LIVES);
}
