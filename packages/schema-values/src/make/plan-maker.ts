import { cached } from "../cached.ts";
import { drawn } from "../covering/turns.ts";
import type { JsonValue } from "../json.ts";
import type { Hints } from "../lexicon/lexicon.ts";
import { conforming, conformityTest, finiteValues } from "../plan/candidates.ts";
import { measureWay } from "../plan/height.ts";
import { valuesIn } from "../plan/literal.ts";
import { type Branching, hasMany, type Plan, type Planner, type Way } from "../plan/plan.ts";
import { waysOut } from "../plan/steps.ts";
import { words } from "../source/keywords.ts";
import { ANY_TYPE, TYPES } from "../source/schema.ts";
import { arrayMaker } from "./array-maker.ts";
import { type Alternative, alternativesMaker, branchMaker, statedBy } from "./branch-maker.ts";
import { chooserOf, isIfStated } from "./choose.ts";
import { hintsOf } from "./hints-of.ts";
import type { Maker, MakeTools } from "./making.ts";
import { ANY_NUMBER, numberMaker } from "./number-maker.ts";
import { objectMaker } from "./object-maker.ts";
import { textMaker } from "./text/text-maker.ts";

const MOST_MAKERS = 100_000;

/** Creates tools without any makers; `makerOf` and `restOf` create them on demand. */
export function createMakeTools(
  planner: Planner,
  supplies: Pick<MakeTools, "lexicon" | "texts">,
): MakeTools {
  const lists = new Map<Plan, readonly JsonValue[] | undefined>();
  const makers = new Map<string, Maker>();
  const makerFor = (plan: Plan, name: string, isRest: boolean): Maker => {
    if (makers.size > MOST_MAKERS) makers.clear();
    return cached(makers, `${plan.id}${isRest ? "…" : ""} ${name}`, () => {
      let made: Maker | undefined;
      return (making) => {
        made ??= planMaker(tools, plan, name);
        const { turns } = making;
        if (turns === undefined) return made(making);
        const make = (): JsonValue | undefined => made?.(making);
        return isRest ? turns.rest(plan, make) : turns.value(making, plan, make);
      };
    });
  };
  const tools: MakeTools = {
    planner,
    ...supplies,
    makerOf: (plan, name) => makerFor(plan, name, false),
    restOf: (plan, name) => makerFor(plan, name, true),
    finiteValuesOf: (plan) => cached(lists, plan, () => finiteValues(planner, plan)),
  };
  return tools;
}

/** Makes values for a plan. Some rows get the schema's own examples. */
function planMaker(tools: MakeTools, plan: Plan, name: string): Maker {
  const steps = tools.planner.stepsOf(plan);
  switch (steps.kind) {
    case "dead":
      return () => undefined;
    case "values":
      return choiceMaker(tools, steps.values, hintsOf(plan, name));
    case "same":
      return tools.restOf(steps.plan, name);
    case "choice": {
      const make = branchMaker(tools, steps, name);
      // If there are too many choices, their alternatives are drawn instead of taken in turn.
      const atRandom: Maker = (making) => drawn(making, () => make(making));
      return withExamples(tools, plan, hasMany(plan) ? atRandom : make);
    }
    case "typed":
      return withExamples(tools, plan, typedMaker(tools, plan, steps, name));
  }
}

function choiceMaker(tools: MakeTools, values: readonly JsonValue[], hints: Hints): Maker {
  const draw = chooserOf(tools.lexicon, values, hints);
  return (making) =>
    making.turns === undefined ? draw(making) : values[making.turns.choose(values.length)];
}

/** Shares of the rows with an example, and with the default. */
const SHARES = { scalarExample: 0.5, example: 0.3, default: 0.2 };

function withExamples(tools: MakeTools, plan: Plan, make: Maker): Maker {
  const { parts } = plan.flat;
  const isScalar = (value: JsonValue): boolean => typeof value !== "object" || value === null;
  const copied = (value: JsonValue): JsonValue =>
    isScalar(value) ? value : JSON.parse(JSON.stringify(value));
  const lists = valuesIn(parts, "examples").filter(Array.isArray);
  const listed = [...lists.flat(), ...valuesIn(parts, "example")];
  const examples = conforming(tools.planner, plan, listed);
  const standard = conforming(tools.planner, plan, valuesIn(parts, "default").filter(isScalar));
  if (examples.length + standard.length === 0) return make;
  const usual = examples.every(isScalar) ? SHARES.scalarExample : SHARES.example;
  const share = examples.length === 0 ? 0 : usual;
  const shareWithDefault = share + (standard.length === 0 ? 0 : SHARES.default);
  return (making) => {
    if (making.turns !== undefined) return make(making);
    const draw = making.rng.next();
    if (draw >= shareWithDefault) return make(making);
    const listed = draw < share ? copied(making.rng.pick(examples)) : making.rng.pick(standard);
    return statedBy(make, making) ?? listed;
  };
}

