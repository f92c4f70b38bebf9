import type { SchemaGenerator } from "../make/schema-generator.ts";

/**
 * No values can be made: the location of the problem (a JSON Pointer, empty for the whole schema)
 * and one sentence.
 */
export type RefusedVerdict = {
  readonly kind: "refused";
  readonly path: string;
  readonly reason: string;
};

/** Whether outputs that conform to a schema can be made, and whether that takes long. */
export type SchemaVerdict =
  | { readonly kind: "supported" }
  | { readonly kind: "slow"; readonly reason: string }
  | RefusedVerdict;

/** A generator for a schema's values, or why there is none. */
export type OpenedSchema =
  | {
      readonly verdict: Exclude<SchemaVerdict, RefusedVerdict>;
      readonly generator: SchemaGenerator;
    }
  | {
      readonly verdict: RefusedVerdict;
      /** Whether more steps may lead to another verdict. */
      readonly isTooMuch?: true;
    };
