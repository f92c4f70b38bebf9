import type { JsonValue } from "../json.ts";
import { rngFor } from "../rng.ts";
import type { SchemaGenerator } from "./schema-generator.ts";

const SPARE_ROWS = 8;

/**
 * Falls back to one of a few fixed rows in the rare case that every attempt fails, so that every
 * row conforms.
 */
export function withSpares(
  row: SchemaGenerator["row"],
  isFailure: (error: unknown) => boolean,
): SchemaGenerator {
  let spares: readonly JsonValue[] | undefined;
  const attempt = (make: () => JsonValue): JsonValue[] => {
    try {
      return [make()];
    } catch (error) {
      if (!isFailure(error)) throw error;
      return [];
    }
  };
  const makeSpares = (): JsonValue[] =>
    Array.from({ length: SPARE_ROWS }, (_, i) => attempt(() => row(rngFor(0, "spare", i)))).flat();
  return {
    row: (rng, hints) => {
      const [value] = attempt(() => row(rng, hints));
      if (value !== undefined) return value;
      spares ??= makeSpares();
      return rng.pick(spares);
    },
  };
}
