import * as z from "zod";
import { defined } from "../../core/defined.ts";
import type { CallMatch, FaultRule } from "../../core/fault-rule.ts";
import { JOB_STATES } from "../../core/job/state.ts";
import type { JsonObject } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { operationGroups } from "../../faults/call-subject.ts";
import type { FaultKeys, Values } from "../../faults/fault-grammar.ts";
import { FAULT_GRAMMARS } from "../../faults/fault-grammars.ts";
import type { SpecVocabulary } from "../parse-options.ts";
import { CONDITION_FORM, condition } from "./condition.ts";
import {
  duration,
  inputSchemaOf,
  isPayloadObject,
  keys,
  oneOrMore,
  optional,
  share,
  textLike,
  wholeNumber,
} from "./values.ts";

const RULE_KEYS = {
  name: optional(
    textLike(
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      "a letter or digit, followed by letters, digits, `-`, `_`, or `.`",
    ),
    "Name in logs, the journal, and the header `x-sim-fault`. Default: the rule's position and its kind of fault, such as `1-status`.",
  ),
  times: optional(
    wholeNumber(1),
    "Maximum number of times that the rule fires. Calls in which it finds nothing to change don't count. Default: unlimited.",
  ),
  after: optional(wholeNumber(0), "Number of matching calls to skip first. Default: 0."),
  every: optional(
    wholeNumber(1),
    "The rule fires on every nth matching call after those that `after` skips: 3 means every third. Default: 1.",
  ),
  probability: optional(
    share,
    "Probability that the rule fires on a call that meets its other conditions: 0 means never, and 1 means always. The seed determines on which calls it fires. Default: 1.",
  ),
  phase: optional(
    z.enum(["request", "response"]),
    "When the fault acts: with `request`, before the service does anything; with `response`, after the service has done its work. Default: depends on the kind of fault.",
  ),
};

type FaultWords = Pick<SpecVocabulary, "operationIds" | "uses" | "errors" | "formats">;

/** Grammar of a rule in a file: keys of the rule and of exactly one fault, at the same level. */
function writtenRule({ operationIds, uses, formats }: FaultWords, kinds: readonly FaultKeys[]) {
  const groups = operationGroups(uses);
  const onForm = `${listed(["*", ...groups.keys()])}, an operation, or a list of operations (${listed(operationIds)})`;
  const on = oneOrMore(z.enum(["*", ...groups.keys(), ...operationIds]), onForm).transform((ids) =>
    ids.flatMap((id) => groups.get(id) ?? [id]),
  );
  const faultKeys = Object.assign({}, ...kinds.map((kind) => kind.shape)) as z.ZodRawShape;
  const formatNames = [...new Set(Object.values(formats).flatMap(Object.keys))];
  const { name, ...others } = RULE_KEYS;
  return keys({
    name,
    when: optional(
      callMatch(formatNames),
      "Conditions that a call to one of the rule's operations must meet. Default: none.",
    ),
    ...others,
    on: on.describe(
      "Operation IDs; `results` stands for all operations that respond with results, `statuses` for those that report the state of one job, and `*` for every operation.",
    ),
    ...faultKeys,
  })
    .superRefine((value, context) => checkFault(value, context, kinds), { when: isPayloadObject })
    .meta({
      oneOf: kinds.map(({ name }) => ({ required: [name] })),
      dependentRequired: Object.fromEntries(sideKeys(kinds).map(([key, name]) => [key, [name]])),
    });
}

/** The keys that modify a fault, each with the key that names the fault. */
function sideKeys(kinds: readonly FaultKeys[]): [string, string][] {
  return kinds.flatMap(({ name, shape }) =>
    Object.keys(shape).flatMap((key): [string, string][] => (key === name ? [] : [[key, name]])),
  );
}

function checkFault(value: Values, context: z.RefinementCtx, kinds: readonly FaultKeys[]): void {
  const [kind, ...others] = kinds.filter(({ name }) => name in value);
  if (kind === undefined || others.length > 0) {
    context.addIssue(`a rule with exactly one fault (${listed(kinds.map(({ name }) => name))})`);
    return;
  }
  const phases: readonly unknown[] = kind.phases(value);
  if ("phase" in value && phases.length === 1 && value["phase"] !== phases[0]) {
    const message = `\`${phases[0]}\`, the only phase of this fault`;
    context.addIssue({ code: "custom", path: ["phase"], message });
  }
  for (const [key, name] of sideKeys(kinds)) {
    if (!(key in value) || key in kind.shape) continue;
    context.addIssue({
      code: "custom",
      path: [key],
      message: `no \`${key}\` in a rule without \`${name}\``,
    });
  }
}

function toRule(value: Values, index: number, kinds: readonly FaultKeys[]): FaultRule {
  const kind = kinds.find(({ name }) => name in value);
  if (kind === undefined) throw new TypeError("Expected a rule that the grammar accepted.");
  const { name, on, phase, when, times, after, every, probability } = value as WrittenKeys;
  return {
    name: name ?? `${index + 1}-${kind.name}`,
    on: on.includes("*") ? "*" : on,
    ...defined({ when, times, after, every, probability }),
    phase: phase ?? kind.phases(value)[0],
    fault: kind.toFault(value),
  };
}

type WrittenKeys = Partial<Omit<FaultRule, "on">> & { readonly on: readonly string[] };

export function faultRules(words: FaultWords): z.ZodType<readonly FaultRule[]> {
  const errorCodes = Object.keys(words.errors);
  const kinds = FAULT_GRAMMARS.map((grammar) => grammar(errorCodes));
  return z
    .array(writtenRule(words, kinds))
    .transform((rules) => rules.map((rule, index) => toRule(rule, index, kinds)));
}

const STATE_FORM = `a job state or a list of job states (${listed(JOB_STATES)})`;

const age = keys({
  min: optional(duration, "Minimum age, inclusive. Default: 0."),
  max: optional(duration, "Maximum age, exclusive. Default: unlimited."),
}).refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min < max, {
  error: "a `min` below `max`",
});

function callMatch(formats: readonly string[]): z.ZodType<CallMatch> {
  const formatForm = `a results format or a list of results formats (${listed(formats)})`;
  return keys({
    jobState: optional(
      oneOrMore(z.enum(JOB_STATES), STATE_FORM),
      "State of the call's job, or a list of possible states.",
    ),
    jobAge: optional(age, "Time since the call's job was submitted."),
    format: optional(
      oneOrMore(z.enum(formats), formatForm),
      "Format of the requested results, or a list of possible formats.",
    ),
    header: optional(
      condition("header"),
      `Condition on the request's headers: ${CONDITION_FORM}. In a JSON Schema, write header names in lowercase.`,
    ),
    query: optional(
      condition("query"),
      `Condition on the query parameters: ${CONDITION_FORM}. In a JSON Schema, treat every parameter's value as a string.`,
    ),
    body: optional(condition("json"), `Condition on the request's JSON body: ${CONDITION_FORM}.`),
    call: optional(
      wholeNumber(1),
      "Matches only the nth call to the operation for the same job, counting from 1. Calls without a job are counted together in each sandbox.",
    ),
  }).transform(({ jobState, jobAge, format, ...rest }) => ({
    ...defined({ jobStates: jobState, jobAgeMs: jobAge, formats: format }),
    ...rest,
  }));
}

/** The JSON Schema (2020-12) of a fault rule in scenario syntax, with shared parts in `$defs`. */
export function faultRuleJsonSchema(vocabulary: SpecVocabulary): JsonObject {
  const { items, $defs } = inputSchemaOf(faultRules(vocabulary));
  return { ...(items as JsonObject), ...defined({ $defs }) };
}
