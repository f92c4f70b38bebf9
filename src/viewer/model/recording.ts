import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary, FaultReport, SandboxReport } from "../../control/reports.ts";
import type { Instant } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import type { CoverageReport } from "../../findings/report/coverage-report.ts";

/** A sandbox's data for the views, live or recorded. */
export type Recording = {
  readonly sandbox: SandboxReport;
  /** In order of submission. */
  readonly timelines: readonly JobTimeline[];
  /** By ID. */
  readonly exchanges: readonly ExchangeSummary[];
  /** Most serious first. */
  readonly findings: readonly Finding[];
  readonly coverage: CoverageReport | undefined;
  readonly faults: readonly FaultReport[];
};

/** The next visible change, on the sandbox's clock; undefined if nothing will change. */
export type NextChange = { readonly at: Instant; readonly jobId: string } | undefined;
