import { containsBounds } from "../check/value-checks.ts";
import type { SubSchema } from "../source/part.ts";
import { keyword } from "../source/schema.ts";
import {
  type Conjunction,
  countsOf,
  isSettled,
  type Literal,
  once,
  type PlanTools,
  positive,
} from "./literal.ts";

/** A schema that some items must match. */
export type Contains = { readonly part: SubSchema; readonly least: number; readonly most: number };

/** The array constraints of a flat conjunction. */
export type ArrayShape = {
  readonly least: number;
  readonly most: number;
  readonly isUnique: boolean;
  /** The index from which all items have the same schemas. */
  readonly prefix: number;
  readonly contains: readonly Contains[];
  /** The schemas of the item at an index. */
  atomsOf(index: number): readonly Literal[];
};

/** Reads the array keywords; unevaluated items are known only once no choice is open. */
export const arrayShape: (tools: PlanTools, flat: Conjunction) => ArrayShape = once(
  ({ subSchemas }, flat) => {
    const { parts } = flat;
    const tuples = parts.map((part) => subSchemas.items(part));
    const contains = parts.flatMap((part) => {
      const sub = subSchemas.one(part, "contains");
      return sub === undefined ? [] : [{ part: sub, ...containsBounds(part.schema) }];
    });
    // Items that match `contains` are evaluated, too.
    const isKnown = isSettled(flat) && contains.length === 0;
    const unevaluated = isKnown
      ? parts.flatMap((part) => subSchemas.one(part, "unevaluatedItems") ?? [])
      : [];
    return {
      ...countsOf(parts, "minItems", "maxItems"),
      isUnique: parts.some((part) => keyword(part.schema, "uniqueItems") === true),
      prefix: Math.max(0, ...tuples.map(({ prefix }) => prefix.length)),
      contains,
      atomsOf: (index) => {
        const own = tuples.flatMap(({ prefix, rest }) => prefix[index] ?? rest ?? []);
        return (own.length > 0 ? own : unevaluated).map(positive);
      },
    };
  },
);
