import type { InputSource, Submission } from "./job/facts.ts";
import { DEFAULT_PROFILE, type Profile } from "./job/profile.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** The profile for submissions that meet every given condition. */
export type ProfileRule = { readonly when?: SubmissionMatch; readonly profile: Profile };

/** Conditions on a submission; an omitted condition always holds. */
export type SubmissionMatch = {
  readonly models?: readonly string[];
  readonly jobPriority?: 0 | 1;
  /** Inclusive bounds on the number of inputs. Not met while that number is unknown. */
  readonly inputs?: { readonly min?: number; readonly max?: number };
  readonly hasSchema?: boolean;
  readonly reasoning?: boolean;
  readonly source?: InputSource["kind"];
  /** JSON Schema for the create request's body. */
  readonly request?: JsonObject;
};

/** The properties of a submission that determine its profile. */
export type SubmissionTraits = Pick<Submission, "modelId" | "jobPriority"> & {
  /** Whether the model is a reasoning model. */
  readonly reasoning: boolean;
  /** Undefined if the inputs have not been read yet. */
  readonly numInputs?: number;
  readonly hasSchema: boolean;
  readonly source: InputSource["kind"];
  /** The create request's body; `inputs` may be shortened. */
  readonly request: JsonValue;
};

/** Maximum number of steps for checking all conditions on a request: up to about 50 ms. */
export const CONDITION_STEPS = 200_000;

/**
 * Whether a value conforms to a condition's JSON Schema. The core has no validator, so the caller
 * provides one. Throws a SimulatorError (`SIM_SCHEMA_LIMIT`) that names the rule if the budget for
 * all conditions on the request is used up.
 */
export type ConditionMatcher = (
  schema: JsonObject,
  value: JsonValue,
  check: { readonly rule: string; readonly budget: { steps: number } },
) => boolean;

/** The profile of the first matching rule, or the default profile. */
export function profileFor(
  rules: readonly ProfileRule[],
  traits: SubmissionTraits,
  matches: ConditionMatcher,
): Profile {
  const budget = { steps: CONDITION_STEPS };
  const rule = rules.find(({ when = {} }, index) => {
    const check = { rule: `the profile \`profiles.${index}\``, budget };
    return meets(when, traits, (request) => matches(request, traits.request, check));
  });
  return rule?.profile ?? DEFAULT_PROFILE;
}

function meets(
  when: SubmissionMatch,
  traits: SubmissionTraits,
  isMetBy: (request: JsonObject) => boolean,
): boolean {
  return (
    (when.models === undefined || when.models.includes(traits.modelId)) &&
    (when.jobPriority === undefined || when.jobPriority === traits.jobPriority) &&
    (when.inputs === undefined || isWithin(when.inputs, traits.numInputs)) &&
    (when.hasSchema === undefined || when.hasSchema === traits.hasSchema) &&
    (when.reasoning === undefined || when.reasoning === traits.reasoning) &&
    (when.source === undefined || when.source === traits.source) &&
    (when.request === undefined || isMetBy(when.request))
  );
}

function isWithin(bounds: { min?: number; max?: number }, count: number | undefined): boolean {
  if (count === undefined) return false;
  return count >= (bounds.min ?? 0) && count <= (bounds.max ?? Number.POSITIVE_INFINITY);
}
