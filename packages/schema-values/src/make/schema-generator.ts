import type { JsonValue } from "../json.ts";
import type { Rng } from "../rng.ts";
import type { RowHints } from "./make-row.ts";
/** Makes values for one schema. Every value conforms, and equal arguments give equal values. */
export type SchemaGenerator = {
  /** A value that follows the hints as far as the schema allows. */
  row(rng: Rng, hints?: RowHints): JsonValue;
};
