import type { CallMatch, FaultRule, Unmet } from "../core/fault-rule.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { formatDuration } from "../core/time.ts";
import { isAbout } from "./call-subject.ts";
import type { FaultCall } from "./fault-call.ts";
import { factsOf } from "./find-kind.ts";

export type Matches = (schema: JsonObject, value: JsonValue) => boolean;

/** A condition that does not hold, and why. */
export function unmet(condition: string, because: string): Unmet {
  return { condition, because };
}

/** The first of a rule's conditions on the call itself that does not hold. */
export function unmetByCall(rule: FaultRule, call: FaultCall, matches: Matches): Unmet | undefined {
  const { on, when } = rule;
  if (on !== "*" && !on.includes(call.operationId)) return unmet("on", `it is for ${anyOf(on)}`);
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
  return unmet("effect", `the job is not younger than ${formatDuration(jobYoungerThanMs)}`);
}

const SUBJECTS = { jobs: "calls about jobs", file: "downloads" } as const;
const NO_JOB = "the call is about no existing job";

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
  return unmet("when.jobAge", `the job was submitted ${formatDuration(jobAgeMs)} before`);
}

function unmetByRequest(when: CallMatch, call: FaultCall, matches: Matches): Unmet | undefined {
  const { header, query, body, formats } = when;
  const { format = "no format", nth } = call;
  if (when.call !== undefined && when.call !== nth)
    return unmet("when.call", `this is call ${nth}, not ${when.call}`);
  if (formats !== undefined && !formats.includes(format))
    return unmet("when.format", `it asks for ${format}, not ${anyOf(formats)}`);
  if (header !== undefined && !matches(header, call.headers))
    return unmet("when.header", "its headers differ");
  if (query !== undefined && !matches(query, call.query))
    return unmet("when.query", "its query parameters differ");
  if (body === undefined) return undefined;
  if (call.body === undefined) return unmet("when.body", "it has no JSON body");
  return matches(body, call.body) ? undefined : unmet("when.body", "its body is another");
}

function anyOf(words: readonly string[]): string {
  return words.join(" or ");
}

/** Why a rule is not due by `after` or `every` on its nth matching call; undefined if it is. */
export function unmetByTurn(
  { after = 0, every = 1 }: FaultRule,
  matched: number,
): Unmet | undefined {
  const past = matched - after;
  if (past <= 0) return unmet("after", `this is matching call ${matched}, and it skips ${after}`);
  if (past % every === 0) return undefined;
  const since = after === 0 ? "" : ` after the first ${after}`;
  return unmet("every", `this is matching call ${past}${since}, not a multiple of ${every}`);
}
