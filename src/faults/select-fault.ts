import {
  type CallMatch,
  type FaultHits,
  type FaultRule,
  type RuleHits,
  takeToken,
  type Unmet,
} from "../core/fault-rule.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { CONDITION_STEPS, type ConditionMatcher } from "../core/profile-rule.ts";
import { formatDuration, type Instant } from "../core/time.ts";
import { isAbout } from "./call-subject.ts";
import { drawsOf, type FaultCall, type Firing } from "./fault-call.ts";
import { factsOf } from "./find-kind.ts";

export type SelectionContext = {
  readonly seed: number;
  readonly hits: FaultHits;
  readonly matches: ConditionMatcher;
};

/** The firing on a call, if any; later rules that could fire instead; and all hits and checks. */
export type FaultSelection = {
  readonly firing?: Firing;
  readonly preempted: readonly FaultRule[];
  readonly hits: FaultHits;
  readonly checks: RuleChecks;
};

/** For each rule, in the scenario's order: its first unmet condition, or undefined if it fires. */
export type RuleChecks = ReadonlyMap<string, Unmet | undefined>;

/**
 * Selects the fault for a call: the first rule that is due, in the scenario's order.
 *
 * A rule *matches* a call if `on` and every condition of `when` hold. Its matching calls are
 * numbered from 1, whether or not another rule fires on them. The first `after` of them are
 * skipped; with `every: n`, only every nth of the rest counts. On such a call, the rule is *due* if
 * the draw for `probability` succeeds and it has fired fewer than `times` times. A call doesn't
 * count toward `times` if an earlier rule fires, the draw fails, or there is nothing to change
 * (`selectNext`). A due rate limit fires only if no token is left; otherwise, it takes one.
 * `notFoundAfterCreate` matches only calls for jobs that are young enough.
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
  const checks = new Map<string, Unmet | undefined>();
  const inTurn: FaultRule[] = [];
  const budget = { steps: CONDITION_STEPS };
  for (const rule of rules) {
    const check = { rule: `the fault rule \`${rule.name}\``, budget };
    const matches: Matches = (schema, value) => context.matches(schema, value, check);
    const unmatched = unmetByCall(rule, call, matches);
    checks.set(rule.name, unmatched);
    if (unmatched !== undefined) continue;
    const before = hits.get(rule.name) ?? NO_HITS;
    const counted = { ...before, matched: before.matched + 1 };
    hits.set(rule.name, counted);
    const unturned = unmetByTurn(rule, counted.matched);
    checks.set(rule.name, unturned);
    if (unturned === undefined) inTurn.push(rule);
  }
  return selectFirst(inTurn, call, { ...context, hits, checks });
}

/** Reverts a firing that changed nothing, and selects the first preempted rule that is due. */
export function selectNext(
  { firing, preempted, checks }: Omit<FaultSelection, "hits">,
  call: FaultCall,
  context: SelectionContext,
): FaultSelection {
  if (firing === undefined) throw new TypeError("Expected a firing that had nothing to change.");
  const { name } = firing.rule;
  const { fired, ...rest } = context.hits.get(name) ?? NO_HITS;
  const hits = new Map(context.hits).set(name, { ...rest, fired: Math.max(0, fired - 1) });
  const passed = new Map(checks).set(name, unmet("effect", "the fault found nothing to change"));
  return selectFirst(preempted, call, { ...context, hits, checks: passed });
}

function selectFirst(
  inTurn: readonly FaultRule[],
  call: FaultCall,
  context: SelectionContext & { readonly checks: RuleChecks },
): FaultSelection {
  const { operationId, jobId, nth, at } = call;
  const about = { seed: context.seed, operationId, ...(jobId === undefined ? {} : { jobId }), nth };
  const hits = new Map(context.hits);
  const checks = new Map(context.checks);
  for (const [index, rule] of inTurn.entries()) {
    const turn = takeTurn({ rule, ...about }, at, hits.get(rule.name) ?? NO_HITS);
    hits.set(rule.name, turn.hits);
    checks.set(rule.name, turn.unmet);
    if (turn.firing === undefined) continue;
    const preempted = inTurn.slice(index + 1);
    for (const { name } of preempted)
      checks.set(name, unmet("order", `the earlier rule ${rule.name} fired`));
    return { firing: turn.firing, preempted, hits, checks };
  }
  return { preempted: [], hits, checks };
}

const NO_HITS: RuleHits = { matched: 0, fired: 0 };

type Turn = { readonly firing?: Firing; readonly unmet?: Unmet; readonly hits: RuleHits };

