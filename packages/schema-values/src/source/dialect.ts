import type { JsonObject } from "../json.ts";
import { keyword, numberOf, type Schema, textOf } from "./schema.ts";

/** A draft of JSON Schema. */
export type SchemaDraft = "04" | "06" | "07" | "2019-09" | "2020-12";

/** The differences between drafts that affect values. */
export type Dialect = {
  readonly draft: SchemaDraft;
  /** The keyword that names a schema resource. */
  readonly idKeyword: "id" | "$id";
  /** Whether `exclusiveMinimum` and `exclusiveMaximum` are booleans next to the bound. */
  readonly hasBooleanBounds: boolean;
  /** Whether tuples are written as `prefixItems`, and `contains` evaluates items. */
  readonly hasPrefixItems: boolean;
  /**
   * Whether the dialect has `dependentRequired`, `minContains`, `unevaluatedItems`, and similar
   * keywords.
   */
  readonly hasUnevaluated: boolean;
};

/** The dialect of a draft. */
export function dialectOf(draft: SchemaDraft): Dialect {
  return {
    draft,
    idKeyword: draft === "04" ? "id" : "$id",
    hasBooleanBounds: draft === "04",
    hasPrefixItems: draft === "2020-12",
    hasUnevaluated: draft === "2020-12" || draft === "2019-09",
  };
}

/**
 * The drafts to try, in order: the one that `$schema` names, or otherwise all from newest to
 * oldest.
 */
export function draftsOf(schema: Schema): readonly SchemaDraft[] {
  const named = typeof schema === "boolean" ? undefined : draftNamedBy(schema);
  return named === undefined ? ["2020-12", "2019-09", "07", "04"] : [named];
}

function draftNamedBy(schema: JsonObject): SchemaDraft | undefined {
  const uri = textOf(schema, "$schema") ?? "";
  const match = /json-schema\.org\/(?:draft\/(2019-09|2020-12)|draft-(04|06|07))\//.exec(uri);
  return (match?.[1] ?? match?.[2]) as SchemaDraft | undefined;
}

/** The bounds that a schema sets for numbers; infinite if it sets none. */
export type Bounds = {
  readonly min: number;
  readonly minExclusive: number;
  readonly max: number;
  readonly maxExclusive: number;
};

/** Reads the bounds; draft 04 has boolean flags for the exclusive ones. */
export function boundsOf(schema: JsonObject, dialect: Dialect): Bounds {
  const min = numberOf(schema, "minimum") ?? -Infinity;
  const max = numberOf(schema, "maximum") ?? Infinity;
  if (dialect.hasBooleanBounds) {
    const isMinExclusive = keyword(schema, "exclusiveMinimum") === true;
    const isMaxExclusive = keyword(schema, "exclusiveMaximum") === true;
    return {
      min: isMinExclusive ? -Infinity : min,
      minExclusive: isMinExclusive ? min : -Infinity,
      max: isMaxExclusive ? Infinity : max,
      maxExclusive: isMaxExclusive ? max : Infinity,
    };
  }
  return {
    min,
    minExclusive: numberOf(schema, "exclusiveMinimum") ?? -Infinity,
    max,
    maxExclusive: numberOf(schema, "exclusiveMaximum") ?? Infinity,
  };
}
