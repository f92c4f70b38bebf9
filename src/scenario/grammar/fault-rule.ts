import { z } from "zod";
import type { CallMatch, FaultRule } from "../../core/fault.ts";
import { JOB_STATES } from "../../core/job/state.ts";
import { listed, oneOf } from "./expectation.ts";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { hasKnownKeys, keys, oneOrMore, optional, share, wholeNumber } from "./values.ts";

const NAME_FORM = "a letter and then letters, digits, `-`, `_` and `.`";
const STATE_FORM = `a job state or a list of them (${listed(JOB_STATES)})`;

const callMatch: z.ZodType<CallMatch> = keys({
  jobState: optional(
    oneOrMore(z.enum(JOB_STATES), STATE_FORM),
    "The job that the call is about is in this state, or in one of these.",
  ),
}).transform(({ jobState }) => (jobState === undefined ? {} : { jobStates: jobState }));

const RULE_KEYS = {
  name: optional(
    z.string({ error: NAME_FORM }).regex(/^[A-Za-z][A-Za-z0-9._-]*$/, { error: NAME_FORM }),
    "Its name in logs, in the journal and in the header `x-sim-fault`. Default: its place in the list and its kind, such as `1-status`.",
  ),
  when: optional(callMatch, "Calls that the rule is for. Default: every call of its operations."),
  times: optional(wholeNumber(1), "How often it fires at most. Default: without end."),
  after: optional(wholeNumber(0), "How many matching calls it lets pass first. Default: 0."),
  every: optional(
    wholeNumber(1),
    "Of the matching calls after those, it fires on each so manieth: 3 is every third. Default: 1.",
  ),
  probability: optional(
    share,
    "Chance that it fires where it otherwise would, drawn from the seed: 0 never, 1 always. Default: 1.",
  ),
};

const KIND_NAMES = FAULT_KINDS.map((kind) => kind.name);

/** A fault rule as written: flat, the keys of the rule beside those of exactly one fault. */
function writtenRule(operationIds: readonly string[]) {
  const operation = z.enum(["*", ...operationIds]);
  const onForm = `\`*\`, an operation or a list of them (${listed(operationIds)})`;
  const on = oneOrMore(operation, onForm);
  const faultKeys = Object.assign({}, ...FAULT_KINDS.map((kind) => kind.shape)) as z.ZodRawShape;
  return keys({
    ...RULE_KEYS,
    on: on.meta({ description: "Operations that the rule is for; `*` is every operation." }),
    ...faultKeys,
  })
    .refine((value) => kindsOf(value).length === 1, {
      error: `a rule with exactly one fault: ${oneOf(KIND_NAMES)}`,
      when: hasKnownKeys,
    })
    .meta({ oneOf: KIND_NAMES.map((name) => ({ required: [name] })) });
}

function kindsOf(value: object): string[] {
  return KIND_NAMES.filter((name) => name in value);
}

function toRule(value: Readonly<Record<string, unknown>>, index: number): FaultRule {
  const kind = FAULT_KINDS.find(({ name }) => name in value);
  if (kind === undefined) throw new TypeError("Expected a rule that the grammar accepted.");
  const { name, on, when, times, after, every, probability } = value as WrittenKeys;
  const given = Object.entries({ when, times, after, every, probability });
  return {
    name: name ?? `${index + 1}-${kind.name}`,
    on: on.includes("*") ? "*" : on,
    ...Object.fromEntries(given.filter(([, setting]) => setting !== undefined)),
    phase: kind.phases[0],
    fault: kind.toFault(value),
  };
}

type WrittenKeys = Partial<Omit<FaultRule, "on">> & { readonly on: readonly string[] };

/** The fault rules of a scenario. */
export function faultRules(operationIds: readonly string[]): z.ZodType<readonly FaultRule[]> {
  return z.array(writtenRule(operationIds)).transform((rules) => rules.map(toRule));
}
