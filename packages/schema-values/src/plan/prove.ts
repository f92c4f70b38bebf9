import { onlyValues } from "./counted.ts";
import { finiteValues } from "./finite-values.ts";
import { assertionsOf } from "./leaf.ts";
import type { Contradiction } from "./literal.ts";
import { positive } from "./literal.ts";
import { conflictOfNames } from "./name-conflict.ts";
import { requiredConflict } from "./object-conflict.ts";
import { pathsOf } from "./paths.ts";
import type { Plan, Way } from "./plan.ts";
import type { Planner } from "./planner.ts";

const MOST_LEVELS = 6;

type WayOf<Kind extends Way["kind"]> = Extract<Way, { kind: Kind }>;

/**
 * A proof that a plan has no value, for when no value was found. It searches deeper than the
 * conflict search and counts values. Undefined proves nothing.
 */
export function prove(
  planner: Planner,
  plan: Plan,
  levels: number = MOST_LEVELS,
): Contradiction | undefined {
  const steps = planner.stepsOf(plan);
  switch (steps.kind) {
    case "dead":
      return steps.conflict;
    case "values":
      return undefined;
    case "same":
      return prove(planner, steps.plan, levels);
    case "choice": {
      if (levels === 0) return undefined;
      const inner = ofAll(steps.plans, (next) => prove(planner, next, levels - 1));
      if (inner === undefined) return undefined;
      return {
        reason: `no branch is possible: for the first, ${inner.reason}`,
        paths: [steps.choice.pointer, ...inner.paths],
      };
    }
    case "typed":
      return (
        (levels === 0
          ? undefined
          : ofAll(steps.ways, (way) => proofOfWay(planner, plan, { way, levels }))) ??
        proofByListing(planner, plan)
      );
  }
}

/** The first of the proofs if every item has one; otherwise undefined. */
function ofAll<Item>(
  items: readonly Item[],
  proofOf: (item: Item) => Contradiction | undefined,
): Contradiction | undefined {
  const proofs = items.map(proofOf);
  return proofs.every((proof) => proof !== undefined) ? proofs[0] : undefined;
}

/** A proof for plans whose few candidate values all conform to a `not`. */
function proofByListing(planner: Planner, plan: Plan): Contradiction | undefined {
  if (finiteValues(planner, plan)?.length !== 0) return undefined;
  const { parts } = plan.flat;
  const nots = pathsOf(parts, "not");
  if (nots.length > 0) return { reason: "`not` excludes every remaining value", paths: nots };
  const paths = parts.flatMap((part) => pathsOf([part], ...assertionsOf(part.schema)));
  return { reason: "none of the few values within the bounds conforms", paths };
}

type Look = { readonly way: Way; readonly levels: number };

function proofOfWay(
  planner: Planner,
  plan: Plan,
  { way, levels }: Look,
): Contradiction | undefined {
  switch (way.kind) {
    case "object":
      return proofOfObject(planner, plan, { way, levels });
    case "array":
      return proofOfArray(planner, plan, { way, levels });
    case "text":
      return planner.texts.proofAgainst(way.shape);
    default:
      return undefined;
  }
}

type ObjectLook = { readonly way: WayOf<"object">; readonly levels: number };

function proofOfObject(
  planner: Planner,
  plan: Plan,
  { way, levels }: ObjectLook,
): Contradiction | undefined {
  for (const [key, path] of way.shape.required) {
    const child = way.child(key);
    const inner = child === undefined ? undefined : prove(planner, child, levels - 1);
    if (inner !== undefined) return requiredConflict(key, path, inner);
  }
  return conflictOfNames(planner, plan, way);
}

type ArrayLook = { readonly way: WayOf<"array">; readonly levels: number };

function proofOfArray(
  planner: Planner,
  plan: Plan,
  { way, levels }: ArrayLook,
): Contradiction | undefined {
  const { shape } = way;
  const first = shape.least > 0 ? prove(planner, way.child(0, []), levels - 1) : undefined;
  if (first !== undefined)
    return { ...first, reason: `item 0 can't have a value: ${first.reason}` };
  return shape.isUnique ? proofByCounting(planner, plan, way) : undefined;
}

const ITEMS = ["prefixItems", "items", "additionalItems"];
const MOST_PREFIX = 8;

/** A proof that there are fewer distinct values than required unique items. */
function proofByCounting(
  planner: Planner,
  plan: Plan,
  { shape, child }: WayOf<"array">,
): Contradiction | undefined {
  const { parts } = plan.flat;
  const places = Math.min(shape.least, shape.prefix + 1);
  if (places > MOST_PREFIX) return undefined;
  const lists = Array.from({ length: places }, (_, i) => finiteValues(planner, child(i, [])));
  const known = lists.filter((list) => list !== undefined);
  if (known.length === lists.length && shape.least > 0) {
    const count = new Set(known.flat().map((value) => JSON.stringify(value))).size;
    if (count < shape.least) {
      const paths = pathsOf(parts, "uniqueItems", "minItems", ...ITEMS);
      return {
        reason: `${shape.least} items must be unique, but ${onlyValues(count)}`,
        paths,
      };
    }
  }
  for (const contains of shape.prefix > 0 ? [] : shape.contains) {
    const count = finiteValues(planner, child(0, [positive(contains.part)]))?.length;
    if (count === undefined || count >= contains.least) continue;
    const paths = pathsOf(parts, "uniqueItems", "minContains", "contains");
    const what = `${contains.least} items that match \`contains\` must be unique`;
    return { reason: `${what}, but ${onlyValues(count)}`, paths };
  }
  return undefined;
}
