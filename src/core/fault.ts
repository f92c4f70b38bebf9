import type { JobState } from "./job/state.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** When an operation or its transport misbehaves, and how. */
export type FaultRule = {
  /** Unique in its scenario; safe in an HTTP header. */
  readonly name: string;
  /** Operation ids, or every operation. */
  readonly on: "*" | readonly string[];
  readonly when?: CallMatch;
  /** It fires at most so often; 1 or more. Undefined: without end. */
  readonly times?: number;
  /** It skips so many matching calls first. */
  readonly after?: number;
  /** Of the matching calls past `after`, it fires on each so manieth; 1 or more. */
  readonly every?: number;
  /** Chance in 0..1 that it fires where it otherwise would: 0 never, 1 (the default) always. */
  readonly probability?: number;
  readonly phase: FaultPhase;
  readonly fault: Fault;
};

/** Whether a fault comes before the service has done anything, or spoils the answer to what it did. */
export type FaultPhase = "request" | "response";

/** Conditions on a call; one that is left out holds for every call. */
export type CallMatch = {
  /** The job that the call is about is in one of these states; never holds where there is no such job. */
  readonly jobStates?: readonly JobState[];
  /** Time since the job was submitted: `min` included, `max` not. Never holds where there is no such job. */
  readonly jobAgeMs?: { readonly min?: number; readonly max?: number };
  /** JSON Schema of an object of the request's headers, names in lower case. */
  readonly header?: JsonObject;
  /** JSON Schema of an object of the query parameters. */
  readonly query?: JsonObject;
  /** JSON Schema of the request's body; never holds where there is none. */
  readonly body?: JsonObject;
  /** The so manieth call of the operation for the same job (of the sandbox, where there is none), from 1. */
  readonly call?: number;
};

/** How a call goes wrong. */
export type Fault = StatusFault;

/** Another answer instead of the service's. */
export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON; undefined: an empty body. */
  readonly body?: JsonValue;
};
