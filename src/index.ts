export type { ClockControl } from "./clock-control.ts";
export { type ConnectOptions, connect } from "./connect.ts";
export { expectNoFindings, FindingsError } from "./contract/expect-no-findings.ts";
export type { ExpectedFinding } from "./contract/expectation.ts";
export type { Finding, Severity } from "./contract/finding.ts";
export type { FindingId } from "./contract/finding-id.ts";
export { FINDING_TABLE, type FindingKind } from "./contract/finding-table.ts";
export type { Judging } from "./contract/findings-of.ts";
export type { Report } from "./contract/report.ts";
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
export type { OutputOf, OutputRequest } from "./core/output-of.ts";
export { DEFAULT_API_KEY } from "./default-api-key.ts";
export type { Advance } from "./engine/advance.ts";
export type { SimulatorOptions, TlsOptions } from "./options.ts";
export { type Simulator, startSimulator } from "./simulator.ts";
