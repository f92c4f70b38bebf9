import type { ApiError } from "../core/errors.ts";
import type { Fault, FaultPhase } from "../core/fault-rule.ts";
import type { Reply, Transmission } from "../core/reply.ts";
import type { Rng } from "../core/rng.ts";

/** The effect of a fault on a call: one of three acts. */
export type FaultAct =
  /** Sends this instead of the service's response. */
  | { readonly kind: "replace"; readonly transmission: Transmission }
  /** Has the service handle the request differently, and sends its response. */
  | { readonly kind: "handle"; readonly handling: Handling }
  /** Corrupts the service's response; undefined if it has nothing to change. */
  | { readonly kind: "spoil"; readonly spoil: Spoil };

/** Turns a response into what the client receives; undefined if there is nothing to change. */
export type Spoil = (reply: Reply) => Transmission | undefined | Promise<Transmission | undefined>;

/** How the service handles a request. */
export type Handling = {
  /** Delay before handling, in milliseconds on the sandbox's clock. */
  readonly delayMs?: number;
  /** Number of times, in sequence; the last response counts. Default: 1. */
  readonly times?: number;
  /** Age of the job states that the service sees, in milliseconds. */
  readonly behindMs?: number;
  /** Whether the job that the request names is hidden from the service. */
  readonly isJobHidden?: boolean;
};

/** The parts of a call that a fault can use. */
export type FaultContext = {
  readonly phase: FaultPhase;
  /** Random draws for one purpose, always the same for the same call. */
  readonly draws: (purpose: string) => Rng;
  /** For a rate limit: time until a call would succeed. */
  readonly retryAfterMs: number;
  /** Seconds for a Retry-After header. */
  readonly retryAfterSeconds: (virtualMs: number) => number;
  /** The service's response for an error. */
  readonly errorReply: (error: ApiError) => Reply;
  /** The service's response for an error code, with the spec's own description. */
  readonly ownError: (code: string) => Reply;
  /** Aborts when the client disconnects. */
  readonly closed: AbortSignal;
};

/** Decides what one kind of fault does to a call. */
export type FaultPlay<OwnFault extends Fault> = (
  fault: OwnFault,
  context: FaultContext,
) => FaultAct;
