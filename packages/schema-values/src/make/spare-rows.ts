import type { JsonValue } from "../json.ts";
import { rngFor } from "../rng.ts";
import type { SchemaGenerator } from "./schema-generator.ts";

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
