import type { Assumptions } from "./assumption.ts";
import type { ApiErrorCode } from "./errors.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** Parts of a spec from which sample views are made. */
export type SampleRules = {
  readonly assumptions: Assumptions;
  /** A model in the catalog. */
  readonly modelId: string;
  readonly quotas: JsonValue;
  readonly purposes?: readonly string[];
  readonly events?: readonly string[];
  /** Samples of the request fields that a job's views repeat. */
  readonly kept?: JsonObject;
};

/** A field of a use case that a request can set. */
export type Field = {
  readonly type: keyof FieldTypes;
  readonly isRequired?: true;
  /** The allowed values; undefined if every value is allowed. */
  readonly words?: readonly string[];
};

/** The types of fields, by the name in `Field.type`. */
type FieldTypes = {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly object: JsonObject;
  readonly "string or strings": string | readonly string[];
  readonly any: unknown;
};

export type Fields = Readonly<Record<string, Field>>;

/** The values of declared fields, by name; optional fields may be missing. */
export type FieldValues<Declared extends Fields> = {
  readonly [Name in keyof Declared]:
    | FieldTypes[Declared[Name]["type"]]
    | (Declared[Name] extends { readonly isRequired: true } ? never : undefined);
};

/** The parts that a use case needs in its operation; checked when a document is loaded. */
export type UseCaseNeeds = {
  /** Fields that the operation's `request` can set. */
  readonly fields: Fields;
  /** The use case's own errors; errors for keys, bodies, and parameters belong to the operation. */
  readonly errors: readonly ApiErrorCode[];
  /** Additional errors if the service has files. */
  readonly fileErrors?: readonly ApiErrorCode[];
  /**
   * The kind of response: one JSON body, a results file, JSON lines, the bytes of a file (an
   * uploaded file, or one that a job wrote), or a page in the client's preferred type.
   */
  readonly answers: "view" | "results" | "lines" | "file" | "content" | "page";
  /** The use case of the operation whose URLs the response contains. */
  readonly leadsTo?: string;
  /**
   * The values available to templates in the operation's `response`: the meaning of each in one
   * sentence, by path. `jobs[].jobId` is the `jobId` of each item in the list `jobs`.
   */
  readonly values: Readonly<Record<string, string>>;
  /** Sample views for rendering the templates, one for each form of view. */
  readonly samples: (rules: SampleRules) => readonly JsonObject[];
};
