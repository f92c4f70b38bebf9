import type { OutputFile } from "./file-rules.ts";
import type { JobState } from "./job/state.ts";
import type { JsonValue } from "./json.ts";
import type { EndKind } from "./rows/row.ts";

/** The parts of a spec that the contract report needs to judge a client, as plain data. */
export type ContractFacts = {
  readonly title: string;
  /** Environment variable from which the API's SDKs read the key; undefined if there is none. */
  readonly keyVariable?: string;
  readonly operations: readonly OperationFacts[];
  readonly assumptions: readonly AssumptionFacts[];
  /** IDs of the assumptions behind each error, by error code. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Form of the header that carries the API key, such as `Authorization: Key <API_KEY>`. */
  readonly keyForm: string;
  /** The file for a job's failed rows; undefined if there is none. */
  readonly errorFile?: OutputFile;
  /** Possible outcomes of individual rows; undefined if only whole jobs have outcomes. */
  readonly rowEnds?: readonly EndKind[];
  readonly stateNames: Readonly<Partial<Record<JobState, string>>>;
  /** Texts from the interface document, by part (`4.2`) and rule (`4.2, rule 2`). */
  readonly interfaceTexts: Readonly<Record<string, string>>;
};

export type OperationFacts = {
  readonly operationId: string;
  readonly use: string;
  readonly method: string;
  readonly path: string;
  /** Whether the operation belongs to the simulator itself rather than to the imitated service. */
  readonly isOwn: boolean;
  /** IDs of the assumptions behind the operation itself. */
  readonly assumptions: readonly string[];
  /** The statuses of the responses, each with the IDs of the assumptions behind it. */
  readonly answers: readonly { readonly status: number; readonly assumptions: readonly string[] }[];
  readonly parameters: readonly ParameterFacts[];
};

/** A documented parameter or field of a request. */
export type ParameterFacts = {
  /** `query.<name>`, or a JSON Pointer into the body. */
  readonly place: string;
  /** The allowed values, if the spec lists them; otherwise empty. */
  readonly values: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly assumption?: string;
  /** Whether the value is an object with documented fields. */
  readonly hasFields: boolean;
  /** The simulator's name for the field that the parameter sets, such as `modelId`, if any. */
  readonly field?: string;
};

/** A question that the interface document leaves open, and the answer in effect. */
export type AssumptionFacts = {
  readonly id: string;
  readonly question: string;
  /** The part of the interface document that should answer the question but doesn't. */
  readonly section: string;
  readonly value: JsonValue;
  /** Other values that the spec allows. */
  readonly others: readonly JsonValue[];
  /** Whether the value in effect contradicts the interface document. */
  readonly isDeviation: boolean;
};
