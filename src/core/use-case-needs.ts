import type { ApiErrorCode } from "./errors.ts";
import type { Assumptions } from "./job/facts.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** What of a document shows in the views that are made under it. */
export type SampleRules = {
  readonly assumptions: Assumptions;
  /** A model of the catalogue. */
  readonly modelId: string;
  readonly quotas: JsonValue;
};

/**
 * What a use case asks of the operation that a document binds to it: so that a document is checked before anything is
 * served by it.
 */
export type UseCaseNeeds = {
  /** Fields that its `request` may give. */
  readonly fields: readonly string[];
  /** Those without which it can't act. */
  readonly required: readonly string[];
  /** Errors of its own; those of keys, bodies and parameters come from the operation. */
  readonly errors: readonly ApiErrorCode[];
  /** How it answers: with one JSON body, a results file, JSON lines, or the bytes of a file. */
  readonly answers: "view" | "results" | "lines" | "file";
  /** Views such as its templates are rendered with, in the simulator's own words: one of each form that it can have. */
  readonly samples: (rules: SampleRules) => readonly JsonObject[];
};
