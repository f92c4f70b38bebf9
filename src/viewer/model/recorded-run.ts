import type { SandboxReport, TracedSandbox } from "../../control/reports.ts";
import { exchangeSummary } from "../../control/shared/exchange-summary.ts";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { keptRecording, keptSandbox } from "./kept-lives.ts";
import type { Recording } from "./recording.ts";

/** The sandboxes of a run, the one with the most serious finding first. */
export function recordedSandboxes({ trace, report }: RecordedRun): readonly SandboxReport[] {
  const worst = report.findings.find(({ isExpected }) => !isExpected)?.sandbox;
  const traced = trace.sandboxes.map(({ sandbox }) => sandbox);
  const names = new Set(traced.map(({ name }) => name));
  const ended = report.sandboxes
    .filter(({ name }) => !names.has(name))
    .map((summary) => keptSandbox(report, summary));
  return [...traced, ...ended].toSorted(
    (a, b) => Number(b.name === worst) - Number(a.name === worst),
  );
}

/** What the views show of one of a run's sandboxes; undefined if there is none with this name. */
export function recordingOf({ trace, report }: RecordedRun, name: string): Recording | undefined {
  const traced = trace.sandboxes.find(({ sandbox }) => sandbox.name === name);
  if (traced !== undefined) return tracedRecording(report, traced);
  const summary = report.sandboxes.find((each) => each.name === name);
  return summary && keptRecording(report, summary);
}

function tracedRecording(report: Report, traced: TracedSandbox): Recording {
  const { sandbox, jobs, exchanges, faults } = traced;
  return {
    sandbox,
    timelines: jobs.map(({ timeline }) => timeline),
    exchanges: exchanges.map(exchangeSummary).toSorted((a, b) => a.id - b.id),
    findings: report.findings.filter((finding) => finding.sandbox === sandbox.name),
    coverage: report.coverage,
    faults,
  };
}
