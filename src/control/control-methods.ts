// Generated from the files in verbs/: `npm run docs`.

import type { Exchange } from "../core/exchange.ts";
import type { JobState } from "../core/job/state.ts";
import type { Scenario } from "../core/scenario.ts";
import type { FaultInput } from "../core/scenario-input.ts";
import type { ScenarioSource } from "../core/scenario-source.ts";
import type { Instant } from "../core/time.ts";
import type { Advance, AdvanceGoal } from "../engine/advance.ts";
import type { Finding } from "../findings/finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report-of.ts";
import type {
  DeliveryQuery,
  FindingExpectation,
  JournalQuery,
  PageOfJobs,
  ReportOptions,
  Span,
  SummariesQuery,
  WebhookRequest,
} from "./arguments.ts";
import type { DoVerb } from "./control-verbs.ts";
import type { JobDetail, JobPreview, JobReport, JobTimeline } from "./job-reports.ts";
import type {
  AssumptionReport,
  ClockReading,
  DeliveryReport,
  ExchangeSummary,
  FaultReport,
  FileReport,
  Health,
  RunTrace,
  SandboxAccess,
  SandboxReport,
  ScenarioRemark,
  ScenarioSummary,
  Snapshot,
  WebhookReport,
} from "./reports.ts";

/** Reads and moves the sandbox's clock. Time never goes backward. */
export type ControlClock = {
  /**
   * Moves the clock forward, in any mode; resolves with the events once everything due has
   * happened.
   */
  readonly advance: (by: Span) => Promise<Advance>;
  /**
   * Moves the clock forward to an instant: milliseconds since 1970, or an ISO 8601 string. An
   * instant in the past changes nothing.
   */
  readonly advanceTo: (to: Instant | string) => Promise<Advance>;
  /**
   * Moves the clock forward until no job will change and nothing is waiting for the clock, or
   * until a job reaches a state. Rejects with `SIM_NOT_REACHED` if that doesn't happen within
   * `within` (default: 30 days).
   */
  readonly advanceUntil: (
    goal: AdvanceGoal,
    options?: { readonly within?: Span },
  ) => Promise<Advance>;
  /** Reads the clock's mode and its current time. */
  readonly read: () => Promise<ClockReading>;
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly now: () => Promise<Instant>;
};

/** Inspects jobs and forces their states. Inspecting never moves the clock. */
export type ControlJobs = {
  /** Requests a job's cancellation, as a client's cancel request does. */
  readonly cancel: (jobId: string) => Promise<JobReport>;
  /** Makes a job fail now, with the reason that clients see. */
  readonly fail: (jobId: string, reason?: string) => Promise<JobReport>;
  /** Puts a job into a state immediately; `reason` is the failure reason that the client sees. */
  readonly force: (
    jobId: string,
    state: JobState,
    options?: { readonly reason?: string },
  ) => Promise<JobReport>;
  /** Shows one job with its facts and timeline. Rejects if the sandbox has no such job. */
  readonly get: (jobId: string) => Promise<JobDetail>;
  /** Lists the jobs, oldest first. */
  readonly list: () => Promise<readonly JobReport[]>;
  /** Lists the past and future states of the jobs, oldest job first. */
  readonly timelines: (options?: PageOfJobs) => Promise<readonly JobTimeline[]>;
  /**
   * Shows what clients would see of a job at a past or future instant, in milliseconds since
   * 1970 or an ISO 8601 string. Default: now.
   */
  readonly preview: (jobId: string, at?: Instant | string) => Promise<JobPreview>;
};

/** Inspects the fault rules in effect and changes them for future calls. */
export type ControlFaults = {
  /**
   * Adds fault rules, written as in a scenario, before the existing rules. Resolves with the new
   * rules and their names.
   */
  readonly add: (...faults: readonly FaultInput[]) => Promise<readonly FaultReport[]>;
  /** Lists the rules in effect, in the order in which they are tried. */
  readonly list: () => Promise<readonly FaultReport[]>;
  /** Removes a rule by its name. Rejects if no rule has that name. */
  readonly remove: (name: string) => Promise<void>;
  /** Lists the rules that never fired. */
  readonly unused: () => Promise<readonly FaultReport[]>;
};

/**
 * Shows the scenario in effect and replaces it for future jobs and calls. The seed and the
 * clock stay unchanged.
 */