function takeTurn(firing: Firing, at: Instant, before: RuleHits): Turn {
  const { fault, times = Number.POSITIVE_INFINITY, probability } = firing.rule;
  const { limit } = factsOf(fault);
  const often = before.fired === 1 ? "once" : `${before.fired} times`;
  if (before.fired >= times) return refused("times", `the rule had already fired ${often}`, before);
  if (probability !== undefined && !drawsOf(firing, "chance").chance(probability))
    return refused("probability", "the rule skipped this call at random", before);
  const firedOnce = { ...before, fired: before.fired + 1 };
  if (limit === undefined) return { firing, hits: firedOnce };
  const { bucket, waitMs } = takeToken(before.bucket, limit, at);
  if (waitMs === 0) return refused("effect", "the limit was not exceeded", { ...before, bucket });
  return { firing: { ...firing, retryAfterMs: waitMs }, hits: { ...firedOnce, bucket } };
}

function refused(condition: string, because: string, hits: RuleHits): Turn {
  return { unmet: unmet(condition, because), hits };
}

/** Whether any rule depends on an operation's request bodies, so that they must be read first. */
export function readsBody(rules: readonly FaultRule[], operationId: string): boolean {
  return rules.some((rule) => isOn(rule, operationId) && rule.when?.body !== undefined);
}

export function isOn(rule: FaultRule, operationId: string): boolean {
  return rule.on === "*" || rule.on.includes(operationId);
}

type Matches = (schema: JsonObject, value: JsonValue) => boolean;

function unmet(condition: string, because: string): Unmet {
  return { condition, because };
}

function unmetByCall(rule: FaultRule, call: FaultCall, matches: Matches): Unmet | undefined {
  const { on, when } = rule;
  if (on !== "*" && !on.includes(call.operationId))
    return unmet("on", `the rule is for ${anyOf(on)}`);
  const effect = unmetByEffect(rule, call);
  if (effect !== undefined || when === undefined) return effect;
  return unmetByJob(when, call) ?? unmetByRequest(when, call, matches);
}

function unmetByEffect({ fault }: FaultRule, { use, jobAgeMs }: FaultCall): Unmet | undefined {
  const { needs, jobYoungerThanMs } = factsOf(fault);
  if (needs !== undefined && !isAbout(use, needs))
    return unmet("effect", `${fault.kind} affects only ${SUBJECTS[needs]}`);
  if (jobYoungerThanMs === undefined) return undefined;
  if (jobAgeMs === undefined) return unmet("effect", NO_JOB);
  if (jobAgeMs < jobYoungerThanMs) return undefined;
  return unmet("effect", `the job is at least ${formatDuration(jobYoungerThanMs)} old`);
}

const SUBJECTS = { job: "calls about a job", jobs: "calls about jobs", file: "downloads" } as const;
const NO_JOB = "the call is not about an existing job";

function unmetByJob(when: CallMatch, { jobState, jobAgeMs }: FaultCall): Unmet | undefined {
  const { jobStates, jobAgeMs: age } = when;
  if (jobStates !== undefined) {
    if (jobState === undefined) return unmet("when.jobState", NO_JOB);
    if (!jobStates.includes(jobState))
      return unmet("when.jobState", `the job is ${jobState}, not ${anyOf(jobStates)}`);
  }
  if (age === undefined) return undefined;
  if (jobAgeMs === undefined) return unmet("when.jobAge", NO_JOB);
  const { min = 0, max = Number.POSITIVE_INFINITY } = age;
  if (jobAgeMs >= min && jobAgeMs < max) return undefined;
  return unmet("when.jobAge", `the job was submitted ${formatDuration(jobAgeMs)} before the call`);
}

function unmetByRequest(when: CallMatch, call: FaultCall, matches: Matches): Unmet | undefined {
  const { header, query, body, formats } = when;
  const { format = "no format", nth } = call;
  if (when.call !== undefined && when.call !== nth)
    return unmet("when.call", `this is call ${nth}, not call ${when.call}`);
  if (formats !== undefined && !formats.includes(format))
    return unmet("when.format", `the call requests ${format}, not ${anyOf(formats)}`);
  if (header !== undefined && !matches(header, call.headers))
    return unmet("when.header", "the call's headers don't match");
  if (query !== undefined && !matches(query, call.query))
    return unmet("when.query", "the call's query doesn't match");
  if (body === undefined) return undefined;
  if (call.body === undefined) return unmet("when.body", "the call has no JSON body");
  return matches(body, call.body) ? undefined : unmet("when.body", "the call's body doesn't match");
}

function anyOf(words: readonly string[]): string {
  return words.join(" or ");
}

/** Why `after` or `every` excludes matching call number `matched`; undefined if neither does. */
function unmetByTurn({ after = 0, every = 1 }: FaultRule, matched: number): Unmet | undefined {
  const past = matched - after;
  if (past <= 0)
    return unmet("after", `this is matching call ${matched}; the rule skips the first ${after}`);
  if (past % every === 0) return undefined;
  const call = after === 0 ? `${past}` : `${past} after the first ${after}`;
  return unmet("every", `this is matching call ${call}; ${past} isn't a multiple of ${every}`);
}
