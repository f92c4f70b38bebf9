import type { Exchange } from "../core/exchange.ts";
import type { JobState } from "../core/job/state.ts";
import type { JournalFilter } from "../core/journal-filter.ts";
import type { JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { Advance } from "../engine/advance.ts";
import type { Finding } from "../findings/finding.ts";
import type { FindingId } from "../findings/finding-id.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report.ts";
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

/** No arguments. */
export type Nothing = Readonly<Record<never, never>>;

/** A time: milliseconds or a text such as `1h30m`. */
export type Span = number | string;

/** A scenario: a built-in one's name, YAML text, or what such a text would say, as an object. */
export type ScenarioSource = string | JsonObject;

/** What a sandbox is to be made with; the server's own where it is left out. */
export type SandboxOptions = {
  readonly scenario?: ScenarioSource;
  readonly seed?: number;
  /** `real`, a scale such as `60x`, `manual`, `poll`, `poll:next`, `poll:5s`. */
  readonly clock?: string;
  /** Part of every id in it: the same name and seed give the same ids. Default: `sandbox-1`, `sandbox-2` and so on. */
  readonly name?: string;
};

/** Which exchanges are meant, and in which journal. */
export type JournalQuery = JournalFilter & {
  /** The requests that came without a key, or with none that is accepted, instead of the sandbox's own. */
  readonly keyless?: boolean;
};

/** Which exchanges to wait for, and how long. */
export type JournalWait = JournalQuery & {
  /** How many exchanges must meet it; 1 by default. */
  readonly count?: number;
  /** In wall time; 30 s by default. */
  readonly timeout?: Span;
};

type JobArgument = { readonly jobId: string };

/** All that the control API can do: what each verb is given, and what it answers. */
export type ControlVerbs = {
  readClock: (args: Nothing) => ClockReading;
  advanceClock: (args: { readonly by?: Span; readonly to?: Instant | string }) => Advance;
  advanceUntil: (args: {
    readonly idle?: true;
    readonly jobId?: string;
    readonly state?: JobState;
    readonly within?: Span;
  }) => Advance;
  listJobs: (args: Nothing) => readonly JobReport[];
  getJob: (args: JobArgument) => JobDetail;
  forceJob: (
    args: JobArgument & { readonly state: JobState; readonly reason?: string },
  ) => JobReport;
  failJob: (args: JobArgument & { readonly reason?: string }) => JobReport;
  listFaults: (args: Nothing) => readonly FaultReport[];
  unusedFaults: (args: Nothing) => readonly FaultReport[];
  addFaults: (args: { readonly faults: readonly JsonObject[] }) => readonly FaultReport[];
  removeFault: (args: { readonly name: string }) => void;
  getScenario: (args: Nothing) => Scenario;
  putScenario: (args: { readonly scenario: ScenarioSource }) => Scenario;
  listScenarios: (args: Nothing) => readonly ScenarioSummary[];
  findExchanges: (args: JournalQuery) => readonly Exchange[];
  countExchanges: (args: JournalQuery) => { readonly count: number };
  waitForExchange: (args: JournalWait) => Exchange;
  clearJournal: (args: Nothing) => void;
  listAssumptions: (args: Nothing) => readonly AssumptionReport[];
  putFile: (args: {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly contentType?: string;
    readonly expiresIn?: Span;
  }) => FileReport;
  getSnapshot: (args: Nothing) => Snapshot;
  reset: (args: Nothing) => void;
  createSandbox: (args: SandboxOptions) => MadeSandbox;
  listSandboxes: (args: Nothing) => readonly SandboxReport[];
  getSandbox: (args: Nothing) => SandboxReport;
  deleteSandbox: (args: Nothing) => void;
  getReport: (args: Judging) => Report;
  findFindings: (args: Judging) => readonly Finding[];
  expectFinding: (args: { readonly id?: FindingId }) => void;
  expectClientError: (args: { readonly jobId?: string }) => void;
  getHealth: (args: Nothing) => Health;
};

export type VerbName = keyof ControlVerbs;
export type ArgumentsOf<Name extends VerbName> = Parameters<ControlVerbs[Name]>[0];
export type AnswerOf<Name extends VerbName> = ReturnType<ControlVerbs[Name]>;

/** Does a verb in one sandbox, wherever that is. Rejects with a SimulatorError. */
export type DoVerb = <Name extends VerbName>(
  name: Name,
  args: ArgumentsOf<Name>,
) => Promise<AnswerOf<Name>>;
