import type { JsonValue } from "../core/json.ts";
import type { Rng } from "../core/rng.ts";

/** Makes values for one schema: every value it returns conforms, and equal draws give equal values. */
export type SchemaGenerator = { row(rng: Rng): JsonValue };

/** Values can be made; `msPerRow` is what one took on average while the schema was tried. */
export type SupportedVerdict = { readonly kind: "supported"; readonly msPerRow: number };

/** No values can be made: where the schema is at fault (a JSON Pointer, empty for all of it), and one sentence. */
export type RefusedVerdict = {
  readonly kind: "refused";
  readonly path: string;
  readonly reason: string;
};

/** Whether outputs can be made that conform to a schema. */
export type SchemaVerdict = SupportedVerdict | RefusedVerdict;
