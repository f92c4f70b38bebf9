import type { SchemaVerdict } from "../schema-generator.ts";

/** What the worker says: that it is ready to begin, or what came of the schema. */
export type TrialMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "verdict"; readonly verdict: SchemaVerdict };
