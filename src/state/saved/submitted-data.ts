import type { Submission, SubmittedFact } from "../../core/job/facts.ts";
import type { Mutable } from "../../core/mutable.ts";
import type { SharedValues } from "./shared-values.ts";

/** Fields of a submission that have the same values in most jobs. */
type CommonSubmission = Pick<
  Submission,
  "modelId" | "jobPriority" | "dryRun" | "randomSeedPerInput" | "truncateRows" | "rowText"
>;

/** The other ones; a digest that is the job's key is left out, like parameters and fields that the client did not send. */
type OwnSubmission = Partial<Omit<Submission, keyof CommonSubmission | "jsonSchema">> & {
  /** The reference to it. */
  readonly jsonSchema?: string;
};

/** What a fact has in common with most others. */
type Common = Omit<SubmittedFact, "type" | "at" | "jobId" | "key" | "submission"> & {
  readonly submission: CommonSubmission;
};

type SharedField = "model" | "profile" | "rowRules" | "assumptions";

/** The same with references. */
type CommonData = Omit<Common, SharedField> & { readonly [Field in SharedField]?: string };

type References = Pick<SharedValues, "refOf" | "refOfEqual">;

/** A submitted fact in an entry. */
export type SubmittedData = Pick<SubmittedFact, "at" | "jobId" | "key"> & {
  /** The reference to what it has in common with most others. */
  readonly common: string;
  readonly submission?: OwnSubmission;
};

/** The data of a fact: what jobs usually have in common is stored once, so that a restart reads far less text. */
export function submittedData(fact: SubmittedFact, values: References): SubmittedData {
  const { type: _, at, jobId, key, submission, ...others } = fact;
  const { modelId, jobPriority, dryRun, randomSeedPerInput, truncateRows, rowText, ...own } =
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
      ...(rowText && { rowText }),
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

/** By the stored value: a restart reads it for each job. */
const commons = new WeakMap<object, Common>();

/** The fact with this data. */
export function submittedFact(data: SubmittedData, sharedValue: SharedValue): SubmittedFact {
  const { at, jobId, key } = data;
  const common = commonOf(data.common, sharedValue);
  const { capacity, rowRules } = common;
  // The order of the fields is that of a new fact. A copy of an object would take more time.
  return {
    type: "submitted",
    at,
    seed: common.seed,
    key,
    submission: submissionOf(data, common.submission, sharedValue),
    scenario: common.scenario,
    model: common.model,
    profile: common.profile,
    ...(capacity === undefined ? {} : { capacity }),
    ...(rowRules === undefined ? {} : { rowRules }),
    assumptions: common.assumptions,
    hasUnknownState: common.hasUnknownState,
    jobId,
  };
}

function submissionOf(
  { key, submission = {} }: SubmittedData,
  common: CommonSubmission,
  sharedValue: SharedValue,
): Submission {
  const { source, systemPrompt, jsonSchema, samplingParams, ...others } = submission;
  const { rowText } = common;
  return {
    source: source ?? { kind: "array", digest: key },
    modelId: common.modelId,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(jsonSchema === undefined ? {} : { jsonSchema: sharedValue(jsonSchema) as never }),
    samplingParams: samplingParams ?? {},
    jobPriority: common.jobPriority,
    dryRun: common.dryRun,
    randomSeedPerInput: common.randomSeedPerInput,
    truncateRows: common.truncateRows,
    ...(rowText === undefined ? {} : { rowText }),
    ...others,
  };
}

function commonOf(ref: string, sharedValue: SharedValue): Common {
  const stored = sharedValue(ref);
  const known = commons.get(stored);
  if (known !== undefined) return known;
  const common = { ...stored } as Mutable<Record<string, unknown>>;
  for (const field of ["model", "profile", "rowRules", "assumptions"]) {
    const shared = common[field];
    if (typeof shared === "string") common[field] = sharedValue(shared);
  }
  // The compiler can't see that `submittedData` wrote it.
  const complete = common as unknown as Common;
  commons.set(stored, complete);
  return complete;
}