export type ControlScenario = {
  /**
   * Checks a scenario's YAML as `batch-sim lint` does, and reports in the same order. The
   * scenario is not applied.
   */
  readonly check: (scenario: string) => Promise<readonly ScenarioRemark[]>;
  /** Shows the scenario in effect. */
  readonly get: () => Promise<Scenario>;
  /** Lists the built-in scenarios. */
  readonly list: () => Promise<readonly ScenarioSummary[]>;
  /** Replaces the scenario for future jobs and calls. */
  readonly put: (scenario: ScenarioSource) => Promise<Scenario>;
};

/** Searches the recorded exchanges and waits for new ones. */
export type ControlJournal = {
  /** Discards the recorded exchanges. */
  readonly clear: () => Promise<void>;
  /** Counts the recorded exchanges that match a query. */
  readonly count: (options?: JournalQuery) => Promise<number>;
  /** Finds the exchanges that match a query, in the order in which they ended. */
  readonly find: (options?: JournalQuery) => Promise<readonly Exchange[]>;
  /** Finds requests that match no operation, each with the most similar operation. */
  readonly unmatched: () => Promise<readonly Exchange[]>;
  /** Lists the exchanges without their headers and bodies. */
  readonly summaries: (options?: SummariesQuery) => Promise<readonly ExchangeSummary[]>;
  /**
   * Resolves with the `count`th exchange that matches a query, immediately if it has already
   * happened.
   */
  readonly wait: (
    query?: JournalQuery,
    options?: { readonly count?: number; readonly timeout?: Span },
  ) => Promise<Exchange>;
};

/** Stores files that jobs can read their inputs from. */
export type ControlFiles = {
  /**
   * Stores a file. Resolves with a URL that works like a pre-signed one: it accepts only GET,
   * and responds with 403 once it expires (default: after an hour on the sandbox's clock).
   */
  readonly put: (
    name: string,
    content: Uint8Array | string,
    options?: { readonly contentType?: string; readonly expiresIn?: Span },
  ) => Promise<FileReport>;
};

/** Adds webhook endpoints, and shows their deliveries. */
export type ControlWebhooks = {
  /** Adds an endpoint that receives events from now on. */
  readonly add: (options: WebhookRequest) => Promise<WebhookReport>;
  /** Lists the deliveries that were attempted, in the order of their first attempts. */
  readonly deliveries: (query?: DeliveryQuery) => Promise<readonly DeliveryReport[]>;
};

/** The methods that perform one verb each. */
export type ControlMethods = {
  /** Reads and moves the sandbox's clock. Time never goes backward. */
  readonly clock: ControlClock;
  /** Inspects jobs and forces their states. Inspecting never moves the clock. */
  readonly jobs: ControlJobs;
  /** Inspects the fault rules in effect and changes them for future calls. */
  readonly faults: ControlFaults;
  /**
   * Shows the scenario in effect and replaces it for future jobs and calls. The seed and the
   * clock stay unchanged.
   */
  readonly scenario: ControlScenario;
  /** Searches the recorded exchanges and waits for new ones. */
  readonly journal: ControlJournal;
  /** Stores files that jobs can read their inputs from. */
  readonly files: ControlFiles;
  /** Adds webhook endpoints, and shows their deliveries. */
  readonly webhooks: ControlWebhooks;
  /**
   * Deletes the sandbox. The simulator no longer accepts its key. A sandbox can't be deleted if
   * the simulator was started with its key.
   */
  readonly delete: () => Promise<void>;
  /**
   * Declares that the client reported an error about one job or, by default, about anything in
   * this sandbox so far.
   */
  readonly expectClientError: (options?: { readonly jobId?: string }) => Promise<void>;
  /**
   * Declares that a test provokes a finding on purpose, in this sandbox by default. An expected
   * finding that doesn't occur is itself a finding.
   */
  readonly expectFinding: (options: FindingExpectation) => Promise<void>;
  /**
   * Lists the mistakes of the sandbox's clients, most serious first; with `strict`, an `info`
   * finding counts as a warning.
   */
  readonly findings: (options?: Judging) => Promise<readonly Finding[]>;
  /**
   * Shows how clients use the sandbox: its key, a command that creates a job, the environment
   * variables that SDKs read, and what the service calls a job and its states.
   */
  readonly access: () => Promise<SandboxAccess>;
  /** Shows the health of the server's process. */
  readonly health: () => Promise<Health>;
  /**
   * Reports the mistakes of the sandbox's clients, and the features that they used; `all` covers
   * the clients of every sandbox.
   */
  readonly report: (options?: ReportOptions) => Promise<Report>;
  /** Describes the sandbox and its contents. */
  readonly info: () => Promise<SandboxReport>;
  /** Shows the sandbox's state as plain data, including its jobs, datasets, and journal. */
  readonly snapshot: () => Promise<Snapshot>;
  /** Shows the jobs and exchanges of every sandbox that was used, as the viewer needs them. */
  readonly trace: () => Promise<RunTrace>;
  /** Lists the assumptions in effect, where each was set, and which operations relied on it. */
  readonly assumptions: () => Promise<readonly AssumptionReport[]>;
  /**
   * Lists all of the server's sandboxes: the default one first, then the others, least recently
   * used first.
   */
  readonly sandboxes: () => Promise<readonly SandboxReport[]>;
  /** Restores the sandbox's initial state, including jobs, clock, faults, scenario, and journal. */
  readonly reset: () => Promise<void>;
  /**
   * Resolves with the first matching delivery that the receiver has accepted. A `poll` clock
   * moves forward to it; on a `manual` clock, another caller has to advance the clock.
   */
  readonly waitForDelivery: (
    query?: DeliveryQuery,
    options?: { readonly timeout?: Span },
  ) => Promise<DeliveryReport>;
};

