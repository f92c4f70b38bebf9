export { type ConnectOptions, connect } from "./client/connect.ts";
export type {
  AdvanceGoal,
  Control,
  ControlClock,
  ControlFaults,
  ControlFiles,
  ControlJobs,
  ControlJournal,
  ControlScenario,
  SandboxHandle,
} from "./control/control.ts";
export type * from "./control/reports.ts";
export type {
  JournalQuery,
  SandboxOptions,
  ScenarioSource,
  Span,
} from "./control/verb.ts";
export type { ClockSpec } from "./core/clock-spec.ts";
export { type Issue, SimulatorError, type SimulatorErrorCode } from "./core/errors.ts";
export type { Exchange, ExchangeEnd, RecordedBody } from "./core/exchange.ts";
export type { JobEvent } from "./core/job/change.ts";
export type { JobState } from "./core/job/state.ts";
export type { JournalFilter } from "./core/journal-filter.ts";
export type { OutputOf, OutputRequest } from "./core/rows/output-of.ts";
export type { Advance } from "./engine/advance.ts";
export { expectNoFindings, FindingsError } from "./findings/expect-no-findings.ts";
export type { ExpectedFinding } from "./findings/expectation.ts";
export type { Finding, Severity } from "./findings/finding.ts";
export type { FindingId } from "./findings/finding-id.ts";
export { FINDING_TABLE, type FindingKind } from "./findings/finding-table.ts";
export type { Judging } from "./findings/findings-of.ts";
export type { Report } from "./findings/report/report.ts";
export { DEFAULT_API_KEY } from "./options/default-api-key.ts";
export type { SimulatorOptions, TlsOptions } from "./options/options.ts";
export { type Simulator, startSimulator } from "./simulator/simulator.ts";
