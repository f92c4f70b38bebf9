import type { ApiError } from "../core/errors.ts";
import type { Assumptions } from "../core/job/facts.ts";
import type { JobState } from "../core/job/state.ts";
import type { JsonObject } from "../core/json.ts";
import type { Model } from "../core/model.ts";
import type { SchemaMatcher } from "../core/profile-rule.ts";
import type { ReasoningShape } from "../core/reasoning-shape.ts";
import type { OutputOf } from "../core/rows/output-of.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { StoredJob } from "../state/stored-job.ts";

/** What the document in force says that the engine goes by. */
export type ServiceRules = {
  /** The spec as an OpenAPI document, with the addresses of a server. */
  readonly documentAt: (server: Pick<RunningServer, "baseUrl" | "deploymentUrl">) => JsonObject;
  /** Path of the operation that is bound to a use case; undefined if there is none. */
  readonly pathOf: (use: string) => string | undefined;
  readonly assumptions: Assumptions;
  readonly models: readonly Model[];
  readonly quotas: readonly {
    readonly jobPriority: number;
    readonly rowQuota: number;
    readonly tokenQuota: number;
  }[];
  readonly reasoning: ReasoningShape;
  readonly hasUnknownState: boolean;
  /** Name of a state on the wire, for messages. */
  readonly wireState: (state: JobState) => string;
};

/** A running server, as clients know it. */
export type RunningServer = {
  readonly version: string;
  /** With the base path. */
  readonly baseUrl: string;
  readonly deploymentUrl: string;
  /** Undefined if the control API is off. */
  readonly controlUrl: string | undefined;
};

/** What the engine is lent by the server that it runs in. */
export type Services = {
  readonly server: () => RunningServer;
  /** SHA-256 of a text, in hex. */
  readonly digest: (text: string) => string;
  readonly matches: SchemaMatcher;
  readonly schemas: Schemas;
  /** The test author's own outputs. */
  readonly output?: OutputOf;
  /** Tells the test's author of something that is no failure. */
  readonly notice: (notice: string) => void;
  /** Bytes that a URL given as inputs may have. */
  readonly maxDownloadBytes: number;
  /** Wall time that fetching a URL may take. */
  readonly fetchTimeoutMs: number;
};

/** How what is read lags behind what was written, as in a replica of a database. */
export type Lag = {
  /** Jobs look as they did so many milliseconds ago, though never as before their submission. */
  readonly behindMs?: number | undefined;
  /** A job that isn't there yet. */
  readonly hiddenJobId?: string | undefined;
};

/** All that a use case acts on: one sandbox, at one instant. */
export type World = {
  readonly sandbox: Sandbox;
  /** The scenario that was in effect when the request came; one that takes effect meanwhile applies to later requests. */
  readonly scenario: Scenario;
  readonly rules: ServiceRules;
  readonly services: Services;
  readonly now: Instant;
  /** Undefined: what was written can be read at once. */
  readonly lag?: Lag | undefined;
};

/** A job as it is now. Throws a RangeError if the sandbox doesn't have it. */
export function storedJob({ state }: Sandbox, jobId: string): StoredJob {
  const job = state.jobs.get(jobId);
  if (job === undefined) throw new RangeError(`Expected a known job, got \`${jobId}\`.`);
  return job;
}

/** Finds a job as it is now, or throws what `unknown` makes. */
export function findJob(
  world: World,
  jobId: string,
  unknown: (jobId: string) => ApiError,
): StoredJob {
  const job = world.sandbox.state.jobs.get(jobId);
  if (job === undefined || jobId === world.lag?.hiddenJobId) throw unknown(jobId);
  return job;
}
