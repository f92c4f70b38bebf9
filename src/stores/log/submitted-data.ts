import type { Submission, SubmittedFact } from "../../core/job/facts.ts";
import type { JsonObject } from "../../core/json.ts";
import type { HashedValues } from "./hashed-values.ts";

/** Fields of a submission that have the same values in most jobs. */
type CommonSubmission = Pick<
  Submission,
  "modelId" | "jobPriority" | "dryRun" | "randomSeedPerInput" | "truncateRows" | "places"
>;

/** A submission's other fields. Omits the `source` if its digest equals the fact's `key`. */
type OwnSubmission = Partial<Omit<Submission, keyof CommonSubmission | "jsonSchema">> & {
  readonly jsonSchema?: string;
};

/** The part that a fact shares with most other facts; it refers to values by their hashes. */
type CommonData = Omit<SubmittedFact, keyof OwnFact | "submission" | keyof Shared> & {
  readonly submission: CommonSubmission;
} & { readonly [Name in keyof Shared]: string };

type Shared = Pick<SubmittedFact, "model" | "profile" | "rowRules" | "assumptions">;

type OwnFact = Pick<SubmittedFact, "type" | "at" | "jobId" | "key">;

export type SubmittedData = Omit<OwnFact, "type"> & {
  /** Hash of the `CommonData`. */
  readonly common: string;
  readonly submission?: OwnSubmission;
};

/** Makes a fact's data. Parts that jobs share are stored once, so a restart reads far less. */
export function submittedData(fact: SubmittedFact, values: HashedValues<object>): SubmittedData {
  const { type: _, at, jobId, key, submission, ...shared } = fact;
  const { modelId, jobPriority, dryRun, randomSeedPerInput, truncateRows, places, ...own } =
    submission;
  const { source, samplingParams, jsonSchema, ...others } = own;
  const { model, profile, rowRules, assumptions, ...plain } = shared;
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
  const data: OwnSubmission = {
    ...(source.kind === "array" && source.digest === key ? {} : { source }),
    ...(isEmpty(samplingParams) ? {} : { samplingParams }),
    ...(jsonSchema && { jsonSchema: values.refOf(jsonSchema) }),
    ...others,
  };
  const submitted = isEmpty(data) ? {} : { submission: data };
  return { at, jobId, key, common: values.refOf(common), ...submitted };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

export function submittedFact(
  { at, jobId, key, common, submission: own = {} }: SubmittedData,
  values: HashedValues<object>,
): SubmittedFact {
  const known = values.get(common) as CommonData;
  const { submission, model, profile, rowRules, assumptions, ...plain } = known;
  const shared = {
    model: values.get(model),
    profile: values.get(profile),
    ...(rowRules && { rowRules: values.get(rowRules) }),
    assumptions: values.get(assumptions),
  } as Shared;
  const { jsonSchema, ...others } = own;
  return {
    ...{ type: "submitted", at, jobId, key, ...plain },
    submission: {
      ...{ source: { kind: "array", digest: key }, samplingParams: {}, ...submission, ...others },
      ...(jsonSchema && { jsonSchema: values.get(jsonSchema) as JsonObject }),
    },
    ...shared,
  };
}
