/**
 * The locations of the parts of an input that is not a string, as JSON Pointers in order of
 * preference. The first pointer that resolves to a value applies.
 */
export type RecordPlaces = {
  /**
   * Pointers to text, a message, or a list of these. If none of the values contains text, the
   * prompt is the input's JSON.
   */
  readonly prompt: readonly string[];
  readonly id?: readonly string[];
  /** Whether a job is rejected if two inputs have the same ID. */
  readonly uniqueIds?: true;
  /** Pointers to text, or to a list of text parts. The prompt's system messages are appended. */
  readonly system?: readonly string[];
  /** Pointers to a value that the row's line in the results repeats. */
  readonly echo?: readonly string[];
  readonly model?: readonly string[];
  readonly maxTokens?: readonly string[];
  readonly jsonSchema?: readonly string[];
  /** The dialect of schemas: OpenAPI 3.0, with type names in any case. JSON Schema by default. */
  readonly schemas?: "openapi";
  /** Maps pointers to values. If one matches the input, the output is always a JSON object. */
  readonly jsonIf?: Readonly<Record<string, string>>;
  /** Maps pointers to values. If one matches the input, a string output has no JSON quotes. */
  readonly bareIf?: Readonly<Record<string, string>>;
  readonly tools?: ToolPlaces;
  readonly vector?: VectorPlaces;
  /** Maps pointers to values. If one matches the input, the model writes down its reasoning. */
  readonly reasonsIf?: Readonly<Record<string, string>>;
  readonly checks?: FileChecks;
};

/** When the model returns a vector instead of text, and the vector's form. */
export type VectorPlaces = {
  /** Maps pointers to values. If one matches the input, the model returns a vector. */
  readonly anyIf?: Readonly<Record<string, string>>;
  /** Maps request fields to values. If all match, the model returns a vector for every row. */
  readonly ifKept?: Readonly<Record<string, string>>;
  /** Pointers to the number of dimensions. */
  readonly dimensions: readonly string[];
  /** Default number of dimensions. */
  readonly size: number;
  /** Maps pointers to values. If one matches the input, vectors are 32-bit floats in Base64. */
  readonly base64If?: Readonly<Record<string, string>>;
};

/** Conditions on a file as a whole. A job fails if its file violates one. */
export type FileChecks = {
  /** Pointer to a value that must be different in every line. */
  readonly unique?: string;
  /** Pointer to a value that must be the same in every line. */
  readonly same?: string;
  /** Maps pointers to request fields. The value at each pointer must equal that field's value. */
  readonly equal?: Readonly<Record<string, string>>;
};

/** The locations of an input's tools, and the conditions under which the model must use one. */
export type ToolPlaces = {
  /** Pointers to tools, or to lists of tools. Tools without a name may contain other tools. */
  readonly list: readonly string[];
  /** Pointers from a tool to its name. */
  readonly name: readonly string[];
  /** Pointers from a tool to the JSON Schema of its arguments. */
  readonly schema: readonly string[];
  /** Pointers to the name of the tool that the model must use. */
  readonly chosen: readonly string[];
  /** Maps pointers to values. If one matches the input, the model uses the first named tool. */
  readonly anyIf?: Readonly<Record<string, string>>;
};

/** Whether inputs are records with IDs or settings, rather than objects with only a prompt. */
export function areRecords(places: RecordPlaces | undefined): places is RecordPlaces {
  return places !== undefined && Object.keys(places).some((part) => part !== "prompt");
}
