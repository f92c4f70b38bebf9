import type { JsonValue } from "../json.ts";
import { type Rng, rngFor } from "../rng.ts";
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

const SPARE_ROWS = 8;

/**
 * Falls back to a plausible row, or to one of a few fixed ones, in the rare case that every attempt
 * fails, so that every row conforms.
 */
export function withSpares(
  { row, indexed }: SchemaGenerator,
  isFailure: (error: unknown) => boolean,
): SchemaGenerator {
  let spares: readonly JsonValue[] | undefined;
  const attempt = <Made>(make: () => Made): Made[] => {
    try {
      return [make()];
    } catch (error) {
      if (!isFailure(error)) throw error;
      return [];
    }
  };
  const makeSpares = (): JsonValue[] =>
    Array.from({ length: SPARE_ROWS }, (_, i) => attempt(() => row(rngFor(0, "spare", i)))).flat();
  const safeRow: SchemaGenerator["row"] = (rng, hints) => {
    const [value] = attempt(() => row(rng, hints));
    if (value !== undefined) return value;
    spares ??= makeSpares();
    return rng.pick(spares);
  };
  return {
    row: safeRow,
    indexed: (kind, at) => {
      const [made] = attempt(() => indexed(kind, at));
      return made ?? { text: JSON.stringify(safeRow(rngFor(at.seed, kind, at.index))), edges: [] };
    },
  };
}
