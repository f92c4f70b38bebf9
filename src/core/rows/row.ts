import type { Phase } from "../job/phase.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { RowError } from "./row-rule.ts";

/** An input as sent: a string, or another JSON value. The model sees only the text in it. */
export type RowInput = JsonValue;

export type Row = {
  /** The input's text as the model sees it: well-formed, and truncated if the job asks for it. */
  readonly input: string;
  /** The whole input if it is not a string. */
  readonly value?: JsonValue;
  /** Text, or the JSON of a vector. */
  readonly output: string;
  /** The row's ID from the ID column; undefined if the client named no such column. */
  readonly id?: JsonValue;
  /** Confidence score from 0 to 1; undefined if the model doesn't score its outputs. */
  readonly confidence?: number | undefined;
  /** Names of the edge cases in the output, such as "string: empty at /name"; never sent. */
  readonly edges?: readonly string[];
  /** The vector that an embedding model returns. */
  readonly vector?: readonly number[];
  /** All vectors, if the input is a list of strings; the first one is `vector`. */
  readonly vectors?: readonly (readonly number[])[];
  /** Sum of the output tokens' log probabilities: negative and finite, or 0 for an empty output. */
  readonly cumulativeLogprob: number;
  readonly error?: RowError;
  readonly isRefusal?: true;
  readonly record?: RowRecord;
};

/** Why the model stopped. */
export type Finish = "stop" | "length" | "tool" | "refusal";

/** Details of a row whose input is a record, with its own ID and settings. */
export type RowRecord = {
  /** The client's ID for the row; null if the row has none. */
  readonly id: string | null;
  /** A value from the input that the row's line repeats. */
  readonly echo?: JsonValue;
  /** The row's index among the job's inputs, from 0. */
  readonly index: number;
  /** Seed for the IDs of the job's rows. */
  readonly seed: number;
  readonly modelId: string;
  readonly end: RowEnd;
  readonly finish: Finish;
  /** The text that the model wrote before its answer; undefined if it did not reason. */
  readonly reasoning?: string;
  /** Name of the tool whose arguments are the output; null if the model uses no tool. */
  readonly tool: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether the row's line has the vector as 32-bit floats in Base64. */
  readonly isBase64?: true;
};

/**
 * A job's rows in input order, in batches. Each call starts a new pass, so a format that needs one
 * column after another reads the rows again instead of keeping them in memory. If `columns` is set,
 * the rows' other columns may be empty.
 */
export type RowSource = (columns?: readonly ResultColumn[]) => AsyncIterable<readonly Row[]>;

/** The columns that a results file can have. */
export type ResultColumn = "ids" | "inputs" | "outputs" | "cumulativeLogprobs" | "confidenceScores";

/** A requested column of a results file and its name in that file. */
export type NamedColumn = { readonly column: ResultColumn; readonly name: string };

/** Copies a row and replaces some fields. A plain spread would lose lazily computed scores. */
export function rowWith(
  row: Row,
  more: Pick<Row, "value" | "id" | "record" | "isRefusal"> & { readonly output?: string },
): Row {
  const { cumulativeLogprob, confidence } = row;
  return { ...row, cumulativeLogprob, confidence, ...more };
}

/**
 * A source of the same rows that reports them to an observer: each pass calls `start`, then calls
 * the returned function with each row.
 */
export function watched(rows: RowSource, start: () => (row: Row) => void): RowSource {
  return async function* (columns) {
    const look = start();
    for await (const batch of rows(columns)) {
      for (const row of batch) look(row);
      yield batch;
    }
  };
}

export function rowsWithout(rows: RowSource, index: number): RowSource {
  return async function* (columns) {
    let first = 0;
    for await (const batch of rows(columns)) {
      const place = index - first;
      first += batch.length;
      yield place < 0 || place >= batch.length ? batch : batch.filter((_, row) => row !== place);
    }
  };
}

/** How a row ended. Clients see this only if the service's rows can fail individually. */
export type RowEnd =
  | { readonly kind: "succeeded" }
  | { readonly kind: "errored"; readonly error: RowError }
  /** The row did not run before the job was canceled or expired. */
  | { readonly kind: "canceled" }
  | { readonly kind: "expired" };

export type EndKind = RowEnd["kind"];

/** The outcome of a row that ran without an error. */
export const GOOD_END: RowEnd = { kind: "succeeded" };

/** The outcome of the rows that a job didn't run; undefined while it may still run them. */
export function unfinishedEnd({
  state,
  failureReason: message,
}: Pick<Phase, "state" | "failureReason">): RowEnd | undefined {
  if (state === "cancelled") return { kind: "canceled" };
  if (state === "expired") return { kind: "expired" };
  if (state !== "failed") return undefined;
  const error = { reason: "failed", ...(message !== undefined && { message }) };
  return { kind: "errored", error };
}

/** A row for which the test author's function may determine the output. */
export type OutputRequest = {
  readonly jobId: string;
  /** Index among the job's inputs, from 0. */
  readonly index: number;
  /** The input as the client sent it. */
  readonly input: string;
  readonly model: string;
  readonly systemPrompt?: string;
  readonly jsonSchema?: JsonObject;
};

/**
 * Determines outputs: a string is used unchanged; undefined leaves the output to the scenario's
 * rules and the generator. The function must be pure: outputs are not stored, so it is called again
 * for each download and whenever a job's tokens are counted.
 */
export type OutputOf = (row: OutputRequest) => string | undefined;

/**
 * The rows of a body to keep for validation. `strings`: a few, because every string is valid. With
 * `isValid`: a sample, and the first invalid row after it. A body may have up to `mostRows` rows.
 */
export type RowSampling =
  | "strings"
  | "all"
  | { readonly isValid: (row: JsonValue) => boolean; readonly mostRows: number };
