import type { Integer } from "../../core/json.ts";
import { forEachInSteps, type Stepwise, sortInSteps } from "../../core/steps.ts";
import type { Reproduction } from "../evidence.ts";
import { type Expectation, fits, withExpectations } from "../expected-finding.ts";
import { type Finding, SEVERITIES } from "../finding.ts";
import { byKind } from "../finding-table.ts";
import { grouped } from "../grouped.ts";
import { type CoverageReport, coverageReport } from "./coverage-report.ts";
import type { NotJudged } from "./not-judged.ts";
import type { NotPlayed } from "./not-played.ts";
import type { JobLife, SandboxSummary, Verdict } from "./verdict.ts";

/** A report on the mistakes of a simulator's clients, and on the features that they used. */
export type Report = {
  /** Version of the report's format. */
  readonly format: 1;
  /** Version of batch-sim. */
  readonly version: string;
  /** Counts of findings, sandboxes, exchanges, and jobs. */
  readonly summary: ReportSummary;
  /** The sandboxes that the report covers; those with neither exchanges nor jobs are omitted. */
  readonly sandboxes: readonly SandboxSummary[];
  /** The findings, most serious first. */
  readonly findings: readonly Finding[];
  /** Number of findings omitted because the report's size is limited. */
  readonly moreFindings: Integer;
  /** Aspects of the clients that the report does not judge, and the reasons. */
  readonly notJudged: readonly (NotJudged & { readonly sandboxes: readonly string[] })[];
  /** Fault rules that did not fire in any sandbox that used their scenario. */
  readonly notPlayed: readonly NotPlayed[];
  /** The service's features that the clients used, and those that they did not use. */
  readonly coverage: CoverageReport;
  /** States and requests of up to 250 jobs, jobs with findings first. */
  readonly lives: readonly JobLife[];
  /** Requests that reproduce unexpected errors and warnings, for up to 100 sandboxes. */
  readonly reproductions: readonly Reproduction[];
  /**
   * If the sandbox received no requests: a sentence about other requests that may have been meant
   * for it. Undefined if there were none.
   */
  readonly strays?: string;
};

/** The report's counts. Expected findings are counted only in `expected`. */
export type ReportSummary = {
  /** Number of unexpected `error` findings. */
  readonly errors: Integer;
  /** Number of unexpected `warning` findings. */
  readonly warnings: Integer;
  /** Number of unexpected `info` findings. */
  readonly infos: Integer;
  /** Number of expected findings. */
  readonly expected: Integer;
  /** Number of unexpected findings with `isPending: true`. */
  readonly pending: Integer;
  /** Number of sandboxes that the report covers. */
  readonly sandboxes: Integer;
  /** Number of exchanges. */
  readonly exchanges: Integer;
  /** Number of jobs. */
  readonly jobs: Integer;
};

const MAX_FINDINGS = 1000;
const MAX_LIVES = 250;
const MAX_REPRODUCTIONS = 100;

/** Combines the verdicts on used sandboxes. If none was used, shows what could be covered. */
export function* reportOf(
  verdicts: readonly Verdict[],
  { version, expected }: { readonly version: string; readonly expected: readonly Expectation[] },
): Stepwise<Report> {
  const used = verdicts.filter(({ about }) => about.exchanges > 0 || about.jobs > 0);
  const found = yield* saidOnce(used.flatMap(({ findings }) => findings));
  yield;
  const findings = yield* sortInSteps(withExpectations(found, expected), mostSeriousFirst);
  yield;
  const omitted = used.flatMap((verdict) => verdict.omitted);
  return {
    format: 1,
    version,
    summary: summaryOf(used, findings, expected),
    sandboxes: used.map(({ about }) => about),
    findings: findings.slice(0, MAX_FINDINGS),
    moreFindings:
      Math.max(0, findings.length - MAX_FINDINGS) + sumOf(omitted.map(({ count }) => count)),
    notJudged: together(used),
    notPlayed: neverPlayed(used),
    // If no sandbox was used, the report shows 0% of all items, not 100% of no items.
    coverage: coverageReport((used.length > 0 ? used : verdicts).map(({ coverage }) => coverage)),
    lives: livesOf(used, findings),
    reproductions: reproductionsOf(used, findings),
  };
}

