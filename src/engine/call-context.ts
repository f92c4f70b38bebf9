import type { ApiError } from "../core/errors.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import type { OutputOf } from "../core/rows/row.ts";
import type { Scenario } from "../core/scenario.ts";
import type { LiveUrls, ServiceRules } from "../core/service-rules.ts";
import type { Instant } from "../core/time.ts";
import type { Schemas } from "../generate/schemas/schemas.ts";
import type { FileReading } from "../input/open-table.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { StoredJob } from "../state/stored-job.ts";

/** A running server, as clients know it. */
export type RunningServer = LiveUrls & {
  readonly version: string;
  /** Undefined if the control API is off. */
  readonly controlUrl: string | undefined;
};

/** What the server provides to the engine. */
export type Services = {
  readonly server: () => RunningServer;
  /** The URL at which this process reaches a file that a test has placed, whatever address clients use; any other URL as it is. */
  readonly ownUrl: (url: string) => Promise<string>;
  /** SHA-256 of a string, in hex. */
  readonly digest: (text: string) => string;
  readonly matches: ConditionMatcher;
  readonly schemas: Schemas;
  /** Throws a SimulatorError if memory is too full for more jobs and files in a sandbox. */
  readonly requireRoom: (sandbox: Sandbox) => void;
  /** The test author's output function. */
  readonly output?: OutputOf;
  /** Tells the test author about something that is not a failure. */
  readonly notice: (notice: string) => void;
  /** How a sandbox's files are read, and what a job's inputs may be. */
  readonly readingFor: (sandbox: Pick<Sandbox, "name">) => FileReading;
  /** Maximum size in bytes of inputs behind a URL. */
  readonly maxDownloadBytes: number;
  /** Maximum wall-clock time to fetch a URL, in milliseconds. */
  readonly fetchTimeoutMs: number;
};

/** How reads lag behind writes, as in a database replica. */
export type Lag = {
  /** Jobs appear as they were this many milliseconds ago, but never as before their submission. */
  readonly behindMs?: number | undefined;
  /** A job that is not visible yet. */
  readonly hiddenJobId?: string | undefined;
};

/** Everything that a use case acts on: one sandbox, at one instant. */
export type CallContext = {
  readonly sandbox: Sandbox;
  /** The scenario in effect when the request arrived; a scenario that takes effect meanwhile applies to later requests. */
  readonly scenario: Scenario;
  readonly rules: ServiceRules;
  readonly services: Services;
  readonly now: Instant;
  /** Undefined if reads see all writes immediately. */
  readonly lag?: Lag | undefined;
};

/** A job's current state. Throws a RangeError if the sandbox doesn't have it. */
export function storedJob({ state }: Sandbox, jobId: string): StoredJob {
  const job = state.jobs.get(jobId);
  if (job === undefined) throw new RangeError(`Expected a known job, got \`${jobId}\`.`);
  return job;
}

/** A job's current state; throws the error that `unknown` creates if the job doesn't exist. */
export function findJob(
  context: CallContext,
  jobId: string,
  unknown: (jobId: string) => ApiError,
): StoredJob {
  const job = context.sandbox.state.jobs.get(jobId);
  if (job === undefined || jobId === context.lag?.hiddenJobId || isDeleted(job))
    throw unknown(jobId);
  return job;
}

/** Whether a client has deleted a job. */
export function isDeleted({ facts }: StoredJob): boolean {
  return facts.at(-1)?.type === "deleted";
}
