import type { Exchange } from "../core/exchange.ts";
import type { JobState } from "../core/job/state.ts";
import type { Scenario } from "../core/scenario.ts";
import type { FaultInput } from "../core/scenario-input.ts";
import type { ScenarioSource } from "../core/scenario-source.ts";
import type { Instant } from "../core/time.ts";
import type { Advance } from "../engine/advance.ts";
import type { Finding } from "../findings/finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report-of.ts";
import type {
  FindingExpectation,
  JournalQuery,
  PageOfJobs,
  ReportOptions,
  SandboxOptions,
  Span,
  SummariesQuery,
} from "./arguments.ts";
import type { JobDetail, JobPreview, JobReport, JobTimeline } from "./job-reports.ts";
import type {
  AssumptionReport,
  ClockReading,
  ExchangeSummary,
  FaultReport,
  FileReport,
  Health,
  MadeSandbox,
  RunTrace,
  SandboxReport,
  ScenarioRemark,
  ScenarioSummary,
  Snapshot,
} from "./reports.ts";

/** Controls and inspects one sandbox, in this process or in another. Calls that fail reject with a SimulatorError. */
export type Control = {
  /** Reads and moves the sandbox's clock. */
  readonly clock: ControlClock;
  /** Inspects jobs and forces their states. */
  readonly jobs: ControlJobs;
  /** Inspects and changes the fault rules. */
  readonly faults: ControlFaults;
  /** Reads and replaces the scenario. */
  readonly scenario: ControlScenario;
  /** Searches the recorded exchanges and waits for new ones. */
  readonly journal: ControlJournal;
  /** Places files that jobs can read their inputs from. */
  readonly files: ControlFiles;
  /** The assumptions in effect, where each was set, and which operations relied on it. */
  readonly assumptions: () => Promise<readonly AssumptionReport[]>;
  /** What the sandbox's clients did wrong, worst first; with `strict`, an `info` counts as a warning. */
  readonly findings: (judging?: Judging) => Promise<readonly Finding[]>;
  /** Declares that a finding is provoked on purpose, in this sandbox by default; if it doesn't occur, that is a finding itself. */
  readonly expectFinding: (expected: FindingExpectation) => Promise<void>;
  /** Declares that the client reported an error, about anything in this sandbox so far or about one job. */
  readonly expectClientError: (about?: { readonly jobId?: string }) => Promise<void>;
  /** What the sandbox's clients did wrong, and what they used; with `all`, the clients of every sandbox. */
  readonly report: (options?: ReportOptions) => Promise<Report>;
  /** The whole state of the sandbox, as plain data. */
  readonly snapshot: () => Promise<Snapshot>;
  /** The jobs and exchanges of every sandbox that was used, as the viewer needs them. */
  readonly trace: () => Promise<RunTrace>;
  /** Restores the sandbox to its initial state: jobs, journal, clock, faults, and scenario. */
  readonly reset: () => Promise<void>;
  /** Describes the sandbox and what it holds. */
  readonly info: () => Promise<SandboxReport>;
  /** Deletes the sandbox: its key is no longer accepted. Rejects if the simulator was started with its key. */
  readonly delete: () => Promise<void>;
  /** Creates another sandbox on the same server; disposing of it deletes it. */
  readonly sandbox: (options?: SandboxOptions) => Promise<SandboxHandle>;
  /** All of the server's sandboxes: the default one, then the others, least recently used first. */
  readonly sandboxes: () => Promise<readonly SandboxReport[]>;
  /** How the server's process is doing. */
  readonly health: () => Promise<Health>;
};

/** Reads and moves the clock. Time never goes backward. */
export type ControlClock = {
  /** The clock's mode and its current time. */
  readonly read: () => Promise<ClockReading>;
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly now: () => Promise<Instant>;
  /** Moves the clock forward, in any mode; resolves with what happened once everything due has happened. */
  readonly advance: (by: Span) => Promise<Advance>;
  /** Moves it forward to an instant: milliseconds since 1970, or ISO 8601. An instant in the past changes nothing. */
  readonly advanceTo: (instant: Instant | string) => Promise<Advance>;
  /**
   * Moves it forward until no job will change and nothing waits for the clock, or until a job is in a state.
   * Rejects with `SIM_NOT_REACHED` if that doesn't happen within `within` (default: 30 days).
   */
  readonly advanceUntil: (
    goal: AdvanceGoal,
    options?: { readonly within?: Span },
  ) => Promise<Advance>;
};

/** What to advance to. */
export type AdvanceGoal = "idle" | { readonly jobId: string; readonly state: JobState };

