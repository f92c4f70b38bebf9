import type { JsonValue } from "../core/json.ts";

/** The words of the specification in force that a scenario may use. */
export type Vocabulary = {
  readonly operationIds: readonly string[];
  readonly assumptions: Readonly<Record<string, AssumptionWords>>;
};

/** What a scenario may say about an assumption. */
export type AssumptionWords = {
  /** What the interface document leaves open. */
  readonly question: string;
  /** The values that it may take, or `any` where they can't be listed. */
  readonly values: readonly JsonValue[] | "any";
};
