import { drawn } from "../covering/turns.ts";
import type { JsonValue } from "../json.ts";
import { itemName } from "../lexicon/lexicon.ts";
import { conforming, conformityTest } from "../plan/candidates.ts";
import { measureWay } from "../plan/height.ts";
import type { NotChoice, Plan, Steps, Way } from "../plan/plan.ts";
import { waysOut } from "../plan/steps.ts";
import { ANY_TYPE, cloneJson, keyword, TYPES } from "../source/schema.ts";
import { arrayMaker } from "./array-maker.ts";
import { branchMaker, chooserOf, leapingMaker } from "./branch-maker.ts";
import { hintsOf, ownerOf } from "./hints-of.ts";
import { byWeight, isLate, type Maker, type MakeTools, statedBy } from "./making.ts";
import { ANY_NUMBER, numberMaker } from "./number-maker.ts";
import { objectMaker } from "./object-maker.ts";
import { textMaker } from "./text/text-maker.ts";

const NOT_TRIES = 4;
const CHECK_STEPS = 200_000;

/** A maker of values for a plan; prefers the schema's own examples. */
export function planMaker(tools: MakeTools, plan: Plan, name: string): Maker {
  const steps = tools.planner.stepsOf(plan);
  const make = stepsMaker(tools, plan, { steps, name });
  return steps.kind === "same" || steps.kind === "dead"
    ? make
    : withExamples(tools, plan, { make, steps });
}

type Stepping = { readonly steps: Steps; readonly name: string };

function stepsMaker(tools: MakeTools, plan: Plan, { steps, name }: Stepping): Maker {
  switch (steps.kind) {
    case "dead":
      return () => undefined;
    case "values": {
      const { values } = steps;
      return values.length === 0 ? () => undefined : choiceMaker(tools, plan, { values, name });
    }
    case "same":
      return tools.restOf(steps.plan, name);
    case "choice":
      return leapingMaker(tools, plan, { name, make: branchMaker(tools, steps, name) });
    case "typed": {
      const make = waysMaker(tools, plan, { ways: steps.ways, name });
      return steps.nots.length === 0
        ? make
        : avoiding(tools, plan, { make, nots: steps.nots, name });
    }
  }
}

type Exampled = { readonly make: Maker; readonly steps: Steps };

function withExamples(tools: MakeTools, plan: Plan, { make, steps }: Exampled): Maker {
  if (steps.kind === "values") return make;
  const { parts } = plan.flat;
  const listed = parts.flatMap((part) => {
    const values = keyword(part.schema, "examples");
    const single = keyword(part.schema, "example");
    return [...(Array.isArray(values) ? values : []), ...(single === undefined ? [] : [single])];
  });
  const defaults = parts.flatMap((part) => {
    const value = keyword(part.schema, "default");
    return value === undefined || (typeof value === "object" && value !== null) ? [] : [value];
  });
  const examples = conforming(tools.planner, plan, listed);
  const standard = conforming(tools.planner, plan, defaults);
  if (examples.length + standard.length === 0) return make;
  const isScalar = examples.every((value) => typeof value !== "object" || value === null);
  const share = examples.length === 0 ? 0 : isScalar ? 0.5 : 0.3;
  const shareWithDefault = share + (standard.length === 0 ? 0 : 0.2);
  return (making) => {
    if (making.turns !== undefined) return make(making);
    const draw = making.rng.next();
    if (draw < share) return cloneJson(making.rng.pick(examples));
    if (draw < shareWithDefault) return making.rng.pick(standard);
    return make(making);
  };
}

/** Ways with at least this weight are what a schema without `type` describes. */
const LIKELY = 60;

type Ways = { readonly ways: readonly Way[]; readonly name: string };

