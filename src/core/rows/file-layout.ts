import type { JsonObject } from "../json.ts";
import type { Instant } from "../time.ts";
import type { LineLayout } from "./line.ts";
import type { NamedColumn, ResultColumn } from "./row.ts";

/** A JSON document in pieces: JSON text, and the places where a column appears as an array. */
export type JsonSkeleton = readonly (string | { readonly column: ResultColumn })[];

/** The spec's description of a results file. Each codec uses the parts that it needs. */
export type FileLayout = {
  /** The JSON document around the columns. */
  readonly body: JsonSkeleton;
  /** The requested columns, in order. */
  readonly columns: readonly NamedColumn[];
  /** Name of the file inside an archive. */
  readonly entryName: string;
  /** How each kind of row is written as a line. */
  readonly lines: LineLayout;
};

/** A request for a job's results as a file. */
export type FileRequest = {
  readonly jobId: string;
  readonly format: string;
  readonly includeInputs: boolean;
  readonly includeCumulativeLogprobs: boolean;
  /** Name of the column with the rows' IDs; null if there is none. */
  readonly idColumn: string | null;
  readonly hasConfidence: boolean;
  /** Time of the job's end on the sandbox's clock. */
  readonly endedAt?: Instant;
  /** The fields of the create request that the job's views repeat. */
  readonly kept?: JsonObject;
};

/** A results file as the spec describes it for one request. */
export type ResultsFile = FileLayout & {
  /** Name of the codec that writes the file. */
  readonly codec: string;
  readonly contentType: string;
  /** Undefined if the response doesn't name the file. */
  readonly fileName: string | undefined;
};

/** Name of a layout's part. The interface document must describe the parts that a codec needs. */
export type LayoutPart = keyof FileLayout;
