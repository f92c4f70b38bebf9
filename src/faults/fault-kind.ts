import type { ClockSpec } from "../core/clock-spec.ts";
import type { ApiError } from "../core/errors.ts";
import type { FaultPhase, TokenRate } from "../core/fault-rule.ts";
import type { Reply, Transmission } from "../core/reply.ts";
import type { Rng } from "../core/rng.ts";
import type { CallSubject } from "./call-subject.ts";

/** A kind of fault with these parameters. A FaultGrammar defines its syntax in scenarios. */
export type FaultKind<Parameters = object> = {
  readonly kind: string;
  /** Description for editors and docs: a clause, or a noun phrase for what the client receives. */
  readonly docs: string;
  readonly traits: FaultTraits;
  /** The phases in which the fault can fire, default first, or a function of the rule's value. */
  readonly phases: FaultPhases | ((value: unknown) => FaultPhases);
  readonly factsOf?: (fault: Parameters) => FaultFacts;
  readonly play: (fault: Parameters, context: FaultContext) => FaultAct;
};

export type FaultPhases = readonly [FaultPhase, ...FaultPhase[]];

/** Phases of a fault that replaces the service's work, or only the service's response. */
export const BOTH_PHASES: FaultPhases = ["request", "response"];

/** The phases of a fault that changes the response after the service has done its work. */
export const RESPONSE_ONLY: FaultPhases = ["response"];

export const REQUEST_ONLY: FaultPhases = ["request"];

export type FaultTraits = {
  /** The client can't read the outcome of its call from the response. */
  readonly hidesOutcome?: true;
  /** The service acts as if the job did not exist; the client isn't to blame for the error. */
  readonly hidesJob?: true;
  /** The fault fires on only some matching calls; later rules can fire on the others. */
  readonly isSelective?: boolean;
  /** The fault ends only when the clock moves: a retry at the same instant triggers it again. */
  readonly endsOnlyWithTime?: true;
  /** How the body of a seemingly successful response is damaged, such as `truncated`. */
  readonly bodyDamage?: string;
  /** The part of the body that arrives is correct, even if the rest is missing. */
  readonly isBodyCorrect: boolean;
  /** The fault changes only one field of a body. */
  readonly changesField?: true;
  /** By clock mode, a verb phrase that says why clients hardly notice the fault. */
  readonly onClock?: Partial<Readonly<Record<ClockSpec["mode"], string>>>;
};

export type FaultFacts = Pick<FaultTraits, "isSelective"> & {
  /** The status that the client receives, or the code of the service's error with that status. */
  readonly sends?: { readonly status: number } | { readonly errorCode: string };
  /** Response headers as written in the scenario. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The fault changes only files with this codec, which are `format` files in the default API. */
  readonly damages?: Readonly<Record<"damage" | "codec" | "format", string>>;
  /** The fault has an effect only on calls about this subject. */
  readonly needs?: CallSubject;
  /** The fault fires only on calls for jobs that are younger than this. */
  readonly jobYoungerThanMs?: number;
  /** The fault fires only on calls that find this token bucket empty. */
  readonly limit?: TokenRate;
};

/** A fault that the client notices at most as a delay, an extra field, or an older state. */
export const HARMLESS: FaultTraits = { isBodyCorrect: true };

/** A fault that clients notice only as a wait, and therefore not on a `poll` clock. */
export const SLOWING: FaultTraits = {
  ...HARMLESS,
  onClock: { poll: "doesn't make clients wait, because the clock jumps ahead" },
};

/** A fault that replaces the response, or prevents it. */
export const HIDING: FaultTraits = { hidesOutcome: true, isBodyCorrect: false };

/** A fault that damages a response, if the response has the part to damage. */
export const SPOILING: FaultTraits = { ...HIDING, isSelective: true };

/** The effect of a fault on a call: one of three acts. */
export type FaultAct =
  /** Sends this transmission instead of the service's response. */
  | { readonly replace: Transmission }
  /** Makes the service handle the request differently, and sends the service's response. */
  | { readonly handle: Handling }
  /** Changes the service's response, if there is anything to change. */
  | { readonly spoil: Spoil };

/** Makes the response that the client receives; undefined if there is nothing to change. */
export type Spoil = (reply: Reply) => Transmission | undefined | Promise<Transmission | undefined>;

export type Handling = {
  /** Delay before handling, in milliseconds on the sandbox's clock. */
  readonly delayMs?: number;
  /** Number of times to handle the request, in sequence; the last response counts. Default: 1. */
  readonly times?: number;
  /** Makes the service use older job states; `isSeen` becomes true if this affects the response. */
  readonly stale?: { readonly behindMs: number; isSeen: boolean };
  /** Whether the job that the request names is hidden from the service. */
  readonly isJobHidden?: boolean;
};

export type FaultContext = {
  readonly phase: FaultPhase;
  /** Random draws for one purpose; the same call always gives the same draws. */
  readonly draws: (purpose: string) => Rng;
  /** Seconds, for Retry-After, until a rate limit would let a call pass. */
  readonly retryAfterSeconds: number;
  readonly errorReply: (error: ApiError) => Reply;
  /** The service's response for an error code, with the spec's description. */
  readonly ownError: (code: string) => Reply;
  readonly closed: AbortSignal;
};