function waysMaker(tools: MakeTools, plan: Plan, { ways, name }: Ways): Maker {
  const look = tools.planner.heightOf;
  const possible = ways
    .map((way) => ({ way, height: measureWay(way, look), weight: weightOf(plan, way) }))
    .filter((it) => it.height !== Infinity)
    .map((it) => ({ ...it, make: wayMaker(tools, plan, { way: it.way, name }) }));
  const [first, second, third] = possible;
  if (first === undefined) return () => undefined;
  if (second === undefined) return first.make;
  const cheapest = [...possible].sort((a, b) => a.height - b.height);
  const likely =
    plan.flat.types === ANY_TYPE ? possible.filter(({ weight }) => weight >= LIKELY) : possible;
  const inTurn = likely.flatMap(({ way, make }) =>
    way.kind === "values"
      ? byType(way.values).map((values) => choiceMaker(tools, plan, { values, name }))
      : [make],
  );
  return function self(making): JsonValue | undefined {
    if (making.turns !== undefined)
      return inTurn.length === 0 ? drawn(making, self) : making.turns.oneOf(inTurn, making);
    const order = isLate(making) ? cheapest : byWeight(possible, making);
    const [preferred, other] = order;
    const isNull = preferred?.way.kind === "values" && third === undefined && !isLate(making);
    const stated = isNull && other !== undefined ? statedBy(other.make, making) : undefined;
    if (stated !== undefined) return stated;
    for (const { make } of order) {
      const value = make(making);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

/** Null and booleans are different types. */
function byType(values: readonly JsonValue[]): (readonly JsonValue[])[] {
  const lists = [true, false].map((isNull) => values.filter((it) => (it === null) === isNull));
  return lists.filter(({ length }) => length > 0);
}

function wayMaker(tools: MakeTools, plan: Plan, { way, name }: { way: Way; name: string }): Maker {
  switch (way.kind) {
    case "values":
      return choiceMaker(tools, plan, { values: way.values, name });
    case "number": {
      const { shape, types } = way;
      const isRestricted = plan.flat.leaves.length > 0;
      const accepts = isRestricted ? conformityTest(tools.planner, plan) : () => true;
      const { min, max } = shape;
      const isWhole = (types & TYPES.fraction) === 0;
      const kind =
        tools.lexicon.number({ ...hintsOf(plan, name), min, max, isWhole }) ?? ANY_NUMBER;
      return numberMaker(shape, { types, kind, accepts });
    }
    case "text":
      return textMaker(tools, plan, { shape: way.shape, name });
    case "object":
      return objectMaker(tools, way, {
        owner: ownerOf(plan, name),
        item: itemName(name, hintsOf(plan, name).description),
      });
    case "array":
      return arrayMaker(tools, way, { name, hints: hintsOf(plan, name) });
  }
}

type Choosing = { readonly values: readonly JsonValue[]; readonly name: string };

/** A maker that takes one of several values. */
function choiceMaker(tools: MakeTools, plan: Plan, { values, name }: Choosing): Maker {
  const draw = chooserOf(tools.lexicon, values, hintsOf(plan, name));
  return (making) =>
    making.turns === undefined ? draw(making) : values[making.turns.choose(values.length)];
}

/** How likely a type is: if `type` is missing, other keywords hint at the intended one. */
function weightOf(plan: Plan, way: Way): number {
  const has = (...names: string[]): boolean =>
    plan.flat.parts.some((part) => names.some((name) => keyword(part.schema, name) !== undefined));
  switch (way.kind) {
    case "values":
      return 1;
    case "object":
      return has(
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "minProperties",
      )
        ? LIKELY
        : 1;
    case "array":
      return has("items", "prefixItems", "minItems", "contains", "uniqueItems") ? LIKELY : 1;
    case "text":
      return has("pattern", "format", "minLength", "maxLength") ? LIKELY : 4;
    case "number":
      return has("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
        ? LIKELY
        : 2;
  }
}

type Avoiding = {
  readonly make: Maker;
  readonly nots: readonly NotChoice[];
  readonly name: string;
};

/**
 * Makes values as if nothing were excluded, and switches to another plan if a value turns out to be
 * excluded.
 */
function avoiding(tools: MakeTools, plan: Plan, { make, nots, name }: Avoiding): Maker {
  const exits: (Maker | undefined)[] = [];
  const violated = (value: JsonValue): number =>
    nots.findIndex(({ choice }) => {
      const { negated } = choice;
      return negated !== undefined && tools.checks.of(negated)(value, { steps: CHECK_STEPS });
    });
  const exitOf = (index: number): Maker => {
    const not = nots[index];
    return not === undefined
      ? () => undefined
      : branchMaker(tools, { choice: not.choice, plans: waysOut(tools.planner, plan, not) }, name);
  };
  return (making) => {
    for (let i = 0; i < NOT_TRIES; i++) {
      const value = make(making);
      if (value === undefined) return undefined;
      const index = violated(value);
      if (index < 0) return value;
      if (i === 0) continue;
      exits[index] ??= exitOf(index);
      const other = exits[index]?.(making);
      if (other !== undefined) return other;
    }
    return undefined;
  };
}
