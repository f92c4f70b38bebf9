import { counted } from "../../core/counted.ts";
import type { FaultRule } from "../../core/fault-rule.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { forEachInSteps, type Stepwise } from "../../core/steps.ts";
import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import { isAbout } from "../../faults/call-subject.ts";
import { factsOf } from "../../faults/find-kind.ts";
import { isOn } from "../../faults/select-fault.ts";
import type { Evidence, RuleEvidence } from "../evidence.ts";

/** A fault rule of a sandbox's scenario that never fired. */
export type NotPlayed = {
  /** Name or file of the scenario. */
  readonly scenario: string;
  /** Name of the rule. */
  readonly rule: string;
  /** Why the rule did not fire, as a clause. */
  readonly why: string;
  /** How to make the rule fire, in one or two sentences. */
  readonly toFire: string;
};

/** The rules of a sandbox's scenario that never fired; none if the sandbox got no request. */
export function* notPlayed(evidence: Evidence): Stepwise<readonly NotPlayed[]> {
  const { rules, scenario, traces, droppedTraces } = evidence;
  const silent = rules.filter(({ fired }) => fired === 0);
  if (traces.length + droppedTraces === 0 || silent.length === 0) return [];
  const calls = yield* callsOf(traces);
  return silent.map((each) => ({
    scenario,
    rule: each.rule.name,
    why: whyNot(evidence, calls, each),
    toFire: [callText(evidence, each.rule), countText(each)].filter(Boolean).join(" "),
  }));
}

type Calls = ReadonlyMap<string, number>;

function* callsOf(traces: readonly Trace[]): Stepwise<Calls> {
  const calls = new Map<string, number>();
  yield* forEachInSteps(traces, ({ operationId = "" }) => {
    calls.set(operationId, (calls.get(operationId) ?? 0) + 1);
  });
  return calls;
}

function whyNot({ rules, start }: Evidence, calls: Calls, { rule, matched }: RuleEvidence): string {
  const { after = 0, every = 1, probability = 1, fault } = rule;
  const numCalls = [...calls]
    .filter(([operationId]) => isOn(rule, operationId))
    .reduce((sum, [, count]) => sum + count, 0);
  const names = operationNames(rule);
  if (numCalls === 0) return `there was no call to ${names}`;
  if (matched === 0)
    return numCalls === 1
      ? `the only call to ${names} did not meet the rule's conditions`
      : `none of the ${numCalls} calls to ${names} met the rule's conditions`;
  const matching = counted(matched, "matching call");
  if (matched < after + every) return `there ${matched === 1 ? "was" : "were"} only ${matching}`;
  if (factsOf(fault).limit !== undefined) return `${matching} stayed within the limit`;
  if (probability < 1) return `by chance, the rule did not fire on ${matching}`;
  return rules[0]?.rule === rule && !start.isChanged
    ? `the fault found nothing to change in ${matching}`
    : `an earlier rule fired on ${matching}, or the fault found nothing to change`;
}

function callText({ contract }: Evidence, rule: FaultRule): string {
  const { when = {}, fault } = rule;
  const states = when.jobStates?.map((state) => contract.stateNames[state] ?? state) ?? [];
  const { min, max } = when.jobAgeMs ?? {};
  const { jobYoungerThanMs: youngest = max, damages } = factsOf(fault);
  const formats = when.formats ?? (damages && [damages.format]);
  const isAboutJob = contract.operations.some(
    ({ operationId, use }) => isOn(rule, operationId) && isAbout(use, "job"),
  );
  const parts = [
    formats === undefined ? "" : `for a ${formats.join(" or ")} file`,
    when.query === undefined ? "" : `with the query ${schemaText(when.query)}`,
    when.header === undefined ? "" : `with the headers ${schemaText(when.header)}`,
    when.body === undefined ? "" : `with the body ${schemaText(when.body)}`,
    states.length === 0 ? "" : `while the job is ${states.join(" or ")}`,
    min === undefined ? "" : `at least ${formatDuration(min)} after the job's creation`,
    youngest === undefined ? "" : `less than ${formatDuration(youngest)} after the job's creation`,
    when.call && `at least ${counted(when.call, "time")}${isAboutJob ? " for the same job" : ""}`,
  ];
  const conditions = parts.filter(Boolean).join(", ");
  return `Call ${operationNames(rule)}${conditions === "" ? "" : ` ${conditions}`}.`;
}

/** A sentence about the number of calls that the rule requires; empty if one is enough. */
function countText({ rule, matched }: RuleEvidence): string {
  const { after = 0, every = 1, probability = 1, fault } = rule;
  const { limit } = factsOf(fault);
  if (limit !== undefined)
    return `Send more than ${limit.requests} such requests per ${formatDuration(limit.perMs)}.`;
  if (matched < after + every && after + every > 1)
    return `The rule fires on matching call ${after + every} at the earliest.`;
  return probability < 1 ? "Make more such calls, or choose another seed." : "";
}

function operationNames({ on }: FaultRule): string {
  return on === "*" ? "any operation" : on.map((name) => `\`${name}\``).join(" or ");
}

/** Shows a schema that requires only constants as `name=value`, and any other schema as JSON. */
function schemaText(schema: JsonObject): string {
  const { properties } = schema;
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  const constants = entries.map(([name, property]) =>
    isJsonObject(property) && property["const"] !== undefined
      ? `\`${name}=${String(property["const"])}\``
      : undefined,
  );
  const isPlain = Object.keys(schema).every((key) =>
    ["type", "required", "properties"].includes(key),
  );
  if (isPlain && constants.length > 0 && !constants.includes(undefined))
    return constants.join(", ");
  return `\`${JSON.stringify(schema)}\``;
}