type Typed = { readonly ways: readonly Way[]; readonly nots: readonly Branching[] };
type TypedAlternative = Alternative & { readonly way: Way };

function typedMaker(tools: MakeTools, plan: Plan, { ways, nots }: Typed, name: string): Maker {
  const isAny = plan.flat.types === ANY_TYPE;
  const hints = hintsOf(plan, name);
  const possible = ways.flatMap((way): TypedAlternative[] => {
    const height = measureWay(way, tools.planner.heightOf);
    if (height === Infinity) return [];
    const isNull = !isAny && way.kind === "values" && way.values[0] === null;
    const make = wayMaker(tools, plan, way, hints);
    return [{ make, height, weight: weightOf(plan, way), isNull, way }];
  });
  const make = waysMaker(possible, isAny, isIfStated(hints));
  return nots.length === 0 ? make : avoiding(tools, plan, { nots, make, name });
}

function waysMaker(
  possible: readonly TypedAlternative[],
  isAny: boolean,
  isUnstated: boolean,
): Maker {
  const [first] = possible;
  if (first === undefined) return () => undefined;
  if (possible.length === 1) return first.make;
  const draw = alternativesMaker(possible, isUnstated);
  const inTurn = possible.filter(({ weight }) => !isAny || weight >= LIKELY);
  const waysInTurn = inTurn.map(({ way }) => way);
  return (making) => {
    if (making.turns === undefined) return draw(making);
    if (inTurn.length === 0) return drawn(making, () => draw(making));
    return making.turns.oneOf(waysInTurn, (place) => inTurn[place]?.make(making));
  };
}

function wayMaker(tools: MakeTools, plan: Plan, way: Way, hints: Hints): Maker {
  switch (way.kind) {
    case "values":
      return choiceMaker(tools, way.values, hints);
    case "number": {
      const { min, max } = way.shape;
      const { leaves, parts } = plan.flat;
      const isRestricted = leaves.length + valuesIn(parts, "format").length > 0;
      const accepts = isRestricted ? conformityTest(tools.planner, plan) : () => true;
      const isWhole = (way.types & TYPES.fraction) === 0;
      const kind = tools.lexicon.number({ ...hints, min, max, isWhole }) ?? ANY_NUMBER;
      return numberMaker(way, hints.name, kind, accepts);
    }
    case "text":
      return textMaker(tools, plan, way.shape, hints);
    case "object":
      return objectMaker(tools, way, hints);
    case "array":
      return arrayMaker(tools, way, hints);
  }
}

/** The weight of a type that keywords hint at. */
const LIKELY = 60;

/** Keywords that hint at a type, and the type's weight if a schema has none of them. */
const TYPE_HINTS: {
  readonly [kind in Way["kind"]]: readonly [weight: number, ...keywords: readonly string[]];
} = {
  values: [1],
  object: [1, ...words("properties required additionalProperties patternProperties minProperties")],
  array: [1, "items", "prefixItems", "minItems", "contains", "uniqueItems"],
  text: [4, "pattern", "format", "minLength", "maxLength"],
  number: [2, "minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"],
};

/** A type's relative probability, which is higher if keywords such as `items` hint at the type. */
function weightOf({ flat }: Plan, { kind }: Way): number {
  const [weight, ...names] = TYPE_HINTS[kind];
  const isHinted = names.some((name) => valuesIn(flat.parts, name).length > 0);
  return isHinted ? LIKELY : weight;
}

const NOT_TRIES = 4;
const CHECK_STEPS = 200_000;

type Avoiding = Pick<Typed, "nots"> & { readonly make: Maker; readonly name: string };

/** Makes values, and replaces each one that a `not` excludes with a value from another plan. */
function avoiding(tools: MakeTools, plan: Plan, { make, nots, name }: Avoiding): Maker {
  const { planner } = tools;
  const isViolated = ({ choice: { negated } }: Branching, value: JsonValue): boolean =>
    negated !== undefined && planner.checks.of(negated)(value, { steps: CHECK_STEPS });
  return (making) => {
    for (let i = 0; i < NOT_TRIES; i++) {
      const value = make(making);
      const not = value === undefined ? undefined : nots.find((it) => isViolated(it, value));
      if (not === undefined) return value;
      if (i === 0) continue;
      const open = { ...not, plans: waysOut(planner, plan, not) };
      const other = branchMaker(tools, open, name)(making);
      if (other !== undefined) return other;
    }
    return undefined;
  };
}
