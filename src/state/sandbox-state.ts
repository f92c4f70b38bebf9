import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { FaultHits } from "../core/fault-rule.ts";
import type { Scenario } from "../core/scenario.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";
import type { WebhookEndpoint } from "../core/webhooks/endpoint.ts";
import type { ClientFile } from "./client-file.ts";
import type { Dataset } from "./dataset.ts";
import type { PlacedFile } from "./placed-file.ts";
import type { RateLevel } from "./rate-level.ts";
import type { StoredJob } from "./stored-job.ts";

/** The state of a sandbox, read-only outside `state/`. Only transactions change it. */
export type StateView = {
  /** The scenario in effect. */
  readonly scenario: Scenario;
  /** By ID, in order of submission. Jobs are never removed, and their facts only grow. */
  readonly jobs: ReadonlyMap<string, StoredJob>;
  /** The job of each fact other than inputs, in the order in which the facts were stored. */
  readonly log: readonly string[];
  /** Number of facts of all jobs. */
  readonly numFacts: number;
  /** Whether the number of job slots is limited for any job: if so, each job's timeline depends on all the others. */
  readonly hasLimitedSlots: boolean;
  /** Number of submissions, by request digest. */
  readonly submissions: ReadonlyMap<string, number>;
  /** By ID, in order of creation. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  /** The files that clients uploaded, by ID, in order of their upload; undefined for one that was deleted. */
  readonly clientFiles: ReadonlyMap<string, ClientFile | undefined>;
  /** The endpoints of webhooks, by ID, in order of their creation; undefined for one that was deleted. */
  readonly endpoints: ReadonlyMap<string, WebhookEndpoint | undefined>;
  /** The attempts to deliver webhooks by delivery, oldest first. */
  readonly deliveries: ReadonlyMap<string, readonly DeliveryAttempt[]>;
  /** Number of calls, by operation and job; counted only while there are fault rules. */
  readonly calls: ReadonlyMap<string, number>;
  readonly faultHits: FaultHits;
  /** Undefined before the first request that the rate limit counted. */
  readonly rate: RateLevel | undefined;
  /** The files that the test placed, by name. */
  readonly files: ReadonlyMap<string, PlacedFile>;
  /** The client errors that the test reported, oldest first. */
  readonly clientErrors: readonly ClientError[];
  /** What waited for a `manual` clock that was not advanced, as sentences, oldest first. */
  readonly stalls: readonly string[];
  /** Where the journal lacks exchanges, oldest first. */
  readonly journalGaps: readonly JournalGap[];
  /** How far calls have moved the clock, in milliseconds. */
  readonly clockMovedMs: number;
  /** Bytes of rows on disk. */
  readonly bytesOnDisk: number;
  /** Approximate size of the state in memory, in bytes. */
  readonly byteLength: number;
  /** How much of it is on JavaScript's heap; the rows of inputs and the bytes of files are not. */
  readonly heapBytes: number;
};

/** The same state, mutable for `apply`. */
export type SandboxState = { -readonly [Key in keyof StateView]: Writable<StateView[Key]> };

type Writable<Value> =
  Value extends ReadonlyMap<infer Key, infer Item>
    ? Map<Key, Item>
    : Value extends readonly (infer Item)[]
      ? Item[]
      : Value;

/** The state of a sandbox in which nothing has happened yet. */
export function emptyState(scenario: Scenario): SandboxState {
  return {
    scenario,
    jobs: new Map(),
    log: [],
    numFacts: 0,
    hasLimitedSlots: false,
    submissions: new Map(),
    datasets: new Map(),
    clientFiles: new Map(),
    endpoints: new Map(),
    deliveries: new Map(),
    calls: new Map(),
    faultHits: new Map(),
    rate: undefined,
    files: new Map(),
    clientErrors: [],
    stalls: [],
    journalGaps: [],
    clockMovedMs: 0,
    bytesOnDisk: 0,
    byteLength: 0,
    heapBytes: 0,
  };
}

/** The key for a call in `calls`. */
export function callKey(operationId: string, jobId: string | undefined): string {
  return `${operationId} ${jobId ?? ""}`;
}
