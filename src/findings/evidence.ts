import type { ClockSpec } from "../core/clock-spec.ts";
import type { ContractFacts } from "../core/contract-facts.ts";
import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { FaultRule } from "../core/fault-rule.ts";
import type { Facts } from "../core/job/facts.ts";
import type { Timeline } from "../core/job/timeline.ts";
import type { Integer } from "../core/json.ts";
import type { Instant } from "../core/time.ts";
import type { Trace } from "../core/trace.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";

export type Evidence = {
  readonly sandbox: string;
  /** The name to show, if it differs from `sandbox`. */
  readonly title?: string | undefined;
  /** The clients' key, which findings must not show. */
  readonly apiKey?: string | undefined;
  /** Name or file of the sandbox's scenario. */
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockSpec;
  readonly start: StartFacts;
  /** Whether the sandbox's clients may send more requests. */
  readonly isInUse?: boolean;
  /** When the report is made, on the sandbox's clock. */
  readonly now: Instant;
  /** Oldest first. */
  readonly traces: readonly Trace[];
  readonly droppedTraces: number;
  readonly droppedUntil?: number;
  /** Ranges in which exchanges may be missing, oldest first; undefined if there are none. */
  readonly journalGaps?: readonly JournalGap[];
  /** In order of submission. */
  readonly jobs: readonly JobEvidence[];
  /** The attempts of each webhook delivery, oldest first. */
  readonly deliveries?: readonly (readonly DeliveryAttempt[])[];
  readonly rules: readonly RuleEvidence[];
  readonly contract: ContractFacts;
  /** Sentences about the first requests that waited in vain for a `manual` clock to move. */
  readonly stalls: readonly string[];
  readonly clientErrors: readonly ClientError[];
};

export type JobEvidence = {
  readonly jobId: string;
  /** May be recomputed on every read. */
  readonly history: JobHistory;
};

export type JobHistory = { readonly facts: Facts; readonly timeline: Timeline };

/** A fault rule, the number of calls that met its conditions, and how often it fired. */
export type RuleEvidence = {
  readonly rule: FaultRule;
  readonly matched: number;
  readonly fired: number;
};

/** Settings that are needed to start the same simulator and create the sandbox again. */
export type StartFacts = Pick<Reproduction, "kind" | "scenarioText" | "isChanged" | "options"> & {
  /** The command that runs this program, such as `npx batch-sim`. */
  readonly command: string;
};

/** Everything needed to repeat the requests behind a sandbox's findings. */
export type Reproduction = {
  readonly sandbox: string;
  /**
   * The key that the requests use. `own`: the default key, `sim-key`; `keyless`: no accepted
   * key; `made`: any other key.
   */
  readonly kind: "own" | "keyless" | "made";
  /** Name or file of the sandbox's scenario. */
  readonly scenario: string;
  /** The scenario as YAML or JSON, if it was not given by name or file. */
  readonly scenarioText?: string;
  /**
   * Whether a test changed the sandbox's scenario, forced the state of a job, or served a file
   * through the control API.
   */
  readonly isChanged: boolean;
  readonly seed: Integer;
  /** Mode of the clock, such as `poll` or `60x`. */
  readonly clock: string;
  /** Further command-line arguments, such as `--overlay` and its value. */
  readonly options: readonly string[];
  /** The requests, in the order in which to send them. */
  readonly requests: readonly RepeatableRequest[];
  /** Time of the report on the sandbox's clock. */
  readonly until: Instant;
  /** Webhook endpoints that a test added, if deliveries to them were attempted. */
  readonly webhooks?: readonly { readonly url: string; readonly events: readonly string[] }[];
};

/** A recorded request. */
export type RepeatableRequest = {
  readonly exchange: Integer;
  /** Milliseconds since 1970 on the sandbox's clock. */
  readonly at: Instant;
  readonly method: string;
  readonly server: "base" | "deployment";
  /** Path and query below the server's URL. */
  readonly path: string;
  /**
   * The header that carried the key, and its value: `$BATCH_SIM_API_KEY` replaces the key.
   * Undefined if no key was sent.
   */
  readonly key?: readonly [string, string];
  readonly contentType?: string;
  /** The other headers that the operation declares, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the journal holds only part of the body, or none of it. */
  readonly isCut: boolean;
};
