import type { JobState } from "./job/state.ts";
import type { JsonValue } from "./json.ts";

/** What the document in force says that a client's conduct is judged by, as plain data. */
export type ContractFacts = {
  readonly operations: readonly OperationFacts[];
  readonly assumptions: readonly AssumptionFacts[];
  /** Ids of the assumptions behind each error, by its code. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The header that carries the API key, and its form: `Authorization: Key <API_KEY>`. */
  readonly keyForm: string;
  /** Names on the wire of the states that the document has. */
  readonly stateNames: Readonly<Partial<Record<JobState, string>>>;
};

/** An operation: what may be sent to it, and what it may answer. */
export type OperationFacts = {
  readonly operationId: string;
  readonly use: string;
  readonly method: string;
  readonly path: string;
  /** Whether it is the simulator's own and not part of the imitated service. */
  readonly isOwn: boolean;
  /** Ids of the assumptions that the operation as such rests on. */
  readonly assumptions: readonly string[];
  readonly answers: readonly AnswerFacts[];
  readonly parameters: readonly ParameterFacts[];
};

/** An answer of an operation by its status, and the ids of the assumptions that it rests on. */
export type AnswerFacts = { readonly status: number; readonly assumptions: readonly string[] };

/** A documented parameter or field of a request. */
export type ParameterFacts = {
  /** `query.<name>`, or a JSON Pointer into the body. */
  readonly place: string;
  /** Its values where they are listed; empty where they aren't. */
  readonly values: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly assumption?: string;
  /** Whether it is an object whose fields are documented too. */
  readonly hasFields: boolean;
  /** Field of the use case that it becomes, where it is one. */
  readonly field?: string;
};

/** An open question of the interface document and its answer in force. */
export type AssumptionFacts = {
  readonly id: string;
  readonly question: string;
  /** Part of the interface document that is silent about it. */
  readonly section: string;
  readonly value: JsonValue;
  /** Other values that the document allows as well. */
  readonly others: readonly JsonValue[];
  /** Whether the value in force contradicts the interface document. */
  readonly isDeviation: boolean;
};
