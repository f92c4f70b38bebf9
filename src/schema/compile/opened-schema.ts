import type { SchemaGenerator } from "../make/schema-generator.ts";

/** No values can be made: where the schema is at fault (a JSON Pointer, empty for all of it), and one sentence. */
export type RefusedVerdict = {
  readonly kind: "refused";
  readonly path: string;
  readonly reason: string;
};

/** Whether outputs can be made that conform to a schema, and whether that takes long. */
export type SchemaVerdict =
  | { readonly kind: "supported" }
  | { readonly kind: "slow"; readonly reason: string }
  | RefusedVerdict;

/** A schema that values can be made for, or why none can. */
export type OpenedSchema =
  | {
      readonly verdict: Exclude<SchemaVerdict, RefusedVerdict>;
      readonly generator: SchemaGenerator;
    }
  | { readonly verdict: RefusedVerdict };
