import type { JsonValue } from "../json.ts";
import type { Rng } from "../rng.ts";
import type { RowHints } from "./make-row.ts";

/** Kinds of values that depend only on the schema, a seed, and the row's index. */
export type IndexedKind = "covering" | "edge";

/** The address of a row. */
export type RowAddress = { readonly seed: number; readonly index: number };

/** A row as JSON text, and the names of its edge cases, such as "string: empty at /name". */
export type IndexedRow = { readonly text: string; readonly edges: readonly string[] };

/** Makes values for one schema. Every value conforms, and equal arguments give equal values. */
export type SchemaGenerator = {
  /** A plausible value that follows the hints as far as the schema allows. */
  row(rng: Rng, hints?: RowHints): JsonValue;
  /** A covering value takes the schema's alternatives in turn; an edge value has extremes. */
  indexed(kind: IndexedKind, at: RowAddress): IndexedRow;
};
