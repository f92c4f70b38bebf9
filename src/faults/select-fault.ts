import type { CallMatch, FaultHits, FaultRule, RuleHits } from "../core/fault-rule.ts";
import type { JobState } from "../core/job/state.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { CONDITION_STEPS, type ConditionMatcher } from "../core/profile-rule.ts";
import type { Instant } from "../core/time.ts";
import { takeToken } from "../core/token-bucket.ts";
import { isAbout } from "./call-subject.ts";
import { factsOf } from "./find-kind.ts";
import { drawsOf, type Firing } from "./firing.ts";

/** The properties of a call that determine its fault. */
export type FaultCall = {
  readonly operationId: string;
  /** What the operation does. */
  readonly use: string;
  /** The request's `now`. */
  readonly at: Instant;
  /** The job that the call is about; it may not exist. */
  readonly jobId?: string;
  /** Undefined if the job doesn't exist. */
  readonly jobState?: JobState;
  /** Time since that job was submitted. */
  readonly jobAgeMs?: number;
  /**
   * Ordinal of this call among those to the same operation for the same job (or, without a job, in
   * the sandbox), from 1.
   */
  readonly nth: number;
  /** The results format that the request asks for, if any. */
  readonly format?: string;
  /** Lowercase names. */
  readonly headers: JsonObject;
  readonly query: JsonObject;
  readonly body?: JsonValue;
};

/** Dependencies of the selection besides the rules and the call. */
export type SelectionContext = {
  readonly seed: number;
  readonly hits: FaultHits;
  readonly matches: ConditionMatcher;
};

/** The fault that fires on a call, if any, and the hits afterward. */
export type FaultSelection = {
  readonly firing?: Firing;
  /** The later rules that were also due on the call, in order. */
  readonly preempted: readonly FaultRule[];
  readonly hits: FaultHits;
};

/**
 * Selects the fault for a call: the first rule that is due, in the scenario's order.
 *
 * A rule *matches* a call if `on` and every condition of `when` hold. Its matching calls are
 * numbered from 1, whether or not another rule fires on them. It is *due* on the calls after the
 * first `after`; with `every: n`, on every nth of those; if the draw for `probability` succeeds;
 * and as long as it has fired fewer than `times` times. A due rule that an earlier one preempts, a
 * failed draw, and a firing that had nothing to change (`selectNext`) don't count toward `times`. A
 * due rate limit takes a token, and fires only if there is none; a rule for jobs that can't be read
 * yet matches only calls for younger jobs.
 *
 * The caller must store the returned hits before doing anything else; otherwise concurrent calls
 * could exceed `times`.
 */
export function selectFault(
  rules: readonly FaultRule[],
  call: FaultCall,
  context: SelectionContext,
): FaultSelection {
  const hits = new Map(context.hits);
  const inTurn: FaultRule[] = [];
  const budget = { steps: CONDITION_STEPS };
  for (const rule of rules) {
    const check = { rule: `the fault rule \`${rule.name}\``, budget };
    const matches: Matches = (schema, value) => context.matches(schema, value, check);
    if (!meets(rule, call, matches)) continue;
    const before = hits.get(rule.name) ?? NO_HITS;
    const counted = { ...before, matched: before.matched + 1 };
    hits.set(rule.name, counted);
    if (isTurn(rule, counted)) inTurn.push(rule);
  }
  return selectFirst(inTurn, call, { ...context, hits });
}

/**
 * Selects the fault that takes over from one that had nothing to change: the first of the preempted
 * rules that is due. The firing that had nothing to change no longer counts.
 */
export function selectNext(
  { firing, preempted }: { readonly firing: Firing; readonly preempted: readonly FaultRule[] },
  call: FaultCall,
  context: SelectionContext,
): FaultSelection {
  const { fired, ...rest } = context.hits.get(firing.rule.name) ?? NO_HITS;
  const hits = new Map(context.hits).set(firing.rule.name, {
    ...rest,
    fired: Math.max(0, fired - 1),
  });
  return selectFirst(preempted, call, { ...context, hits });
}

function selectFirst(
  inTurn: readonly FaultRule[],
  call: FaultCall,
  context: SelectionContext,
): FaultSelection {
  const hits = new Map(context.hits);
  for (const [index, rule] of inTurn.entries()) {
    const before = hits.get(rule.name) ?? NO_HITS;
    if (before.fired >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
    const turn = takeTurn(firingOf(rule, call, context.seed), call.at, before);
    hits.set(rule.name, turn.hits);
    if (turn.firing === undefined) continue;
    return { firing: turn.firing, preempted: inTurn.slice(index + 1), hits };
  }
  return { preempted: [], hits };
}

const NO_HITS: RuleHits = { matched: 0, fired: 0 };

type Turn = { readonly firing?: Firing; readonly hits: RuleHits };

function takeTurn(firing: Firing, at: Instant, before: RuleHits): Turn {
  const { limit } = factsOf(firing.rule.fault);
  if (!isDrawn(firing)) return { hits: before };
  const firedOnce = { ...before, fired: before.fired + 1 };
  if (limit === undefined) return { firing, hits: firedOnce };
  const { bucket, waitMs } = takeToken(before.bucket, limit, at);
  if (waitMs === 0) return { hits: { ...before, bucket } };
  return { firing: { ...firing, retryAfterMs: waitMs }, hits: { ...firedOnce, bucket } };
}

function firingOf(rule: FaultRule, { operationId, jobId, nth }: FaultCall, seed: number): Firing {
  return { rule, seed, operationId, ...(jobId === undefined ? {} : { jobId }), nth };
}

/**
 * Whether a rule for the operation has a condition on the request's body, so that it must be read
 * before the selection.
 */
export function readsBody(rules: readonly FaultRule[], operationId: string): boolean {
  return rules.some((rule) => isOn(rule, operationId) && rule.when?.body !== undefined);
}

/** Whether a rule applies to an operation's calls. */
export function isOn(rule: FaultRule, operationId: string): boolean {
  return rule.on === "*" || rule.on.includes(operationId);
}

type Matches = (schema: JsonObject, value: JsonValue) => boolean;

function meets(rule: FaultRule, call: FaultCall, matches: Matches): boolean {
  if (!isOn(rule, call.operationId) || !canReach(rule, call)) return false;
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

function meetsRequest(when: CallMatch, call: FaultCall, matches: Matches): boolean {
  return (
    (when.call === undefined || when.call === call.nth) &&
    (when.formats === undefined || when.formats.includes(call.format ?? "")) &&
    (when.header === undefined || matches(when.header, call.headers)) &&
    (when.query === undefined || matches(when.query, call.query)) &&
    (when.body === undefined || (call.body !== undefined && matches(when.body, call.body)))
  );
}

function canReach({ fault }: FaultRule, { use, jobAgeMs }: FaultCall): boolean {
  const { needs, jobYoungerThanMs } = factsOf(fault);
  if (needs !== undefined && !isAbout(use, needs)) return false;
  if (jobYoungerThanMs === undefined) return true;
  return jobAgeMs !== undefined && jobAgeMs < jobYoungerThanMs;
}

/** The hits already count this call as a match. */
function isTurn(rule: FaultRule, { matched }: RuleHits): boolean {
  const past = matched - (rule.after ?? 0);
  return past > 0 && past % (rule.every ?? 1) === 0;
}

function isDrawn(firing: Firing): boolean {
  const { probability } = firing.rule;
  return probability === undefined || drawsOf(firing, "chance").chance(probability);
}
