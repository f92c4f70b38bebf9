import type { AssumptionSetter } from "../core/assumption.ts";
import type { Exchange } from "../core/exchange.ts";
import type { FaultRule } from "../core/fault-rule.ts";
import type { Facts } from "../core/job/facts.ts";
import type { JobState } from "../core/job/state.ts";
import type { Integer, JsonValue } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";
import type { ReplicaStatus } from "./control-path.ts";
import type { JobTimeline, RecordedPreview } from "./job-reports.ts";

/** A sandbox's clock. Instants are milliseconds since 1970. */
export type ClockReading = {
  /** Current time on the sandbox's clock, in milliseconds since 1970. */
  readonly now: Instant;
  /** `now` in ISO 8601. */
  readonly iso: string;
  /** Mode of the clock, such as `poll` or `60x`. */
  readonly clock: string;
  /** Number of delayed responses and progress streams that are waiting for the clock. */
  readonly waiting: Integer;
};

/** An exchange without its headers and bodies. */
export type ExchangeSummary = Omit<Exchange, "request" | "response" | "problems" | "rules"> & {
  /** The response's status; 0 if there was no response. */
  readonly status: Integer;
  /** Length of the request's body in bytes. */
  readonly requestBytes: Integer;
  /** Length of the response's body in bytes. */
  readonly responseBytes: Integer;
  /** Number of problems with the request. */
  readonly problems: Integer;
  /** Milliseconds that the response's Retry-After asks the client to wait. */
  readonly retryAfterMs?: number;
};

/** The jobs and exchanges of every used sandbox, for the viewer. */
export type RunTrace = {
  /** Version of the trace's format. */
  readonly format: 1;
  /** Version of batch-sim. */
  readonly version: string;
  /** The command that `exec` ran; undefined if there was none. */
  readonly run?: RanCommand;
  readonly sandboxes: readonly TracedSandbox[];
};

/** A command that `exec` ran. */
export type RanCommand = {
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly exitCode: Integer;
  /** Milliseconds since 1970 on the wall clock. */
  readonly startedAt: number;
  readonly durationMs: number;
};

/** The jobs and exchanges of a sandbox. */
export type TracedSandbox = {
  readonly sandbox: SandboxReport;
  /** The service's names for a job and its states; undefined in traces from old versions. */
  readonly words?: ServiceWords;
  /** Jobs, in order of submission. */
  readonly jobs: readonly TracedJob[];
  /** Exchanges, oldest first. */
  readonly exchanges: readonly Exchange[];
  readonly faults: readonly FaultReport[];
  /** Webhook deliveries, ordered by their first attempts; undefined if there are none. */
  readonly deliveries?: readonly DeliveryReport[];
};

/** A job, with its timeline and previews. */
export type TracedJob = {
  readonly timeline: JobTimeline;
  readonly facts: Facts;
  /** Oldest first; undefined if there are too many jobs or rows. */
  readonly previews?: readonly RecordedPreview[];
};

/** A fault rule in effect, and how often it has matched and fired. */
export type FaultReport = {
  readonly rule: FaultRule;
  /** Number of calls that matched the rule's `on` and `when`. */
  readonly matched: Integer;
  /** Number of calls on which the rule fired. */
  readonly fired: Integer;
};

/** A built-in scenario. */
export type ScenarioSummary = Pick<Scenario, "name" | "description" | "goodClient">;

/** A problem in a scenario's text, or a remark for its author. */
export type ScenarioRemark = {
  /** Line number in the text, starting at 1. */
  readonly line: Integer;
  /** Column number in the line, starting at 1. */
  readonly column: Integer;
  /** The location in the scenario, such as `faults.0.on`; empty for the scenario as a whole. */
  readonly path: string;
  /** The problem, and what to do about it. */
  readonly message: string;
  /**
   * `error` if the scenario is invalid or can't work, `warning` if its author may not have intended
   * the effect, `note` otherwise.
   */
  readonly severity: "error" | "warning" | "note";
  /** The lint rule that produced this entry; undefined if the scenario is invalid. */
  readonly rule?: string;
};