/** Merges equal `info` findings, because clients rely on the same assumptions in all sandboxes. */
function* saidOnce(findings: readonly Finding[]): Stepwise<readonly Finding[]> {
  const once = new Map<string, Finding>();
  const others: Finding[] = [];
  yield* forEachInSteps(findings, (finding) => {
    const known = finding.severity === "info" ? once.get(finding.sentence) : undefined;
    if (finding.severity !== "info") others.push(finding);
    else if (known === undefined) once.set(finding.sentence, finding);
    else {
      const exchangeCount = known.exchangeCount + finding.exchangeCount;
      const otherSandboxes = (known.otherSandboxes ?? 0) + 1;
      once.set(finding.sentence, { ...known, exchangeCount, otherSandboxes });
    }
  });
  return others.concat([...once.values()]);
}

function mostSeriousFirst(a: Finding, b: Finding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || byKind(a, b);
}

function summaryOf(
  verdicts: readonly Verdict[],
  findings: readonly Finding[],
  expected: readonly Expectation[],
): ReportSummary {
  const counts = { errors: 0, warnings: 0, infos: 0, expected: 0 };
  for (const { severity, isExpected } of findings)
    counts[isExpected ? "expected" : (`${severity}s` as const)]++;
  for (const { about, omitted } of verdicts) {
    for (const { id, severity, count } of omitted) {
      const isExpected = expected.some((each) => fits(each, { id, sandbox: about.name }));
      counts[isExpected ? "expected" : (`${severity}s` as const)] += count;
    }
  }
  const pending = findings.filter(({ isPending, isExpected }) => isPending === true && !isExpected);
  return {
    ...counts,
    pending: pending.length,
    sandboxes: verdicts.length,
    exchanges: sumOf(verdicts.map(({ about }) => about.exchanges)),
    jobs: sumOf(verdicts.map(({ about }) => about.jobs)),
  };
}

/** The rules that fired in none of the sandboxes with the same scenario. */
function neverPlayed(verdicts: readonly Verdict[]): readonly NotPlayed[] {
  const all = verdicts.flatMap((verdict) => verdict.notPlayed);
  const byRule = grouped(all, ({ scenario, rule }) => JSON.stringify([scenario, rule]));
  return [...byRule.values()].flatMap(([first, ...others]) => {
    const rivals = verdicts.filter(({ about }) => about.scenario === first.scenario);
    return others.length + 1 === rivals.length ? [first] : [];
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function together(verdicts: readonly Verdict[]): Report["notJudged"] {
  const all = verdicts.flatMap(({ about, notJudged }) =>
    notJudged.map((each) => ({ each, name: about.name })),
  );
  const byWhat = grouped(all, ({ each }) => each.what);
  return [...byWhat.values()].map((same) => {
    return { ...same[0].each, sandboxes: same.map(({ name }) => name) };
  });
}

function reproductionsOf(
  verdicts: readonly Verdict[],
  findings: readonly Finding[],
): readonly Reproduction[] {
  const serious = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const named = new Set(serious.map(({ sandbox }) => sandbox));
  return verdicts
    .filter(({ about }) => named.has(about.name))
    .flatMap(({ reproduction }) => reproduction ?? [])
    .slice(0, MAX_REPRODUCTIONS);
}

function livesOf(verdicts: readonly Verdict[], findings: readonly Finding[]): readonly JobLife[] {
  const lives = verdicts.flatMap((verdict) => verdict.lives);
  const named = new Set(findings.map(({ jobId }) => jobId));
  return [
    ...lives.filter(({ jobId }) => named.has(jobId)),
    ...lives.filter(({ jobId }) => !named.has(jobId)),
  ].slice(0, MAX_LIVES);
}
