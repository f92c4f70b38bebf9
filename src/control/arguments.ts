import type { ClockText } from "../core/clock-spec.ts";
import type { JournalFilter } from "../core/exchange.ts";
import type { ScenarioSource } from "../core/scenario-source.ts";
import type { FindingId } from "../findings/finding-id.ts";
import type { Judging } from "../findings/findings-of.ts";

/** A duration: milliseconds or a string such as `1h30m`. */
export type Span = number | string;

/** How to create a sandbox. The server's own settings apply to omitted options. */
export type SandboxOptions = {
  /** A built-in scenario's name, YAML text, or an object. Default: the server's scenario. */
  readonly scenario?: ScenarioSource;
  /** Seed for all random values in the sandbox. Default: the server's seed. */
  readonly seed?: number;
  /** `real`, a scale such as `60x`, `manual`, `poll`, `poll:next`, or `poll:5s`. */
  readonly clock?: ClockText;
  /**
   * Any string, such as the name of the test. It becomes part of every ID in the sandbox: the same
   * name and seed give the same IDs. Default: `sandbox-1`, `sandbox-2`, and so on.
   */
  readonly name?: string;
  /** Delete the sandbox that has this name, if there is one. Default: false. */
  readonly replace?: boolean;
};

/** The scope of a report, and how strictly it judges. */
export type ReportOptions = Judging & {
  /** Report on the clients of every sandbox. Default: false. */
  readonly all?: boolean;
};

/** A finding that a test provokes on purpose. Without an ID, any finding matches. */
export type FindingExpectation = {
  readonly id?: FindingId;
  /** Name of the sandbox; it need not exist yet. Default: the caller's sandbox. */
  readonly sandbox?: string;
  /** Expect the finding in any sandbox, unless `sandbox` names one. Default: false. */
  readonly all?: boolean;
};

/** A page of the list of jobs, oldest first. */
export type PageOfJobs = {
  /** Number of jobs to skip. Default: 0. */
  readonly skip?: number;
  /** Maximum number of jobs. Default: all. */
  readonly limit?: number;
  /** ID of a job: list only the timelines that a change to this job can affect. */
  readonly affectedBy?: string;
};

/** Which exchanges to summarize. */
export type SummariesQuery = {
  /** Only exchanges with IDs higher than this. */
  readonly after?: number;
  /** Maximum number of exchanges, lowest IDs first. Default: all. */
  readonly limit?: number;
  /** Only exchanges whose recorded bodies contain this text, ignoring case. */
  readonly text?: string;
};

/** Which exchanges to look for, and in which journal. */
export type JournalQuery = JournalFilter & {
  /** Search the requests without an accepted key instead of the sandbox's requests. */
  readonly keyless?: boolean;
};

/** An endpoint to deliver webhooks to. */
export type WebhookRequest = {
  readonly url: string;
  /** Names of the events to deliver. Default: all. */
  readonly events?: readonly string[];
  /** Signing secret: `whsec_` followed by Base64. Default: derived from the seed. */
  readonly secret?: string;
};

/** Which webhook deliveries to look for. */
export type DeliveryQuery = {
  /** Name of the event. */
  readonly event?: string;
  readonly jobId?: string;
  readonly endpointId?: string;
};
