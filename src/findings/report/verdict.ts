import { defined } from "../../core/defined.ts";
import type { Exchange } from "../../core/exchange.ts";
import { begunBy, lastOf, type Phase } from "../../core/job/phase.ts";
import { isTerminal } from "../../core/job/state.ts";
import type { Integer } from "../../core/json.ts";
import { forEachInSteps, type Stepwise } from "../../core/steps.ts";
import type { Instant } from "../../core/time.ts";
import { type CaseFile, type JobCase, openCaseFile } from "../case-file.ts";
import type { Evidence, Reproduction } from "../evidence.ts";
import type { Finding, OmittedFindings } from "../finding.ts";
import type { FindingId } from "../finding-id.ts";
import { findingsOf, type Judging } from "../findings-of.ts";
import { clockText, repeatLine } from "../repeat-line.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type NotJudged, notJudged } from "./not-judged.ts";
import { type NotPlayed, notPlayed } from "./not-played.ts";

/** The part of a report about one sandbox. It is kept after the evidence is discarded. */
export type Verdict = {
  readonly about: SandboxSummary;
  readonly findings: readonly Finding[];
  /** Counts of the findings that are not described because there are too many. */
  readonly omitted: readonly OmittedFindings[];
  readonly notJudged: readonly NotJudged[];
  readonly notPlayed: readonly NotPlayed[];
  /** Undefined if no error or warning is about a request. */
  readonly reproduction?: Reproduction;
  readonly coverage: Coverage;
  /** Jobs with findings come first. The number of jobs is limited. */
  readonly lives: readonly JobLife[];
};

/** A sandbox in a report. */
export type SandboxSummary = {
  /** Name of the sandbox. */
  readonly name: string;
  /** Display name, if it differs from `name`, such as the given name or the key's description. */
  readonly title?: string;
  /** Name or file of the sandbox's scenario. */
  readonly scenario: string;
  /** Seed for all random values in the sandbox. */
  readonly seed: Integer;
  /** Mode of the clock, such as `poll` or `60x`. */
  readonly clock: string;
  /** Number of exchanges. */
  readonly exchanges: Integer;
  /** Number of jobs. */
  readonly jobs: Integer;
  /** Wall-clock time from the first request to the end of the last exchange, in milliseconds. */
  readonly durationMs: Integer;
  /** A command that starts a simulator with the sandbox's scenario, seed, clock, and spec. */
  readonly repeat: string;
};

const MAX_LIVES = 50;

export function* verdictOn(evidence: Evidence, judging: Judging = {}): Stepwise<Verdict> {
  const { sandbox, title, scenario, seed, clock, traces, droppedTraces, jobs } = evidence;
  const file = yield* openCaseFile(evidence);
  const { findings, omitted } = yield* findingsOf(file, judging);
  return {
    about: defined({
      ...{ name: sandbox, title, scenario, seed, clock: clockText(clock) },
      exchanges: traces.length + droppedTraces,
      jobs: jobs.length,
      durationMs: durationOf(traces),
      repeat: repeatLine(evidence),
    }),
    findings,
    omitted,
    notJudged: notJudged(evidence),
    notPlayed: yield* notPlayed(evidence),
    coverage: yield* coverageOf(file),
    lives: yield* livesIn(file, findings),
  };
}

function durationOf(traces: Evidence["traces"]): number {
  const [first, last] = [traces[0], traces.at(-1)];
  return first === undefined || last === undefined
    ? 0
    : Math.max(0, Math.round(last.wallAt + last.durationMs - first.wallAt));
}

/** The lives of a limited number of jobs. Jobs with findings come first. */
function* livesIn(file: CaseFile, findings: readonly Finding[]): Stepwise<readonly JobLife[]> {
  const named = new Set<string | undefined>();
  yield* forEachInSteps(findings, ({ jobId }) => void named.add(jobId));
  const [first, others]: [string[], string[]] = [[], []];
  yield* forEachInSteps(file.jobs.keys(), (jobId) => {
    const list = named.has(jobId) ? first : others;
    if (list.length < MAX_LIVES) list.push(jobId);
  });
  const drawn = [...first, ...others].slice(0, MAX_LIVES);
  const cases = drawn.flatMap((jobId) => file.jobs.get(jobId)?.() ?? []);
  return cases.map((each) => jobLifeOf(file, each));
}

/** A job's life and its client's requests, for drawing after its sandbox has ended. */
export type JobLife = {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** ID of the job. */
  readonly jobId: string;
  /** When the job reached a terminal state; if it has not, the time of the report. */
  readonly until: Instant;
  /** The job's states in order, with the times at which they began. */
  readonly phases: readonly Pick<Phase, "state" | "from">[];
  /** The first 250 requests about the job. */
  readonly requests: readonly (Pick<Exchange, "id" | "at" | "operationId" | "fault"> & {
    /** The response's status; 0 if there was no response. */
    readonly status: Integer;
  })[];
};

const MAX_REQUESTS = 250;

function jobLifeOf({ evidence }: CaseFile, { job, jobId, traces }: JobCase): JobLife {
  const { now, sandbox } = evidence;
  const begun = begunBy(job.timeline.phases, now);
  const last = lastOf(begun);
  return {
    sandbox,
    jobId,
    until: isTerminal(last.state) ? last.from : now,
    phases: begun.map(({ state, from }) => ({ state, from })),
    requests: traces
      .slice(0, MAX_REQUESTS)
      .map(({ id, at, status, operationId, fault }) =>
        defined({ id, at, status, operationId, fault }),
      ),
  };
}

/** Maximum number of findings to keep for an ended sandbox. */
const MAX_KEPT_FINDINGS = 100;
const MAX_KEPT_LIVES = 5;
/** Maximum total length, in characters, of the commands and bodies that repeat requests. */
const MAX_CHARACTERS = 32 * 1024;

/** Limits a verdict's findings, lives, commands, and bodies: a server may keep many verdicts. */
export function shortenedVerdict(verdict: Verdict): Verdict {
  const { findings, omitted, lives, reproduction } = verdict;
  let left = MAX_CHARACTERS;
  const fits = (text: string): boolean => {
    const isShort = text.length <= left;
    if (isShort) left -= text.length;
    return isShort;
  };
  const requests = reproduction?.requests.map((request) => {
    const { body, ...others } = request;
    return body === undefined || fits(body) ? request : { ...others, isCut: true };
  });
  return defined({
    ...verdict,
    findings: findings
      .slice(0, MAX_KEPT_FINDINGS)
      .map((finding) => (fits(finding.repeat) ? finding : { ...finding, repeat: "" })),
    omitted: omitted.concat(omittedOf(findings.slice(MAX_KEPT_FINDINGS))),
    lives: lives.slice(0, MAX_KEPT_LIVES),
    reproduction: reproduction && requests && { ...reproduction, requests },
  });
}

function omittedOf(findings: readonly Finding[]): readonly OmittedFindings[] {
  const byId = new Map<FindingId, OmittedFindings>();
  for (const { id, severity } of findings)
    byId.set(id, { id, severity, count: (byId.get(id)?.count ?? 0) + 1 });
  return [...byId.values()];
}
