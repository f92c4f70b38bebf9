import type { Exchange } from "../core/exchange.ts";
import type { JobState } from "../core/job/state.ts";
import type { JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { Advance } from "../engine/advance.ts";
import type { Finding } from "../findings/finding.ts";
import type { FindingId } from "../findings/finding-id.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report.ts";
import type { JournalQuery, SandboxOptions, ScenarioSource, Span } from "./arguments.ts";
import type {
  AssumptionReport,
  ClockReading,
  FaultReport,
  FileReport,
  Health,
  JobDetail,
  JobReport,
  MadeSandbox,
  SandboxReport,
  ScenarioSummary,
  Snapshot,
} from "./reports.ts";

/** Steers and questions one sandbox, in this process or in another. Everything rejects with a SimulatorError where it can't be done. */
export type Control = {
  readonly clock: ControlClock;
  readonly jobs: ControlJobs;
  readonly faults: ControlFaults;
  readonly scenario: ControlScenario;
  readonly journal: ControlJournal;
  readonly files: ControlFiles;
  /** The assumptions in force, where each was set, and which operations relied on it. */
  readonly assumptions: () => Promise<readonly AssumptionReport[]>;
  /** What the clients of the sandbox did wrong, worst first; with `strict`, an `info` is a warning. */
  readonly findings: (judging?: Judging) => Promise<readonly Finding[]>;
  /** Says that a finding is provoked in this sandbox on purpose; one that doesn't occur is a finding itself. */
  readonly expectFinding: (expected: { readonly id?: FindingId }) => Promise<void>;
  /** Says that the client reported an error: of what happened in this sandbox up to now, or of one job. */
  readonly expectClientError: (about?: { readonly jobId?: string }) => Promise<void>;
  /** What the clients of all keys did wrong, and what they used. */
  readonly report: (judging?: Judging) => Promise<Report>;
  /** The whole state of the sandbox, as plain data. */
  readonly snapshot: () => Promise<Snapshot>;
  /** Starts the sandbox anew: jobs, journal, clock, faults and scenario are as they were when it was made. */
  readonly reset: () => Promise<void>;
  /** What kind of sandbox this is, and what it holds. */
  readonly info: () => Promise<SandboxReport>;
  /** Deletes the sandbox: its key is not accepted any more. Not of a key that the simulator was started with. */
  readonly delete: () => Promise<void>;
  /** Makes another sandbox on the same server; its disposal deletes it. */
  readonly sandbox: (options?: SandboxOptions) => Promise<SandboxHandle>;
  /** All sandboxes of the server: the default one, then the others, the one that was unused for the longest time first. */
  readonly sandboxes: () => Promise<readonly SandboxReport[]>;
  readonly health: () => Promise<Health>;
};

/** Reads and moves the clock. Time never goes back. */
export type ControlClock = {
  readonly read: () => Promise<ClockReading>;
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly now: () => Promise<Instant>;
  /** Moves the clock forward, in any mode; resolves when everything due has happened, with what happened. */
  readonly advance: (by: Span) => Promise<Advance>;
  /** The same up to an instant: milliseconds since 1970, or ISO 8601. One in the past changes nothing. */
  readonly advanceTo: (instant: Instant | string) => Promise<Advance>;
  /**
   * The same until no job changes any more and nothing waits for the clock, or until a job is in a state.
   * Rejects with `SIM_NOT_REACHED` where nothing leads there within `within` (30 days by default).
   */
  readonly advanceUntil: (
    goal: AdvanceGoal,
    options?: { readonly within?: Span },
  ) => Promise<Advance>;
};

/** What to advance to. */
export type AdvanceGoal = "idle" | { readonly jobId: string; readonly state: JobState };

/** Looks at jobs and puts them into states. Looking moves no clock. */
export type ControlJobs = {
  /** Oldest first. */
  readonly list: () => Promise<readonly JobReport[]>;
  readonly get: (jobId: string) => Promise<JobDetail>;
  /** Puts a job into a state from now on; `reason` is told of one that fails. */
  readonly force: (
    jobId: string,
    state: JobState,
    options?: { readonly reason?: string },
  ) => Promise<JobReport>;
  readonly fail: (jobId: string, reason?: string) => Promise<JobReport>;
};

/** Looks at the fault rules in force and changes them, for calls to come. */
export type ControlFaults = {
  readonly list: () => Promise<readonly FaultReport[]>;
  /** Those that never fired. */
  readonly unused: () => Promise<readonly FaultReport[]>;
  /** Puts rules, written as in a scenario, before those that are there; answers them with their names. */
  readonly add: (...faults: readonly JsonObject[]) => Promise<readonly FaultReport[]>;
  readonly remove: (name: string) => Promise<void>;
};

/** Looks at the scenario in force and puts another in its place, for jobs and calls to come. Seed and clock stay. */
export type ControlScenario = {
  readonly get: () => Promise<Scenario>;
  readonly put: (scenario: ScenarioSource) => Promise<Scenario>;
  /** The built-in ones. */
  readonly list: () => Promise<readonly ScenarioSummary[]>;
};

/** Looks at what clients did. */
export type ControlJournal = {
  /** Oldest first. */
  readonly find: (query?: JournalQuery) => Promise<readonly Exchange[]>;
  readonly count: (query?: JournalQuery) => Promise<number>;
  /** Resolves with the exchange that meets the filter as the `count`th, at once where it is there. */
  readonly wait: (
    query?: JournalQuery,
    options?: { readonly count?: number; readonly timeout?: Span },
  ) => Promise<Exchange>;
  /** Requests that no operation is served for, each with the nearest one. */
  readonly unmatched: () => Promise<readonly Exchange[]>;
  readonly clear: () => Promise<void>;
};

/** Places files that jobs can read their inputs from. */
export type ControlFiles = {
  /** Answers a URL like a pre-signed one: GET alone, and 403 once it has expired (after an hour on the sandbox's clock by default). */
  readonly put: (
    name: string,
    content: Uint8Array | string,
    options?: { readonly contentType?: string; readonly expiresIn?: Span },
  ) => Promise<FileReport>;
};

/** A sandbox of its own: give `baseUrl` and `apiKey` to the client under test. */
export type SandboxHandle = Omit<MadeSandbox, "clock"> & {
  readonly clock: ControlClock;
  readonly control: Control;
  /** Deletes the sandbox. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};
