import type { JobState } from "../job/state.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { SchemaMatcher } from "../profile-rule.ts";
import type { Instant } from "../time.ts";
import { type TokenBucket, takeToken } from "../token-bucket.ts";
import type { CallMatch, Fault, FaultRule } from "./fault.ts";
import { drawsOf, type Firing } from "./firing.ts";

/** What a fault can be chosen by. */
export type FaultCall = {
  readonly operationId: string;
  /** The request's `now`. */
  readonly at: Instant;
  /** The job that the call is about; it may not exist. */
  readonly jobId?: string;
  /** Undefined where there is no such job. */
  readonly jobState?: JobState;
  /** Time since that job was submitted. */
  readonly jobAgeMs?: number;
  /** The so manieth call of this operation for this job (of the sandbox, where there is none), from 1. */
  readonly nth: number;
  /** Names in lower case. */
  readonly headers: JsonObject;
  readonly query: JsonObject;
  readonly body?: JsonValue;
};

/** How often a rule met a call and how often it fired. */
export type RuleHits = {
  readonly matched: number;
  readonly fired: number;
  /** What is left of a rate limit. */
  readonly bucket?: TokenBucket;
};

/** Hits by rule name; a rule that met no call yet may be missing. */
export type FaultHits = ReadonlyMap<string, RuleHits>;

/** What the choice depends on besides the rules and the call. */
export type FaultContext = {
  readonly seed: number;
  readonly hits: FaultHits;
  readonly matches: SchemaMatcher;
};

/** What fires on a call, if anything, and the hits from then on. */
export type FaultSelection = { readonly firing?: Firing; readonly hits: FaultHits };

/**
 * Chooses the fault of a call: the first rule, in the order of the scenario, that is due.
 *
 * A rule *meets* a call when `on` and every condition of `when` hold; the calls it meets are numbered from 1, whether
 * or not another rule fires on them. It is *due* on the calls past the first `after`; with `every: n` on the nth, the 2nth, …
 * of those; when the draw for `probability` says so; and as long as it fired fewer than `times` times. A due rule that an
 * earlier one pre-empts, a draw that fails, and a firing that found nothing to spoil (`withoutFiring`) use up none of its `times`. A due rate limit takes a token and fires only
 * where there is none; a rule for jobs that can't be read yet meets calls about younger jobs only.
 *
 * The caller must store the returned hits before anything else happens: then racing calls can't overdraw `times`.
 */
export function selectFault(
  rules: readonly FaultRule[],
  call: FaultCall,
  context: FaultContext,
): FaultSelection {
  const hits = new Map(context.hits);
  let firing: Firing | undefined;
  for (const rule of rules) {
    if (!meets(rule, call, context.matches)) continue;
    const { matched, fired: times, bucket } = hits.get(rule.name) ?? NO_HITS;
    const before = { matched: matched + 1, fired: times, ...(bucket ? { bucket } : {}) };
    const isTurnOf = firing === undefined && isTurn(rule, before);
    const turn = isTurnOf
      ? takeTurn(firingOf(rule, call, context.seed), call.at, before)
      : undefined;
    firing ??= turn?.firing;
    hits.set(rule.name, turn?.hits ?? before);
  }
  return firing === undefined ? { hits } : { firing, hits };
}

/** The hits as they are where the rule that fired last found nothing to spoil: it has not fired then. */
export function withoutFiring(hits: FaultHits, { rule }: Firing): FaultHits {
  const { fired, ...rest } = hits.get(rule.name) ?? NO_HITS;
  return new Map(hits).set(rule.name, { ...rest, fired: Math.max(0, fired - 1) });
}

const NO_HITS: RuleHits = { matched: 0, fired: 0 };

type Turn = { readonly firing?: Firing; readonly hits: RuleHits };

function takeTurn(firing: Firing, at: Instant, before: RuleHits): Turn {
  const { fault } = firing.rule;
  if (!isDrawn(firing)) return { hits: before };
  const firedOnce = { ...before, fired: before.fired + 1 };
  if (fault.kind !== "rateLimit") return { firing, hits: firedOnce };
  const { bucket, waitMs } = takeToken(before.bucket, fault, at);
  if (waitMs === 0) return { hits: { ...before, bucket } };
  return { firing: { ...firing, retryAfterMs: waitMs }, hits: { ...firedOnce, bucket } };
}

function firingOf(rule: FaultRule, { operationId, jobId, nth }: FaultCall, seed: number): Firing {
  return { rule, seed, operationId, ...(jobId === undefined ? {} : { jobId }), nth };
}

/** Whether some rule for the operation asks for the request's body, so that it must be read before the choice. */
export function readsBody(rules: readonly FaultRule[], operationId: string): boolean {
  return rules.some((rule) => isOn(rule, operationId) && rule.when?.body !== undefined);
}

function isOn(rule: FaultRule, operationId: string): boolean {
  return rule.on === "*" || rule.on.includes(operationId);
}

function meets(rule: FaultRule, call: FaultCall, matches: SchemaMatcher): boolean {
  if (!isOn(rule, call.operationId) || !canReach(rule.fault, call)) return false;
  const when = rule.when;
  return when === undefined || (meetsJob(when, call) && meetsRequest(when, call, matches));
}

function meetsJob(when: CallMatch, call: FaultCall): boolean {
  const { jobState, jobAgeMs } = call;
  if (when.jobStates && (jobState === undefined || !when.jobStates.includes(jobState)))
    return false;
  if (when.jobAgeMs === undefined) return true;
  if (jobAgeMs === undefined) return false;
  const { min = 0, max = Number.POSITIVE_INFINITY } = when.jobAgeMs;
  return jobAgeMs >= min && jobAgeMs < max;
}

function meetsRequest(when: CallMatch, call: FaultCall, matches: SchemaMatcher): boolean {
  return (
    (when.call === undefined || when.call === call.nth) &&
    (when.header === undefined || matches(when.header, call.headers)) &&
    (when.query === undefined || matches(when.query, call.query)) &&
    (when.body === undefined || (call.body !== undefined && matches(when.body, call.body)))
  );
}

function canReach(fault: Fault, { jobAgeMs }: FaultCall): boolean {
  if (fault.kind !== "notFoundAfterCreate") return true;
  return jobAgeMs !== undefined && jobAgeMs < fault.forMs;
}

/** `hits` with this call counted as a match. */
function isTurn(rule: FaultRule, { matched, fired }: RuleHits): boolean {
  const past = matched - (rule.after ?? 0);
  const isLeft = fired < (rule.times ?? Number.POSITIVE_INFINITY);
  return isLeft && past > 0 && past % (rule.every ?? 1) === 0;
}

function isDrawn(firing: Firing): boolean {
  const { probability } = firing.rule;
  return probability === undefined || drawsOf(firing, "chance").chance(probability);
}
