import type { JobTimeline, RecordedPreview } from "../../control/job-reports.ts";
import type {
  DeliveryReport,
  ExchangeSummary,
  FaultReport,
  SandboxAccess,
  SandboxReport,
} from "../../control/reports.ts";
import { exchangeSummary } from "../../control/shared/exchanges.ts";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import { phasesOfList, still } from "../../core/job/phase.ts";
import type { Instant } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import type { CoverageReport } from "../../findings/report/coverage-report.ts";
import type { Report } from "../../findings/report/report-of.ts";
import type { JobLife, SandboxSummary } from "../../findings/report/verdict.ts";

/** A sandbox's data for the views, live or recorded. */
export type Recording = {
  readonly sandbox: SandboxReport;
  /** In order of submission. */
  readonly timelines: readonly JobTimeline[];
  /** In order of their IDs. */
  readonly exchanges: readonly ExchangeSummary[];
  /** Most serious first. */
  readonly findings: readonly Finding[];
  readonly coverage: CoverageReport | undefined;
  readonly faults: readonly FaultReport[];
  /** Webhook deliveries, in order of their first attempts. */
  readonly deliveries: readonly DeliveryReport[];
  /** How clients reach the sandbox. A trace has only the `words`, and an old trace has nothing. */
  readonly access: SandboxAccess | undefined;
};

/** The sandboxes of a run, the one with the most serious finding first. */
export function recordedSandboxes({ trace, report }: RecordedRun): readonly SandboxReport[] {
  const worst = report.findings.find(({ isExpected }) => !isExpected)?.sandbox;
  const traced = new Map(trace.sandboxes.map(({ sandbox }) => [sandbox.name, sandbox]));
  const ended = report.sandboxes
    .filter(({ name }) => !traced.has(name))
    .map((summary) => keptSandbox(summary, livesIn(report, summary.name)));
  return [...traced.values(), ...ended].toSorted(
    (a, b) => Number(b.name === worst) - Number(a.name === worst),
  );
}

/** A recorded sandbox's data for the views; undefined if the run has no sandbox with this name. */
export function recordingOf({ trace, report }: RecordedRun, name: string): Recording | undefined {
  const findings = report.findings.filter(({ sandbox }) => sandbox === name);
  const judged = { ...NOTHING_READ, findings, coverage: report.coverage };
  const traced = trace.sandboxes.find(({ sandbox }) => sandbox.name === name);
  if (traced === undefined) {
    // The sandbox ended before the report was made; the report has some of its jobs and calls.
    const summary = report.sandboxes.find((each) => each.name === name);
    const lives = livesIn(report, name);
    return (
      summary && {
        ...judged,
        sandbox: keptSandbox(summary, lives),
        timelines: lives.map((life) => timelineOf(life, summary.scenario)),
        exchanges: lives.flatMap(callsOf).toSorted((a, b) => a.id - b.id),
      }
    );
  }
  const { sandbox, words, jobs, exchanges, faults, deliveries = [] } = traced;
  return {
    ...judged,
    sandbox,
    timelines: jobs.map(({ timeline }) => timeline),
    exchanges: exchanges.map(exchangeSummary).toSorted((a, b) => a.id - b.id),
    faults,
    deliveries,
    access: words && { words },
  };
}

/** Zeros in place of unknown counts. */
const NO_COUNTS = { jobs: 0, exchanges: 0, droppedExchanges: 0, byteLength: 0, openRequests: 0 };

/** A recording before anything has been read, or if there is nothing to read. */
export const NOTHING_READ: Recording = {
  sandbox: { name: "", scenario: "", seed: 0, clock: "", now: 0, ...NO_COUNTS },
  timelines: [],
  exchanges: [],
  findings: [],
  coverage: undefined,
  faults: [],
  deliveries: [],
  access: undefined,
};

function livesIn({ lives }: Report, name: string): readonly JobLife[] {
  return lives.filter(({ sandbox }) => sandbox === name);
}

/** The sandbox at the time of its last known event. */
function keptSandbox(summary: SandboxSummary, lives: readonly JobLife[]): SandboxReport {
  const { durationMs: _, repeat: __, ...known } = summary;
  const now = lives.reduce((latest, { until, requests }) => {
    return Math.max(latest, until, ...requests.map(({ at }) => at));
  }, 0);
  return { ...NO_COUNTS, ...known, now };
}

function timelineOf({ jobId, phases }: JobLife, scenario: string): JobTimeline {
  const createdAt = phases[0]?.from ?? 0;
  return {
    jobId,
    isDryRun: false,
    modelId: "",
    scenario,
    plan: { createdAt, numRows: 0, readsLate: false, lateMs: 0 },
    phases: phasesOfList(phases.map((phase) => ({ ...phase, progress: still(0) }))),
    interference: [],
  };
}

/** Summaries of the calls about a job, with only the data that a report has. */
function callsOf({ jobId, requests }: JobLife): readonly ExchangeSummary[] {
  return requests.map((request) => ({
    ...request,
    ...{ jobId, wallAt: 0, method: "", url: "", requestBytes: 0, responseBytes: 0 },
    ...{ problems: 0, end: "finished", durationMs: 0 },
  }));
}

/** The latest recorded responses about a job at or before an instant; undefined if none. */
export function shownPreview(
  previews: readonly RecordedPreview[],
  at: Instant,
): RecordedPreview | undefined {
  const past = previews.filter(({ from }) => from <= at);
  const last = past.at(-1);
  if (last === undefined) return undefined;
  const all = past.flatMap(({ responses }) => responses);
  const byPath = new Map(all.map((each) => [each.path, each]));
  return { from: last.from, responses: [...byPath.values()] };
}
