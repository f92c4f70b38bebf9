import type { NamedColumn, ResultColumn } from "./row.ts";

/** A JSON document in pieces: literal JSON text, and the places where a column appears as a JSON array. */
export type JsonSkeleton = readonly (string | { readonly column: ResultColumn })[];

/** The document's description of a results file. Each codec uses the parts that it needs. */
export type FileLayout = {
  /** The JSON document around the columns. */
  readonly body: JsonSkeleton;
  /** The requested columns, in order. */
  readonly columns: readonly NamedColumn[];
  /** Name of the file inside an archive. */
  readonly entryName: string;
};

/** A part of a layout: the key that describes it in the interface document. */
export type LayoutPart = keyof FileLayout;