/** Methods whose parameters are not the arguments of their verb. */
type ByHand = {
  readonly clock: Pick<ControlClock, "advanceUntil">;
  readonly files: Pick<ControlFiles, "put">;
};

/** Makes the methods; `act` performs a verb. */
export function controlMethods(act: DoVerb, byHand: ByHand): ControlMethods {
  return {
    clock: {
      advance: (by) => act("advanceClock", { by }),
      advanceTo: (to) => act("advanceClock", { to }),
      advanceUntil: byHand.clock.advanceUntil,
      read: () => act("readClock", {}),
      now: async () => (await act("readClock", {})).now,
    },
    jobs: {
      cancel: (jobId) => act("cancelJob", { jobId }),
      fail: (jobId, reason) =>
        act("failJob", { jobId, ...(reason === undefined ? {} : { reason }) }),
      force: (jobId, state, options = {}) => act("forceJob", { ...options, jobId, state }),
      get: (jobId) => act("getJob", { jobId }),
      list: () => act("listJobs", {}),
      timelines: (options = {}) => act("listTimelines", options),
      preview: (jobId, at) => act("previewJob", { jobId, ...(at === undefined ? {} : { at }) }),
    },
    faults: {
      add: (...faults) => act("addFaults", { faults }),
      list: () => act("listFaults", {}),
      remove: (name) => act("removeFault", { name }),
      unused: () => act("unusedFaults", {}),
    },
    scenario: {
      check: (scenario) => act("checkScenario", { scenario }),
      get: () => act("getScenario", {}),
      list: () => act("listScenarios", {}),
      put: (scenario) => act("putScenario", { scenario }),
    },
    journal: {
      clear: () => act("clearJournal", {}),
      count: async (options = {}) => (await act("countExchanges", options)).count,
      find: (options = {}) => act("findExchanges", options),
      unmatched: () => act("findExchanges", { unmatched: true }),
      summaries: (options = {}) => act("summarizeExchanges", options),
      wait: (query = {}, options = {}) => act("waitForExchange", { ...query, ...options }),
    },
    files: { put: byHand.files.put },
    webhooks: {
      add: (options) => act("addWebhook", options),
      deliveries: (query = {}) => act("listDeliveries", query),
    },
    delete: () => act("deleteSandbox", {}),
    expectClientError: (options = {}) => act("expectClientError", options),
    expectFinding: (options) => act("expectFinding", options),
    findings: (options = {}) => act("findFindings", options),
    access: () => act("getAccess", {}),
    health: () => act("getHealth", {}),
    report: (options = {}) => act("getReport", options),
    info: () => act("getSandbox", {}),
    snapshot: () => act("getSnapshot", {}),
    trace: () => act("getTrace", {}),
    assumptions: () => act("listAssumptions", {}),
    sandboxes: () => act("listSandboxes", {}),
    reset: () => act("reset", {}),
    waitForDelivery: (query = {}, options = {}) => act("waitForDelivery", { ...query, ...options }),
  };
}
