import type { JsonValue } from "../../core/json.ts";
import type { Rng } from "../../core/rng.ts";
import type { RowHints } from "./row.ts";
/** Makes values for one schema: every value it returns conforms, and equal arguments give equal values. */
export type SchemaGenerator = {
  /** A value; it goes by the hints as far as the schema leaves room for it. */
  row(rng: Rng, hints?: RowHints): JsonValue;
};
