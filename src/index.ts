// The public API. All of its types are in `batch-sim/types`.

// Start a simulator in this process, or connect to one.
export { connect, type ConnectOptions } from "./client/connect.ts";
export { DEFAULT_API_KEY } from "./core/api-key.ts";
export type { SimulatorOptions } from "./options/options.ts";
export type { Simulator } from "./simulator/simulator.ts";
export { startSimulator } from "./simulator/start-simulator.ts";

// Options.
export type { ClockSpec } from "./core/clock-spec.ts";
export type { OutputOf, OutputRequest } from "./core/rows/row.ts";
export type { ScenarioSource } from "./core/scenario-source.ts";
export type { OnExchange, OnNotice, TlsOptions } from "./options/options.ts";

// Control a sandbox.
export type { SandboxOptions } from "./control/arguments.ts";
export type { AdvanceGoal } from "./engine/advance.ts";
export type { Control, SandboxHandle } from "./control/control.ts";
export type { JobReport } from "./control/job-reports.ts";
export type { Exchange } from "./core/exchange.ts";
export type { JobState } from "./core/job/state.ts";
export type { JournalFilter } from "./core/exchange.ts";
export type { Instant } from "./core/time.ts";

// Write a scenario.
export type {
  FaultInput,
  ModelInput,
  OperationId,
  ProfileInput,
  RowRuleInput,
  ScenarioInput,
  ScenarioName,
} from "./core/scenario-input.ts";

// Judge the client.
export {
  expectNoFindings,
  FindingsError,
  type NoFindingsOptions,
} from "./findings/expect-no-findings.ts";
export type { ExpectedFinding } from "./findings/expected-finding.ts";
export type { FindingId } from "./findings/finding-id.ts";
export { FINDING_TABLE } from "./findings/finding-table.ts";
export type { Finding, Severity } from "./findings/finding.ts";
export type { Report } from "./findings/report/report-of.ts";

// Errors.
export { type Issue, SimulatorError } from "./core/errors.ts";
export type { SimulatorErrorCode } from "./core/simulator-error-table.ts";
