import { containsBounds } from "../check/value-checks.ts";
import { type SubSchema, type Tuple, tupleOf } from "../source/part.ts";
import { keyword, numberOf } from "../source/schema.ts";
import {
  type Conjunction,
  type Literal,
  type ObjectPart,
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
  /** Whether some items must be equal. */
  readonly hasRepeats: boolean;
  /** The index from which all items have the same schemas. */
  readonly prefix: number;
  readonly contains: readonly Contains[];
  /** The schemas of the item at an index. */
  atomsOf(index: number): readonly Literal[];
  /** Whether an index allows only items that match `contains`. */
  isUnseen(index: number): boolean;
};

/** The array shapes of conjunctions; each is computed once. */
export type ArrayMemory = { readonly arrays: WeakMap<Conjunction, ArrayShape> };

type ShapeTools = PlanTools & { readonly memory: ArrayMemory };

/** Reads the array keywords; unevaluated items are known only once no choice is open. */
export function arrayShape(tools: ShapeTools, flat: Conjunction): ArrayShape {
  const shape = tools.memory.arrays.get(flat) ?? readShape(tools, flat);
  tools.memory.arrays.set(flat, shape);
  return shape;
}

function readShape(tools: PlanTools, flat: Conjunction): ArrayShape {
  const { dialect, subSchemas } = tools;
  const tuples = flat.parts.map((part) => ({ part, tuple: tupleOf(part.schema, dialect) }));
  const isSettled = flat.choices.every((choice) => choice.kind === "not");
  const unevaluated = dialect.hasUnevaluated && isSettled ? unevaluatedOf(tools, flat) : [];
  const numbers = (name: string, fallback: number): number[] =>
    flat.parts.map((part) => numberOf(part.schema, name) ?? fallback);
  const contains = flat.parts.flatMap((part) => containsOf(tools, part));
  const hasRepeats = flat.leaves.some((leaf) => keyword(leaf.schema, "uniqueItems") === true);
  return {
    least: Math.max(hasRepeats ? 2 : 0, ...numbers("minItems", 0)),
    most: Math.min(Infinity, ...numbers("maxItems", Infinity)),
    isUnique: flat.parts.some((part) => keyword(part.schema, "uniqueItems") === true),
    hasRepeats,
    prefix: Math.max(0, ...tuples.map(({ tuple }) => tuple.prefix.length)),
    contains,
    atomsOf: (index) => {
      const own = tuples.flatMap(({ part, tuple }) => {
        const item = tuple.prefix[index] ?? tuple.rest;
        return item === undefined
          ? []
          : [positive(subSchemas.below(part, item.schema, item.tokens))];
      });
      const rest = unevaluated.filter((owner) => !owner.hasContains && !owner.sees(index));
      return [...own, ...rest.map((owner) => positive(owner.part))];
    },
    isUnseen: (index) => unevaluated.some((owner) => owner.hasContains && !owner.sees(index)),
  };
}

function containsOf(tools: PlanTools, part: ObjectPart): Contains[] {
  const contains = tools.subSchemas.one(part, "contains", "below");
  if (contains === undefined) return [];
  const bounds = containsBounds(part.schema, tools.dialect.hasUnevaluated);
  return [{ part: contains, ...bounds }];
}

type Owner = {
  readonly part: SubSchema;
  /** Whether `contains` evaluates items too. */
  readonly hasContains: boolean;
  sees(index: number): boolean;
};

function unevaluatedOf(tools: PlanTools, flat: Conjunction): Owner[] {
  return flat.parts.flatMap((part) => {
    const below = tools.subSchemas.one(part, "unevaluatedItems", "below");
    if (below === undefined) return [];
    const within = flat.parts.filter(
      (other) => other.id === part.id || other.owners.includes(part.id),
    );
    const isOpen = within.some((other) => isOpenEnded(tools, other, other.id === part.id));
    const seen = Math.max(
      0,
      ...within.map((other) => tupleOf(other.schema, tools.dialect).prefix.length),
    );
    const hasContains =
      tools.dialect.hasPrefixItems &&
      within.some((other) => keyword(other.schema, "contains") !== undefined);
    const sees = (index: number): boolean => isOpen || index < seen;
    return [{ part: below, hasContains, sees }];
  });
}

function isOpenEnded(tools: PlanTools, part: ObjectPart, isOwner: boolean): boolean {
  const tuple: Tuple = tupleOf(part.schema, tools.dialect);
  if (tuple.rest !== undefined) return true;
  return !isOwner && keyword(part.schema, "unevaluatedItems") !== undefined;
}
