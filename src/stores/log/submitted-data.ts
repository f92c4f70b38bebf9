import type { Assumptions, Submission, SubmittedFact } from "../../core/job/facts.ts";
import type { Profile } from "../../core/job/profile.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Model } from "../../core/model.ts";
import type { RowRule } from "../../core/rows/row-rule.ts";
import type { SharedValues } from "./shared-values.ts";

/** Fields of a submission that have the same values in most jobs. */
type CommonSubmission = Pick<
  Submission,
  "modelId" | "jobPriority" | "dryRun" | "randomSeedPerInput" | "truncateRows" | "places"
>;

/** The other ones; a digest that is the job's key is left out, like parameters and fields that the client did not send. */
type OwnSubmission = Partial<Omit<Submission, keyof CommonSubmission | "jsonSchema">> & {
  /** The reference to it. */
  readonly jsonSchema?: string;
};

/** What a fact has in common with most others, with references. */
type CommonData = Omit<SubmittedFact, keyof OwnFact | "submission" | SharedField> & {
  readonly submission: CommonSubmission;
  readonly model: string;
  readonly profile: string;
  readonly rowRules?: string;
  readonly assumptions: string;
};

type SharedField = "model" | "profile" | "rowRules" | "assumptions";

type OwnFact = Pick<SubmittedFact, "type" | "at" | "jobId" | "key">;

type References = Pick<SharedValues, "refOf" | "refOfEqual">;

/** A submitted fact in an entry. */
export type SubmittedData = Omit<OwnFact, "type"> & {
  /** The reference to what it has in common with most others. */
  readonly common: string;
  readonly submission?: OwnSubmission;
};

/** The data of a fact: what jobs usually have in common is stored once, so that a restart reads far less text. */
export function submittedData(fact: SubmittedFact, values: References): SubmittedData {
  const { type: _, at, jobId, key, submission, ...others } = fact;
  const { modelId, jobPriority, dryRun, randomSeedPerInput, truncateRows, places, ...own } =
    submission;
  const { model, profile, rowRules, assumptions, ...plain } = others;
  const common: CommonData = {
    ...plain,
    model: values.refOf(model),
    profile: values.refOf(profile),
    ...(rowRules && { rowRules: values.refOf(rowRules) }),
    assumptions: values.refOf(assumptions),
    submission: {
      ...{ modelId, jobPriority, dryRun, randomSeedPerInput, truncateRows },
      ...(places && { places }),
    },
  };
  const data = ownData(own, key, values);
  return {
    ...{ at, jobId, key, common: values.refOfEqual(common) },
    ...(isEmpty(data) ? {} : { submission: data }),
  };
}

function ownData(
  { source, samplingParams, jsonSchema, ...others }: Omit<Submission, keyof CommonSubmission>,
  key: string,
  values: References,
): OwnSubmission {
  return {
    ...(source.kind === "array" && source.digest === key ? {} : { source }),
    ...(isEmpty(samplingParams) ? {} : { samplingParams }),
    ...(jsonSchema && { jsonSchema: values.refOf(jsonSchema) }),
    ...others,
  };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Returns the value with a reference. */
type SharedValue = (ref: string) => object;

/** What a restart copies for each job; the copies have the order of fields, and thus V8's hidden class, of a new fact. */
type Templates = { readonly fact: SubmittedFact; readonly submission: Submission };

/** By the stored value. */
const templates = new WeakMap<object, Templates>();

/** The fact with this data. */
export function submittedFact(data: SubmittedData, sharedValue: SharedValue): SubmittedFact {
  const { at, jobId, key, submission: own } = data;
  const { fact, submission } = templatesOf(data.common, sharedValue);
  const source = own?.source ?? { kind: "array", digest: key };
  const complete =
    own === undefined
      ? { ...submission, source }
      : withOwn({ ...submission, source }, own, sharedValue);
  return { ...fact, at, key, submission: complete, jobId };
}

function withOwn(
  { source, modelId, samplingParams: none, ...common }: Submission,
  { source: _, systemPrompt, jsonSchema, samplingParams, ...others }: OwnSubmission,
  sharedValue: SharedValue,
): Submission {
  return {
    source,
    modelId,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(jsonSchema === undefined ? {} : { jsonSchema: sharedValue(jsonSchema) as JsonObject }),
    samplingParams: samplingParams ?? none,
    ...common,
    ...others,
  };
}

function templatesOf(ref: string, sharedValue: SharedValue): Templates {
  const stored = sharedValue(ref);
  const known = templates.get(stored);
  if (known !== undefined) return known;
  const made = templatesFrom(stored as CommonData, sharedValue);
  templates.set(stored, made);
  return made;
}

function templatesFrom(stored: CommonData, sharedValue: SharedValue): Templates {
  const { model, profile, rowRules, assumptions, capacity } = stored;
  const { modelId, ...common } = stored.submission;
  const source = { kind: "array", digest: "" } as const;
  const submission: Submission = { source, modelId, samplingParams: {}, ...common };
  const fact: SubmittedFact = {
    ...{ type: "submitted", at: 0, seed: stored.seed, key: "", submission },
    scenario: stored.scenario,
    model: sharedValue(model) as Model,
    profile: sharedValue(profile) as Profile,
    ...(capacity === undefined ? {} : { capacity }),
    ...(rowRules === undefined ? {} : { rowRules: sharedValue(rowRules) as readonly RowRule[] }),
    assumptions: sharedValue(assumptions) as Assumptions,
    ...{ hasUnknownState: stored.hasUnknownState, jobId: "" },
  };
  return { fact, submission };
}
