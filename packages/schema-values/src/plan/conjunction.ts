import type { JsonObject, JsonValue } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import type { Choice, Contradiction } from "./literal.ts";
/** A part whose schema has keywords. */
export type ObjectPart = SubSchema & { readonly schema: JsonObject };

/** A flattened conjunction of schemas: `$ref`, `allOf`, and similar keywords are resolved. */
export type Conjunction = {
  /** Every schema that the value must conform to. */
  readonly parts: readonly ObjectPart[];
  /** Schemas with a single keyword that the value must not conform to. */
  readonly leaves: readonly ObjectPart[];
  /** The choices that are still open. */
  readonly choices: readonly Choice[];
  /** The remaining types, as bits. */
  readonly types: number;
  /** Lists of values from `enum` and `const`. */
  readonly lists: readonly { readonly values: readonly JsonValue[]; readonly pointer: string }[];
  readonly conflict: Contradiction | undefined;
};
