import type { CallMatch, FaultRule } from "./fault.ts";
import type { JobState } from "./job/state.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { SchemaMatcher } from "./profile-rule.ts";
import { rngFor } from "./rng.ts";

/** What a fault can be chosen by. */
export type FaultCall = {
  readonly operationId: string;
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
export type RuleHits = { readonly matched: number; readonly fired: number };

/** Hits by rule name; a rule that met no call yet may be missing. */
export type FaultHits = ReadonlyMap<string, RuleHits>;

/** What the choice depends on besides the rules and the call. */
export type FaultContext = {
  readonly seed: number;
  readonly hits: FaultHits;
  readonly matches: SchemaMatcher;
};

/** The rule that fires for a call, if any, and the hits from then on. */
export type FaultSelection = { readonly rule?: FaultRule; readonly hits: FaultHits };

/**
 * Chooses the fault of a call: the first rule, in the order of the scenario, that is due.
 *
 * A rule *meets* a call when `on` and every condition of `when` hold; the calls it meets are numbered from 1, whether
 * or not another rule fires on them. It is *due* on the calls past the first `after`; with `every: n` on the nth, the 2nth, …
 * of those; when the draw for `probability` says so; and as long as it fired fewer than `times` times. A due rule that an
 * earlier one pre-empts, and a draw that fails, use up none of its `times`.
 *
 * The caller must store the returned hits before anything else happens: then racing calls can't overdraw `times`.
 */
export function selectFault(
  rules: readonly FaultRule[],
  call: FaultCall,
  context: FaultContext,
): FaultSelection {
  const hits = new Map(context.hits);
  let fired: FaultRule | undefined;
  for (const rule of rules) {
    if (!meets(rule, call, context.matches)) continue;
    const before = hits.get(rule.name) ?? { matched: 0, fired: 0 };
    const matched = before.matched + 1;
    const fires =
      fired === undefined &&
      isTurn(rule, matched) &&
      before.fired < (rule.times ?? Number.POSITIVE_INFINITY) &&
      isDrawn(rule, call, context.seed);
    if (fires) fired = rule;
    hits.set(rule.name, { matched, fired: before.fired + (fires ? 1 : 0) });
  }
  return fired === undefined ? { hits } : { rule: fired, hits };
}

/** Whether some rule for the operation asks for the request's body, so that it must be read before the choice. */
export function readsBody(rules: readonly FaultRule[], operationId: string): boolean {
  return rules.some((rule) => isOn(rule, operationId) && rule.when?.body !== undefined);
}

function isOn(rule: FaultRule, operationId: string): boolean {
  return rule.on === "*" || rule.on.includes(operationId);
}

function meets(rule: FaultRule, call: FaultCall, matches: SchemaMatcher): boolean {
  if (!isOn(rule, call.operationId)) return false;
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

function isTurn(rule: FaultRule, matched: number): boolean {
  const past = matched - (rule.after ?? 0);
  return past > 0 && past % (rule.every ?? 1) === 0;
}

/** The draw is keyed by the call itself, so that what other jobs' requests do changes nothing. */
function isDrawn(rule: FaultRule, call: FaultCall, seed: number): boolean {
  if (rule.probability === undefined) return true;
  const rng = rngFor(seed, "fault", rule.name, call.operationId, call.jobId ?? "", call.nth);
  return rng.chance(rule.probability);
}
