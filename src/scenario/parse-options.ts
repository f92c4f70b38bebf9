import type { JsonObject, JsonValue } from "../core/json.ts";

export type ParseOptions = {
  /** File name for messages, and for the scenario's name if the text doesn't set one. */
  readonly file: string;
  readonly vocabulary: SpecVocabulary;
  /** The files next to the scenario's file. Undefined if the text isn't from a file. */
  readonly files?: ScenarioFiles;
};

export type ScenarioFiles = {
  /** Full path of a file named relative to the scenario's folder; undefined if it doesn't exist. */
  readonly find: (file: string) => string | undefined;
  readonly read: (path: string) => string;
};

/** The names from the spec that a scenario may use. */
export type SpecVocabulary = {
  readonly operationIds: readonly string[];
  /** Names of query parameters, and of the body's properties, by operation. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Each operation's use case, by the operation's ID. */
  readonly uses: Readonly<Record<string, string>>;
  /** The statuses of the service's own errors, by code. */
  readonly errors: Readonly<Record<string, number>>;
  /** Each operation's results formats, with their codecs. */
  readonly formats: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly assumptions: Readonly<Record<string, AssumptionWords>>;
  /** The states that the spec or an assumption names, under the simulator's own names. */
  readonly states: readonly string[];
  /** Names of the events that webhooks deliver; none if the service has no webhooks. */
  readonly webhookEvents: readonly string[];
  /** Whether result rows have IDs. If so, their order may differ from the inputs' order. */
  readonly hasRowIds: boolean;
};

type AssumptionWords = {
  /** The question that the interface document leaves open. */
  readonly question: string;
  /** The allowed values. If `schema` is set, the default value and descriptions of other values. */
  readonly values: readonly JsonValue[];
  /** JSON Schema of the allowed values, if they can't be listed. */
  readonly schema?: JsonObject | undefined;
};