/** A question that the interface document leaves open, and the sandbox's answer. */
export type AssumptionReport = {
  /** ID of the assumption, as in scenarios. */
  readonly id: string;
  /** The question that the interface document leaves open. */
  readonly question: string;
  /** The value in effect, which answers the question. */
  readonly value: JsonValue;
  /** The value that applies unless a scenario sets another. */
  readonly default: JsonValue;
  /** Where the value was set. */
  readonly setBy: AssumptionSetter;
  /** Whether the value contradicts the interface document. */
  readonly isDeviation: boolean;
  /** Operations through which clients relied on the value; empty if no client did. */
  readonly reliedOnBy: readonly string[];
};

/** A stored file, and its URL. */
export type FileReport = {
  /** The file's name. */
  readonly name: string;
  /** The file's URL. It accepts only GET, and responds with 403 from `expiresAt` on. */
  readonly url: string;
  /** Size of the file in bytes. */
  readonly byteLength: Integer;
  /** When the URL expires, in milliseconds since 1970 on the sandbox's clock. */
  readonly expiresAt: Instant;
};

/** A sandbox without its key. */
export type SandboxReport = {
  /** Name of the sandbox, as used in IDs and reports. */
  readonly name: string;
  /** Display name, if it differs from `name`, such as the given name or the key's description. */
  readonly title?: string;
  /** Name or file of the scenario in effect. */
  readonly scenario: string;
  /** Seed for all random values in the sandbox. */
  readonly seed: Integer;
  /** Mode of the clock, such as `poll` or `60x`. */
  readonly clock: string;
  /** Current time on the sandbox's clock, in milliseconds since 1970. */
  readonly now: Instant;
  /** Number of jobs created. */
  readonly jobs: Integer;
  /** Number of exchanges in the journal. */
  readonly exchanges: Integer;
  /** Number of older exchanges that were dropped because the journal was full or was cleared. */
  readonly droppedExchanges: Integer;
  /** Approximate total size of the sandbox's data, in bytes. */
  readonly byteLength: Integer;
  /** Number of the sandbox's requests in progress, excluding this one. */
  readonly openRequests: Integer;
};

