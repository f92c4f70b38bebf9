import type { Issue } from "../core/errors.ts";
import type { Integer, JsonObject } from "../core/json.ts";

export const CONTROL_PATH = "/_sim";
export const TOKEN_HEADER = "x-sim-control-token";

/** Header that selects a sandbox by its name, instead of by its key. */
export const SANDBOX_HEADER = "x-sim-sandbox";

/** Header that the viewer's page adds to its requests. */
export const PAGE_HEADER = "x-sim-page";

export const UI_PATH: string = `${CONTROL_PATH}/ui`;
export const EVENTS_PATH: string = `${CONTROL_PATH}/events`;

export function isControlPath(pathname: string): boolean {
  return pathname === CONTROL_PATH || pathname.startsWith(`${CONTROL_PATH}/`);
}

/** A form of the API key that always works, regardless of the form in the spec. */
export const CONTROL_KEY = { header: "authorization", scheme: "Key" } as const;

export const LIVE_PATH: string = `${CONTROL_PATH}/livez`;
export const READY_PATH: string = `${CONTROL_PATH}/readyz`;
export const METRICS_PATH: string = `${CONTROL_PATH}/metrics`;

/** Paths of all probes; each supports only GET. */
export const PROBE_PATHS: readonly string[] = [LIVE_PATH, READY_PATH, METRICS_PATH];

/** A process's role among the processes that share a store. */
export type ReplicaStatus = {
  /** `single` unless the store is a PostgreSQL database. */
  readonly role: "single" | "leader" | "follower";
  /**
   * The leader's address for other replicas, as `host:port`; undefined if no replica leads or if
   * the address is unknown.
   */
  readonly leader?: string;
  /** Number of the leader's term; it increases with each new leader. */
  readonly term?: Integer;
};

/** The response to a liveness or readiness probe. */
export type ProbeStatus = Partial<ReplicaStatus> & {
  /** `failing` if the process can't respond to requests. */
  readonly status: "ok" | "failing";
  /** Why the process can't respond to requests; undefined if it can. */
  readonly problem?: string;
};

/** An error from the control API, written for the author of the test (RFC 9457). */
export type ProblemDetails = {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: Integer;
  /** Says what is wrong and what to do about it. */
  readonly detail: string;
  /** Code of the error, such as `SIM_ARGUMENT`. */
  readonly code: string;
  /** Each problem, with its location if known. */
  readonly issues?: readonly Issue[];
};

export type ControlSchemas = {
  /** JSON Schemas of the responses, keyed by verb name; undefined for a verb without a schema. */
  readonly responses: Readonly<Record<string, JsonObject | undefined>>;
  /** The control API's document without the verbs. */
  readonly document: JsonObject;
};

/** A process's status and metrics, available whether or not the process is the leader. */
export type Probes = {
  readonly status: () => ReplicaStatus;
  /** Why the process can't respond to requests at the moment; undefined if it can. */
  readonly problem: () => Promise<Error | undefined>;
  /** Metrics in Prometheus text format. */
  readonly metrics: () => Promise<string>;
};
