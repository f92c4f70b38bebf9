import { attempted } from "../check/document.ts";
import type { JsonValue } from "../json.ts";
import type { Subject } from "../lexicon/lexicon.ts";
import type { Rng } from "../rng.ts";
import { subschemasOf, words } from "../source/keywords.ts";
import type { Schema } from "../source/schema.ts";
import { type Maker, newMaking, SOFT_DEPTH } from "./making.ts";

export type RowHints = {
  /** Approximate maximum length of a row in tokens; long strings are shortened to fit. */
  readonly maxTokens?: number | undefined;
  /** The subject that the row's values should match. */
  readonly subject?: Subject | undefined;
};

/** Probability of an optional property in each attempt; the last attempts make none. */
const OPTIONAL = [0.75, 0.5, 0.3, 0.1, 0, 0, 0, 0];
const LEAN_FROM = 5;
const STEPS = 6000;
const TOKENS = 60;
/** Maximum share of a row's tokens that one string may use. */
const SHARE_OF_A_TEXT = 0.25;

/** An accepted row; undefined if every attempt failed. */
export function makeRow(
  make: Maker,
  accepts: (value: JsonValue) => boolean,
  { rng, hints }: { readonly rng: Rng; readonly hints: RowHints },
): JsonValue | undefined {
  const { maxTokens = TOKENS / SHARE_OF_A_TEXT, subject } = hints;
  const tokens = Math.max(8, Math.floor(maxTokens * SHARE_OF_A_TEXT));
  for (let index = 0; index < OPTIONAL.length; index++) {
    const isLean = index >= LEAN_FROM;
    const optional = OPTIONAL[index] ?? 0;
    const depth = isLean ? SOFT_DEPTH : 0;
    // Trial rows without a subject succeeded, so the last attempts don't use the subject either.
    const about = isLean ? undefined : subject;
    const start = { rng, turns: undefined, tokens, subject: about, optional, depth, steps: STEPS };
    const row = attempted(() => {
      const value = make(newMaking(start));
      return value !== undefined && accepts(value) ? value : undefined;
    });
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Keywords that makers follow. If a schema has no others, all values that are made conform. */
const FOLLOWED = words(
  "$comment $defs $id $ref $schema additionalProperties allOf anyOf const default definitions deprecated description enum examples exclusiveMaximum exclusiveMinimum format items maxItems maxLength maximum minItems minLength minimum multipleOf pattern properties readOnly required title type writeOnly",
);

/** Whether all values that are made surely conform, so that they need no check. */
export function isByConstruction(schema: Schema): boolean {
  if (typeof schema === "boolean") return true;
  const isFollowed = Object.keys(schema).every((name) => FOLLOWED.has(name));
  return isFollowed && subschemasOf(schema).every((sub) => isByConstruction(sub.schema));
}

/** Kinds of values that depend only on the schema, a seed, and the row's index. */
export type IndexedKind = "covering" | "edge";

export type RowAddress = { readonly seed: number; readonly index: number };

/** A row as JSON text, and the names of its edge cases, such as "string: empty at /name". */
export type IndexedRow = { readonly text: string; readonly edges: readonly string[] };

export function plainRow(value: JsonValue): IndexedRow {
  return { text: JSON.stringify(value), edges: [] };
}

/** Generates values that conform to a schema. Equal arguments give equal values. */
export type SchemaGenerator = {
  /** A plausible value that follows the hints to the extent that the schema allows. */
  row(rng: Rng, hints?: RowHints): JsonValue;
  /** A covering value takes the schema's alternatives in turn; an edge value has an edge case. */
  indexed(kind: IndexedKind, at: RowAddress): IndexedRow;
};