/** Inspects jobs and puts them into states. Inspecting never moves the clock. */
export type ControlJobs = {
  /** Oldest first. */
  readonly list: () => Promise<readonly JobReport[]>;
  /** One job with its inputs and facts. Rejects if the sandbox has no such job. */
  readonly get: (jobId: string) => Promise<JobDetail>;
  /** The past and future states of the jobs, oldest job first. */
  readonly timelines: (page?: PageOfJobs) => Promise<readonly JobTimeline[]>;
  /** What clients would see of a job at an instant, past or future: milliseconds since 1970, or ISO 8601. Default: now. */
  readonly preview: (jobId: string, at?: Instant | string) => Promise<JobPreview>;
  /** Puts a job into a state from now on; `reason` is the failure reason that the client sees. */
  readonly force: (
    jobId: string,
    state: JobState,
    options?: { readonly reason?: string },
  ) => Promise<JobReport>;
  /** Makes a job fail now, with the reason that clients see. */
  readonly fail: (jobId: string, reason?: string) => Promise<JobReport>;
};

/** Inspects the fault rules in effect and changes them for future calls. */
export type ControlFaults = {
  /** The rules in effect, in the order in which they are tried. */
  readonly list: () => Promise<readonly FaultReport[]>;
  /** The rules that never fired. */
  readonly unused: () => Promise<readonly FaultReport[]>;
  /** Puts rules, written as in a scenario, before the existing ones; resolves with them and their names. */
  readonly add: (...faults: readonly FaultInput[]) => Promise<readonly FaultReport[]>;
  /** Removes a rule by its name. Rejects if there is none. */
  readonly remove: (name: string) => Promise<void>;
};

/** Shows the scenario in effect and replaces it for future jobs and calls. The seed and the clock stay unchanged. */
export type ControlScenario = {
  readonly get: () => Promise<Scenario>;
  readonly put: (scenario: ScenarioSource) => Promise<Scenario>;
  /** What `batch-sim lint` reports about a scenario's YAML, in its order; nothing takes effect. */
  readonly check: (yaml: string) => Promise<readonly ScenarioRemark[]>;
  /** The built-in scenarios. */
  readonly list: () => Promise<readonly ScenarioSummary[]>;
};

/** Inspects the requests of clients. */
export type ControlJournal = {
  /** Oldest first. */
  readonly find: (query?: JournalQuery) => Promise<readonly Exchange[]>;
  /** The exchanges without their headers and bodies, oldest first. */
  readonly summaries: (query?: SummariesQuery) => Promise<readonly ExchangeSummary[]>;
  /** How many recorded exchanges match. */
  readonly count: (query?: JournalQuery) => Promise<number>;
  /** Resolves with the `count`th exchange that matches, immediately if it has already happened. */
  readonly wait: (
    query?: JournalQuery,
    options?: { readonly count?: number; readonly timeout?: Span },
  ) => Promise<Exchange>;
  /** Requests that match no operation, each with the most similar one. */
  readonly unmatched: () => Promise<readonly Exchange[]>;
  /** Forgets the recorded exchanges. */
  readonly clear: () => Promise<void>;
};

/** Places files that jobs can read their inputs from. */
export type ControlFiles = {
  /**
   * Resolves with a URL like a pre-signed one: GET only, and 403 once it expires (default: after an hour on the sandbox's
   * clock).
   */
  readonly put: (
    name: string,
    content: Uint8Array | string,
    options?: { readonly contentType?: string; readonly expiresIn?: Span },
  ) => Promise<FileReport>;
};

/**
 * A separate sandbox: give `baseUrl` and `apiKey` to the client under test.
 *
 * @example
 * await using box = await sim.sandbox({ scenario: "job-fails-midway" });
 * await expect(new MyClient(box).run(["a"])).rejects.toThrow("out of memory");
 * await expectNoFindings(box);
 */
export type SandboxHandle = Omit<MadeSandbox, "clock"> & {
  /** The sandbox's clock: the same as `control.clock`. */
  readonly clock: ControlClock;
  /** Controls and inspects the sandbox. */
  readonly control: Control;
  /** What the sandbox's clients did wrong, and what they used: the same as `control.report`. */
  readonly report: Control["report"];
  /** Declares that the test provokes a finding on purpose: the same as `control.expectFinding`. */
  readonly expectFinding: Control["expectFinding"];
  /** Declares that the client reported an error: the same as `control.expectClientError`. */
  readonly expectClientError: Control["expectClientError"];
  /** Deletes the sandbox. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};
