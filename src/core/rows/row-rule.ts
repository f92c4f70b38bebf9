/** Why a row failed; the spec defines the status, code, and message for each reason. */
export type RowError = {
  /** `invalid` if the row can't run, `failed` if its job failed, or an HTTP status. */
  readonly reason: string;
  readonly code?: string;
  readonly message?: string;
};

/** The kinds of values that depend on a row's index instead of its input. */
export type IndexedValues = "covering" | "edge";

/** The purpose of a row's values: to look real, cover a client's branches, or break a client. */
export type ValueKind = "plausible" | IndexedValues;

/** The outcome for matching rows; the first rule that a row matches applies. */
export type RowRule = {
  /** Undefined if the rule matches every row. */
  readonly where?: RowMatch;
  readonly outcome: RowOutcome;
};

/** A condition that selects rows; indexes count from 0 in the order of the inputs. */
export type RowMatch =
  | { readonly kind: "index"; readonly indexes: readonly number[] }
  /** `first` and `last` are inclusive. */
  | { readonly kind: "range"; readonly first: number; readonly last: number }
  /** Every nth row, such as 2, 5, 8, … for 3. */
  | { readonly kind: "every"; readonly nth: number }
  /** Each row with this probability, in 0..1. The seed, index, and input determine the draw. */
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "contains"; readonly text: string }
  /** An ECMAScript regular expression with the `u` flag, matched anywhere in the input. */
  | { readonly kind: "pattern"; readonly pattern: string };

/** The row fails, but its job doesn't. */
export type ErrorOutcome = { readonly kind: "error"; readonly error: RowError };

/** The result of a row that a rule selects. */
export type RowOutcome =
  /** An output with this kind of values. */
  | { readonly kind: "values"; readonly values: ValueKind }
  /** An empty output. */
  | { readonly kind: "empty" }
  /** The model declines. A reasoning model puts the text into its content. */
  | { readonly kind: "refusal"; readonly text: string }
  /** JSON that the job's schema rejects. No effect if the schema accepts every value. */
  | { readonly kind: "schemaViolation" }
  /** Invalid JSON. No effect unless the job has a schema or a reasoning model. */
  | { readonly kind: "invalidJson" }
  /** Truncated JSON. No effect unless the job has a schema or a reasoning model. */
  | { readonly kind: "truncatedJson" }
  /** A reasoning model's output has reasoning but no content. No effect on other models. */
  | { readonly kind: "missingContent" }
  /** An output with this number of bytes in UTF-8, or the normal output if that is longer. */
  | { readonly kind: "huge"; readonly bytes: number }
  | { readonly kind: "text"; readonly text: string }
  /**
   * The row fails with an error, and has no output. If the service's rows can't fail individually,
   * the row has an empty output instead.
   */
  | ErrorOutcome
  /**
   * A string in which `${input}` and `${index}` are replaced with the row's values, and `$${` with
   * `${`.
   */
  | { readonly kind: "template"; readonly template: string }
  /** Outputs by input; the rule matches only rows with these inputs. */
  | { readonly kind: "canned"; readonly outputs: Readonly<Record<string, string>> };

/**
 * An outcome resolved for a row: `template` and `canned` have become `text`, and `values` has the
 * row's rank among the rows that the rule matches.
 */
export type DecidedOutcome =
  | Exclude<RowOutcome, { readonly kind: "template" | "canned" | "values" | "error" }>
  | { readonly kind: "values"; readonly values: ValueKind; readonly rank: number };

/** The properties of a row that a rule's condition can use. */
export type RowKey = { readonly index: number; readonly input: string };

/** The outcome that the rules give a row; undefined for the normal output. */
export type OutcomeOf = (row: RowKey) => DecidedOutcome | ErrorOutcome | undefined;
