// Every type of the public API, as `batch-sim/types`. Types that most tests need are also exported
// by `batch-sim` itself.
export type { ConnectOptions } from "./client/connect.ts";
export type {
  DeliveryQuery,
  FindingExpectation,
  JournalQuery,
  PageOfJobs,
  ReportOptions,
  SandboxOptions,
  Span,
  SummariesQuery,
  WebhookRequest,
} from "./control/arguments.ts";
export type { Control, SandboxHandle } from "./control/control.ts";
export type {
  ControlClock,
  ControlFaults,
  ControlFiles,
  ControlJobs,
  ControlJournal,
  ControlMethods,
  ControlScenario,
  ControlWebhooks,
} from "./control/control-methods.ts";
export type { ReplicaStatus } from "./control/control-path.ts";
export type {
  JobDetail,
  JobPreview,
  JobReport,
  JobTimeline,
  PreviewedFault,
  PreviewedResponse,
  RecordedPreview,
} from "./control/job-reports.ts";
export type {
  AssumptionReport,
  AttemptReport,
  ClockReading,
  DatasetSnapshot,
  DeliveryReport,
  ExchangeSummary,
  FaultReport,
  FileReport,
  Health,
  LoopDelay,
  MadeSandbox,
  RanCommand,
  RunTrace,
  SandboxAccess,
  SandboxReport,
  ScenarioRemark,
  ScenarioSummary,
  ServiceWords,
  Snapshot,
  TracedJob,
  TracedSandbox,
  Vitals,
  WebhookReport,
} from "./control/reports.ts";
export type { AssumptionSetter, Assumptions } from "./core/assumption.ts";
export type { ClockSpec, ClockText } from "./core/clock-spec.ts";
export type { Issue, Problem } from "./core/errors.ts";
export type { Exchange, ExchangeEnd, JournalFilter, RecordedBody } from "./core/exchange.ts";
export type {
  CallMatch,
  Fault,
  FaultPhase,
  FaultRule,
  RuleCheck,
  Unmet,
} from "./core/fault-rule.ts";
export type { FileProblem, LineProblemKind } from "./core/file-rules.ts";
export type {
  CancelRequestedFact,
  DeletedFact,
  Fact,
  Facts,
  ForcedFact,
  InputProblem,
  InputSource,
  InputsFact,
  InputsOutcome,
  ReadyInputs,
  RefusedInputs,
  Submission,
  SubmittedFact,
} from "./core/job/facts.ts";
export type { Knot, Phase, Phases, RowProgress, TimelineOutline } from "./core/job/phase.ts";
export type {
  CancelRule,
  Distribution,
  FailurePoint,
  JobOutcome,
  Pace,
  Profile,
  ResultsRule,
  RowOrder,
  Stall,
} from "./core/job/profile.ts";
export type { JobState } from "./core/job/state.ts";
export type { JobEvent, JobView, ResultsAvailability } from "./core/job/view.ts";
export type { Integer, JsonArray, JsonObject, JsonValue } from "./core/json.ts";
export type { Model, SamplingParams } from "./core/model.ts";
export type { ProfileRule, SubmissionMatch } from "./core/profile-rule.ts";
export type {
  FileChecks,
  RecordPlaces,
  ToolPlaces,
  VectorPlaces,
} from "./core/rows/input-places.ts";
export type { OutputOf, OutputRequest } from "./core/rows/row.ts";
export type {
  ErrorOutcome,
  IndexedValues,
  RowError,
  RowMatch,
  RowOutcome,
  RowRule,
  ValueKind,
} from "./core/rows/row-rule.ts";
export type { DatasetRow, ModelChange, Scenario, ScenarioDataset } from "./core/scenario.ts";
export type {
  AssumptionsInput,
  DistributionInput,
  DurationInput,
  FaultInput,
  ModelInput,
  OneKeyOf,
  OperationGroup,
  OperationId,
  ProfileInput,
  RowRuleInput,
  ScenarioInput,
  ScenarioName,
  ShareInput,
} from "./core/scenario-input.ts";
export type { ScenarioSource } from "./core/scenario-source.ts";
export type { SimulatorErrorCode } from "./core/simulator-error-table.ts";
export type { Instant } from "./core/time.ts";
export type { Delivery, DeliveryAttempt } from "./core/webhooks/delivery.ts";
export type {
  DeliveryFault,
  DeliveryRule,
  ScenarioWebhook,
  SignatureFault,
} from "./core/webhooks/endpoint.ts";
export type { Advance, AdvanceGoal, OutstandingDelivery } from "./engine/advance.ts";
export type { RepeatableRequest, Reproduction } from "./findings/evidence.ts";
export type { NoFindingsOptions } from "./findings/expect-no-findings.ts";
export type { ExpectedFinding } from "./findings/expected-finding.ts";
export type { Finding, QuotedExchange, Severity } from "./findings/finding.ts";
export type { FindingId } from "./findings/finding-id.ts";
export type { FindingKind } from "./findings/finding-table.ts";
export type { Judging } from "./findings/findings-of.ts";
export type { CoverageName } from "./findings/report/coverage.ts";
export type { CoverageList, CoverageReport } from "./findings/report/coverage-report.ts";
export type { NotJudged } from "./findings/report/not-judged.ts";
export type { NotPlayed } from "./findings/report/not-played.ts";
export type { Report, ReportSummary } from "./findings/report/report-of.ts";
export type { JobLife, SandboxSummary } from "./findings/report/verdict.ts";
export type { OnExchange, OnNotice, SimulatorOptions, TlsOptions } from "./options/options.ts";
export type { Simulator } from "./simulator/simulator.ts";