/** How clients use a sandbox. */
export type SandboxAccess = {
  /** The sandbox's key; the default sandbox has none. */
  readonly apiKey?: string;
  /**
   * A shell command that creates a job; undefined without a key, or if the spec has no example of
   * a request that creates a job.
   */
  readonly createJob?: string;
  /** The request header with the key; undefined without a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Environment variables that the API's SDKs read, with their sources, as in the option `env`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly words: ServiceWords;
};

/** The service's own terms. */
export type ServiceWords = {
  /** The service's term for a job, such as `batch`. */
  readonly noun: string;
  /** Job states and their names in the service's responses; several states may share a name. */
  readonly states: readonly { readonly state: JobState; readonly name: string }[];
};

/** A new sandbox, and how to use it. */
export type MadeSandbox = {
  /**
   * Name used in IDs, reports, and logs: `title`, or a slug if `title` is long or has special
   * characters.
   */
  readonly name: string;
  /** The given name or, if none was given, a generated name. */
  readonly title: string;
  /** The key that identifies the sandbox in requests. */
  readonly apiKey: string;
  /** Name or file of the scenario in effect. */
  readonly scenario: string;
  /** Seed for all random values in the sandbox. */
  readonly seed: Integer;
  /** Mode of the clock, such as `poll` or `60x`. */
  readonly clock: string;
  /** The service's base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The base URL of operations served at the deployment's address, without a trailing slash. */
  readonly deploymentUrl: string;
};

/** The whole state of a sandbox as plain data. */
export type Snapshot = {
  readonly name: string;
  readonly seed: Integer;
  readonly clock: ClockReading;
  readonly scenario: Scenario;
  readonly jobs: readonly { readonly jobId: string; readonly facts: Facts }[];
  /** Number of identical create requests, by the request's digest. */
  readonly submissions: Readonly<Record<string, Integer>>;
  readonly datasets: readonly DatasetSnapshot[];
  /** How often each fault rule matched and fired, by the rule's name. */
  readonly faultHits: Readonly<
    Record<
      string,
      Pick<FaultReport, "matched" | "fired"> & {
        /** A rate limit's remaining tokens; `credit` is their number times `perMs`. */
        readonly bucket?: { readonly credit: Integer; readonly at: Instant };
      }
    >
  >;
  /** Number of calls, by operation ID and job ID. */
  readonly calls: Readonly<Record<string, Integer>>;
  /** Tokens left in the request limit's bucket, and when they were counted; null if never. */
  readonly rate: { readonly tokens: number; readonly at: Instant } | null;
  readonly files: readonly Omit<FileReport, "url">[];
  readonly endpoints: readonly WebhookReport[];
  readonly deliveries: readonly DeliveryReport[];
  readonly journal: readonly Exchange[];
};

/** A dataset without the bytes of its files. */
export type DatasetSnapshot = {
  readonly datasetId: string;
  readonly addedAt: Instant;
  readonly updatedAt: Instant;
  readonly files: readonly {
    readonly fileName: string;
    readonly byteLength: Integer;
    readonly numRows: Integer;
  }[];
};

/** Delays of the event loop, in milliseconds. */
export type LoopDelay = {
  /** Median. */
  readonly p50Ms: number;
  /** 99th percentile. */
  readonly p99Ms: number;
  /** Maximum. */
  readonly worstMs: number;
};

/** The process's uptime, event loop delay, and heap usage. */
export type Vitals = {
  /** Wall-clock time since the simulator started, in milliseconds. */
  readonly uptimeMs: number;
  /** Delay of the event loop over the last one to two minutes, in milliseconds. */
  readonly eventLoopDelay: LoopDelay;
  /** Used size and limit of the V8 heap. V8 aborts the process if the heap reaches the limit. */
  readonly heap: { readonly usedBytes: Integer; readonly limitBytes: Integer };
};

/** The server's health, with facts about its process, its store, and its sandboxes. */
export type Health = Vitals &
  ReplicaStatus & {
    /** `failing` while the store can't be written to. */
    readonly status: "ok" | "failing";
    /** Why the store can't be written to; undefined if it can. */
    readonly storeProblem?: string;
    /** Version of batch-sim. */
    readonly version: string;
    /** Number of sandboxes. */
    readonly sandboxes: Integer;
    /** Number of jobs in all sandboxes. */
    readonly jobs: Integer;
    /** Number of exchanges in all journals. */
    readonly exchanges: Integer;
    /**
     * Number of sandboxes still being read from the store; their jobs and exchanges aren't counted.
     * Undefined if there are none.
     */
    readonly unreadSandboxes?: Integer;
  };

/** An endpoint that receives webhooks. */
export type WebhookReport = {
  readonly endpointId: string;
  readonly url: string;
  /** Names of the events that the endpoint receives. */
  readonly events: readonly string[];
  /** The current secret with which deliveries are signed. */
  readonly secret: string;
};

/** A webhook delivery with at least one completed attempt. */
export type DeliveryReport = {
  readonly deliveryId: string;
  readonly endpointId: string;
  /** Name of the event. */
  readonly event: string;
  /** ID of the job; undefined for a test of the endpoint. */
  readonly jobId?: string;
  /** Time of the event on the sandbox's clock. */
  readonly eventAt: Instant;
  /** Whether the receiver accepted an attempt that wasn't damaged by a fault. */
  readonly isAccepted: boolean;
  /** Attempts, oldest first. */
  readonly attempts: readonly AttemptReport[];
};

/** An attempt to deliver a webhook. */
export type AttemptReport = Pick<
  DeliveryAttempt,
  "at" | "wallAt" | "durationMs" | "url" | "end" | "status" | "reason" | "fault"
>;
