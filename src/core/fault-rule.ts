import type { JobState } from "./job/state.ts";
import type { Integer, JsonObject } from "./json.ts";
import type { Instant } from "./time.ts";

/** A rule for when and how an operation or its transport misbehaves. */
export type FaultRule = {
  /** Name of the rule. It is unique in its scenario, and valid in an HTTP header. */
  readonly name: string;
  /** Operation IDs, or `*` for every operation. */
  readonly on: "*" | readonly string[];
  readonly when?: CallMatch;
  /** Maximum number of times that the rule fires. Default: unlimited. */
  readonly times?: Integer;
  /** Number of matching calls to skip first. Default: 0. */
  readonly after?: Integer;
  /** With 3, the rule fires on every third matching call after the skipped ones. Default: 1. */
  readonly every?: Integer;
  /** Probability, from 0 to 1, that the rule fires if its other conditions are met. Default: 1. */
  readonly probability?: number;
  readonly phase: FaultPhase;
  readonly fault: Fault;
};

/** When a fault happens: before the service does its work, or afterward, in the response. */
export type FaultPhase = "request" | "response";

/** Conditions on a call; an omitted condition holds for every call. */
export type CallMatch = {
  /** The call's job is in one of these states; never holds if the job doesn't exist. */
  readonly jobStates?: readonly JobState[];
  /** Time since the job's submission: at least `min`, below `max`. Never holds without a job. */
  readonly jobAgeMs?: { readonly min?: number; readonly max?: number };
  /** JSON Schema for the request's headers, as an object with lowercase names. */
  readonly header?: JsonObject;
  /** JSON Schema for the query parameters, as an object. */
  readonly query?: JsonObject;
  /** JSON Schema for the request's body; never holds without a body. */
  readonly body?: JsonObject;
  /** The request asks for results in one of these formats; never holds for other requests. */
  readonly formats?: readonly string[];
  /** The call's number, from 1, counted per operation and job; without a job, per operation. */
  readonly call?: Integer;
};

/**
 * How a call goes wrong, as plain data: the kind of fault and its parameters, with durations in
 * milliseconds. Only code in the kind's folder interprets the parameters.
 */
export type Fault = { readonly kind: string; readonly [parameter: string]: unknown };

export type RuleHits = {
  readonly matched: Integer;
  readonly fired: Integer;
  /** The token bucket, if the rule is a rate limit. */
  readonly bucket?: TokenBucket;
};

/** Hits by rule name; a rule that hasn't matched a call yet may be missing. */
export type FaultHits = ReadonlyMap<string, RuleHits>;

/** Whether a rule fired on a call, and if not, why. */
export type RuleCheck = {
  /** Name of the rule. */
  readonly rule: string;
  /** Why the rule did not fire; undefined if it fired. */
  readonly unmet?: Unmet;
};

/** The first of a rule's conditions that a call did not meet. */
export type Unmet = {
  /**
   * The condition's name in scenarios, such as `when.jobState` or `times`. `order`: an earlier rule
   * fired. `effect`: the fault would have had no effect.
   */
  readonly condition: string;
  /** A clause that describes the call's actual value. */
  readonly because: string;
};

/** Refill rate: `requests` tokens per `perMs` milliseconds. Capacity: `requests`, at least 1. */
export type TokenRate = { readonly requests: number; readonly perMs: number };

/** A bucket at an instant. `credit` is in tokens times `perMs`, which avoids fractions. */
export type TokenBucket = { readonly credit: number; readonly at: Instant };

/** Allows for rounding errors: a request at the end of the announced wait must be accepted. */
const TOLERANCE = 1e-6;

/**
 * Takes a token from a bucket; an undefined bucket is full. If the bucket has no token, `waitMs` is
 * the time until it has one; otherwise, `waitMs` is 0.
 */
export function takeToken(
  before: TokenBucket | undefined,
  { requests, perMs }: TokenRate,
  at: Instant,
): { readonly bucket: TokenBucket; readonly waitMs: number } {
  const full = Math.max(1, requests) * perMs;
  const refill = before === undefined ? full : (at - before.at) * requests;
  const credit = Math.min(full, (before?.credit ?? 0) + refill);
  if (credit < perMs - TOLERANCE) {
    return { bucket: { credit, at }, waitMs: Math.ceil((perMs - credit) / requests) };
  }
  return { bucket: { credit: Math.max(0, credit - perMs), at }, waitMs: 0 };
}
