import type { Distribution } from "../job/profile.ts";
import type { JobState } from "../job/state.ts";
import type { JsonObject, JsonValue } from "../json.ts";

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
export type Fault =
  | StatusFault
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

/** Another answer instead of the service's. */
export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON; undefined: an empty body. */
  readonly body?: JsonValue;
};

/** The answer, or the work, comes later, on the sandbox's clock. */
export type DelayFault = { readonly kind: "delay"; readonly duration: Distribution };

/** No answer ever; the connection stays open until the client gives up. */
export type HangFault = { readonly kind: "hang" };

/** The connection is reset (TCP RST). */
export type ResetFault = {
  readonly kind: "reset";
  /** After so many bytes of the body, or before or after the head of the answer. */
  readonly at: "beforeHeaders" | "afterHeaders" | { readonly afterBytes: number };
};

/** The connection is closed in good order without a byte of an answer. */
export type EmptyReplyFault = { readonly kind: "emptyReply" };

/** The body ends early although its head announces the whole of it. */
export type TruncateFault = {
  readonly kind: "truncate";
  /** So many bytes of the body come, or such a share of them, in 0..1. */
  readonly at: { readonly bytes: number } | { readonly share: number };
};

/** A body that is announced as JSON and isn't any. */
export type MalformedJsonFault = { readonly kind: "malformedJson" };

/** The body as it should be, announced as something else. */
export type WrongContentTypeFault = {
  readonly kind: "wrongContentType";
  readonly contentType: string;
};

/** The body comes so slowly, on the sandbox's clock. */
export type SlowBodyFault = { readonly kind: "slowBody"; readonly bytesPerSecond: number };

/** A bucket of `requests` tokens, refilled at so many in `perMs`; a call that finds it empty is refused. */
export type RateLimitFault = {
  readonly kind: "rateLimit";
  readonly requests: number;
  readonly perMs: number;
};

/** A damage that a file of its format can take; a download of another format stays as it is. */
export type CorruptFileFault = { readonly kind: "corruptFile"; readonly damage: FileDamage };

/** What is wrong with a downloaded file, by its format. */
export type FileDamage =
  | "zipChecksum"
  | "zipDirectory"
  | "csvMissingRow"
  | "parquetFooter"
  | "parquetPage";

/** Jobs look as they did so long ago, though never as before their submission: a state can seem to go back. */
export type StaleStatusFault = { readonly kind: "staleStatus"; readonly behindMs: number };

/** A job younger than this is unknown: what was written can't be read yet. */
export type NotFoundAfterCreateFault = {
  readonly kind: "notFoundAfterCreate";
  readonly forMs: number;
};

/** The service does its work, and the connection dies before a byte of the answer. */
export type LostResponseFault = { readonly kind: "lostResponse" };

/** The service gets the request twice, as from a gateway that tries again; the client gets the second answer. */
export type DuplicateFault = { readonly kind: "duplicate" };

/** The JSON body lacks what a JSON Pointer points at. */
export type DropFieldFault = { readonly kind: "dropField"; readonly pointer: string };

/** The JSON body has a value where a JSON Pointer points at. */
export type AddFieldFault = {
  readonly kind: "addField";
  readonly pointer: string;
  readonly value: JsonValue;
};

/** The field of the JSON body that a JSON Pointer points at has another name. */
export type RenameFieldFault = {
  readonly kind: "renameField";
  readonly pointer: string;
  readonly name: string;
};
