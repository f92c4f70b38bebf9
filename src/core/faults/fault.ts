import type { Distribution } from "../job/profile.ts";
import type { JobState } from "../job/state.ts";
import type { JsonObject, JsonValue } from "../json.ts";

/** When and how an operation or its transport misbehaves. */
export type FaultRule = {
  /** Unique in its scenario; safe in an HTTP header. */
  readonly name: string;
  /** Operation IDs, or `*` for every operation. */
  readonly on: "*" | readonly string[];
  readonly when?: CallMatch;
  /** Maximum number of times that it fires; 1 or more. Unlimited if omitted. */
  readonly times?: number;
  /** Number of matching calls to skip first. */
  readonly after?: number;
  /** It fires on every nth matching call after those that `after` skips; 1 or more. */
  readonly every?: number;
  /** Probability in 0..1 that it fires when it is due: 0 is never, 1 (the default) is always. */
  readonly probability?: number;
  readonly phase: FaultPhase;
  readonly fault: Fault;
};

/** Whether a fault happens before the service does anything, or affects the response after the service did its work. */
export type FaultPhase = "request" | "response";

/** Conditions on a call; an omitted condition holds for every call. */
export type CallMatch = {
  /** The call's job is in one of these states; never holds if the job doesn't exist. */
  readonly jobStates?: readonly JobState[];
  /** Time since the job was submitted: `min` is inclusive, `max` exclusive. Never holds if the job doesn't exist. */
  readonly jobAgeMs?: { readonly min?: number; readonly max?: number };
  /** JSON Schema for an object of the request's headers, with lowercase names. */
  readonly header?: JsonObject;
  /** JSON Schema for an object of the query parameters. */
  readonly query?: JsonObject;
  /** JSON Schema for the request's body; never holds without a body. */
  readonly body?: JsonObject;
  /** The request asks for results in one of these formats; never holds for other requests. */
  readonly formats?: readonly string[];
  /** Ordinal of the call among those to the same operation for the same job (or, without a job, in the sandbox), from 1. */
  readonly call?: number;
};

/** How a call goes wrong. */
export type Fault =
  | StatusFault
  | ErrorFault
  | DelayFault
  | HangFault
  | ResetFault
  | EmptyReplyFault
  | TruncateFault
  | MalformedJsonFault
  | WrongContentTypeFault
  | SlowBodyFault
  | RateLimitFault
  | CorruptFileFault
  | StaleStatusFault
  | NotFoundAfterCreateFault
  | LostResponseFault
  | DuplicateFault
  | DropFieldFault
  | AddFieldFault
  | RenameFieldFault;

/** Another response instead of the service's. */
export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as is, any other value as JSON; the body is empty if undefined. */
  readonly body?: JsonValue;
};

/** One of the service's own errors, with the status, headers, and body that the spec gives it. */
export type ErrorFault = {
  readonly kind: "error";
  /** Key of the error in the spec's `x-errors`. */
  readonly code: string;
};

/** The response, or the service's work, is delayed on the sandbox's clock. */
export type DelayFault = { readonly kind: "delay"; readonly duration: Distribution };

/** No response; the connection stays open until the client gives up. */
export type HangFault = { readonly kind: "hang" };

/** The connection is reset (TCP RST). */
export type ResetFault = {
  readonly kind: "reset";
  /** Before the response's head, after it, or after this number of bytes of the body. */
  readonly at: "beforeHeaders" | "afterHeaders" | { readonly afterBytes: number };
};

/** The connection closes normally without a single byte of a response. */
export type EmptyReplyFault = { readonly kind: "emptyReply" };

/** The body ends before the announced Content-Length. */
export type TruncateFault = {
  readonly kind: "truncate";
  /** Number of bytes that the client receives, or their share of the body, in 0..1. */
  readonly at: { readonly bytes: number } | { readonly share: number };
};

/** A body that is announced as JSON but is not valid JSON. */
export type MalformedJsonFault = { readonly kind: "malformedJson" };

/** The correct body with another content type. */
export type WrongContentTypeFault = {
  readonly kind: "wrongContentType";
  readonly contentType: string;
};

/** The body arrives at this pace, on the sandbox's clock. */
export type SlowBodyFault = { readonly kind: "slowBody"; readonly bytesPerSecond: number };

/** A bucket of `requests` tokens that refills at `requests` tokens per `perMs`; a call that finds it empty is refused. */
export type RateLimitFault = {
  readonly kind: "rateLimit";
  readonly requests: number;
  readonly perMs: number;
};

/** A download is damaged in a way that only its format can be; downloads of other formats are not affected. */
export type CorruptFileFault = { readonly kind: "corruptFile"; readonly damage: FileDamage };

/** What is wrong with a downloaded file, by its format. */
export type FileDamage =
  | "zipChecksum"
  | "zipDirectory"
  | "csvMissingRow"
  | "parquetFooter"
  | "parquetPage";

/** Jobs look as they did `behindMs` ago, but never as before their submission, so a state can seem to go back. */
export type StaleStatusFault = { readonly kind: "staleStatus"; readonly behindMs: number };

/** A job younger than `forMs` is unknown: the service can't read its own write yet. */
export type NotFoundAfterCreateFault = {
  readonly kind: "notFoundAfterCreate";
  readonly forMs: number;
};

/** The service does its work, and the connection is reset before the first byte of the response. */
export type LostResponseFault = { readonly kind: "lostResponse" };

/** The service receives the request twice, as from a retrying gateway; the client gets the second response. */
export type DuplicateFault = { readonly kind: "duplicate" };

/** The JSON body lacks the value that a JSON Pointer identifies. */
export type DropFieldFault = { readonly kind: "dropField"; readonly pointer: string };

/** The JSON body has this value at a JSON Pointer. */
export type AddFieldFault = {
  readonly kind: "addField";
  readonly pointer: string;
  readonly value: JsonValue;
};

/** The field of the JSON body that a JSON Pointer identifies has another name. */
export type RenameFieldFault = {
  readonly kind: "renameField";
  readonly pointer: string;
  readonly name: string;
};
