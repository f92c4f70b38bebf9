import type { NamedColumn, ResultColumn } from "./row.ts";

/** A JSON document in pieces: literal JSON text, and the places where a column appears as a JSON array. */
export type JsonSkeleton = readonly (string | { readonly column: ResultColumn })[];

/** What the document says about a results file. Each codec uses the parts that it needs. */
export type FileLayout = {
  /** The JSON document around the columns. */
  readonly body: JsonSkeleton;
  /** The wanted columns, in order. */
  readonly columns: readonly NamedColumn[];
  /** Name of the file inside an archive. */
  readonly entryName: string;
};

/** A part of a layout, as the key that describes it in the document. */
export type LayoutPart = keyof FileLayout;
