import type { ApiError } from "../../core/errors.ts";
import type { Fault, FaultPhase } from "../../core/faults/fault.ts";
import type { Rng } from "../../core/rng.ts";
import type { Reply } from "../reply/reply.ts";
import type { Transmission } from "../reply/transmission.ts";

/** What a fault does to a call: one of three things. */
export type FaultAct =
  /** Sends this instead of the service's answer. */
  | { readonly kind: "replace"; readonly transmission: Transmission }
  /** Has the service handle the request otherwise, and sends its answer. */
  | { readonly kind: "handle"; readonly handling: Handling }
  /** Corrupts the service's response; undefined if it has nothing to corrupt. */
  | { readonly kind: "spoil"; readonly spoil: Spoil };

/** What becomes of an answer. */
export type Spoil = (reply: Reply) => Transmission | undefined | Promise<Transmission | undefined>;

/** How the service handles a request. */
export type Handling = {
  /** So much later, on the sandbox's clock. */
  readonly delayMs?: number;
  /** So many times, one after the other; the last answer counts. Default: 1. */
  readonly times?: number;
  /** Seeing jobs as they were so long ago. */
  readonly behindMs?: number;
  /** Without seeing the job that the request names. */
  readonly isJobHidden?: boolean;
};

/** What a fault can know of the call that it fires on. */
export type Scene = {
  readonly phase: FaultPhase;
  /** Draws for one purpose, the same for the same call. */
  readonly draws: (purpose: string) => Rng;
  /** For a rate limit: time until a call would succeed. */
  readonly retryAfterMs: number;
  /** Seconds for a Retry-After header. */
  readonly retryAfterSeconds: (virtualMs: number) => number;
  /** An error as the service answers it. */
  readonly errorReply: (error: ApiError) => Reply;
  /** Aborts when the client goes away. */
  readonly closed: AbortSignal;
};

/** A fault of a kind. */
export type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { readonly kind: Kind }>;

/** How a kind of fault is played. */
export type FaultPlay<Kind extends Fault["kind"]> = (
  fault: FaultOf<Kind>,
  scene: Scene,
) => FaultAct;
