import type { JsonValue } from "../json.ts";
import { type Maker, type MakeTools, SOFT_DEPTH } from "../make/making.ts";
import { weightOf } from "../make/plan-maker.ts";
import { measureWay } from "../plan/height.ts";
import { positive } from "../plan/literal.ts";
import { hasMany, type Plan, type Steps, type Way } from "../plan/plan.ts";
import type { SubSchema } from "../source/part.ts";
import { ANY_TYPE, TYPES, typeOfValue } from "../source/schema.ts";
import { hashOf, mixed } from "./chooser.ts";
import {
  type CoverMaking,
  chosen,
  createReach,
  type Label,
  type Makers,
  OWN,
  spotFor,
  type TypedCover,
  type Walk,
} from "./cover-making.ts";
import { arrayCover, objectCover } from "./cover-parts.ts";

/** Levels of recursion that choices reach; deeper values are as small as possible. */
const MOST_LEVELS = 3;
/** Once a row has more values than this, the others are as small as possible. */
const MOST_MADE = 1500;
const TRIES = 6;

type Choosing = Extract<Steps, { kind: "choice" }>;

/** Covering makers for plans. */
export function coverMakers(usual: MakeTools): Makers {
  const known = new Map<string, Maker>();
  const labels = new Map<string, Label>();
  const types = new Map<string, SubSchema>();
  const makers: Makers = {
    ...createReach(usual.planner),
    usual,
    cover: {
      ...usual,
      makerOf: (plan, name) => {
        const key = `${plan.id} ${name}`;
        const maker = known.get(key) ?? valueMaker(makers, plan, name);
        known.set(key, maker);
        return maker;
      },
    },
    ofType: (type) => {
      const part =
        types.get(type) ?? usual.planner.subSchemas.made(usual.planner.subSchemas.root, { type });
      types.set(type, part);
      return part;
    },
    labelOf: (name, identityOf) => {
      const label = labels.get(name) ?? {
        hash: hashOf(name),
        identityOf: remembered(identityOf),
      };
      labels.set(name, label);
      return label;
    },
  };
  return makers;
}

function remembered(identityOf: Label["identityOf"]): Label["identityOf"] {
  const known = new Map<Plan, string | number>();
  return (plan) => {
    const identity = known.get(plan) ?? identityOf(plan);
    known.set(plan, identity);
    return identity;
  };
}

function valueMaker(makers: Makers, plan: Plan, name: string): Maker {
  const usual = makers.usual.makerOf(plan, name);
  const make = partMaker(makers, name);
  return (given) => {
    const making = given as CoverMaking;
    const { spot, pointer, levels } = making;
    const forced = making.forced.get(spot.site);
    if (forced?.kind === "value") return forced.value;
    const level = levels.get(plan) ?? 0;
    const isLate =
      level >= (making.deepest || MOST_LEVELS) || making.made++ > MOST_MADE || making.steps < 0;
    if (isLate) return smallest(making, usual);
    levels.set(plan, level + 1);
    const value = make(plan, { making, spot, pointer, name, stages: [] });
    levels.set(plan, level);
    if (value !== undefined) making.visits.push({ kind: "value", site: spot.site, pointer, plan });
    return value;
  };
}

function smallest(making: CoverMaking, usual: Maker): JsonValue | undefined {
  const { depth, optional } = making;
  making.depth = SOFT_DEPTH;
  making.optional = 0;
  const value = usual(making);
  making.depth = depth;
  making.optional = optional;
  return value;
}

/** Makes a value for a plan at a spot, possibly after some choices. */
export type PartMaker = (plan: Plan, walk: Walk) => JsonValue | undefined;

function partMaker(makers: Makers, name: string): PartMaker {
  const typed = new Map<Plan, TypedCover>();
  const make: PartMaker = (plan, walk) => {
    const steps = makers.usual.planner.stepsOf(plan);
    switch (steps.kind) {
      case "dead":
        return undefined;
      case "same":
        return make(steps.plan, walk);
      case "values":
        return chosen(steps.values, walk);
      case "choice":
        return hasMany(plan)
          ? makers.usual.makerOf(plan, name)(walk.making)
          : branched({ makers, plan, steps, make }, walk);
      case "typed": {
        const cover = typed.get(plan) ?? typedCover(makers, plan, { steps, name });
        typed.set(plan, cover);
        return cover(walk);
      }
    }
  };
  return make;
}

type Branching = {
  readonly makers: Makers;
  readonly plan: Plan;
  readonly steps: Choosing;
  readonly make: PartMaker;
};

function branched({ makers, plan, steps, make }: Branching, walk: Walk): JsonValue | undefined {
  const { making } = walk;
  const options = steps.plans.filter((next) => makers.usual.planner.heightOf(next) !== Infinity);
  making.steps -= 1 + plan.flat.parts.length;
  if (options.length === 0 || making.steps < 0) return undefined;
  const { share, ...spot } = spotFor(walk, choiceLabel(makers, steps));
  const pick = making.chooser.choose(spot, options.length);
  const first = making.deepest > 0 ? makers.deepestOf(options, pick.alternative) : pick.alternative;
  for (let i = 0; i < Math.min(TRIES, options.length); i++) {
    const place = (first + i) % options.length;
    const taken = options[place] ?? plan;
    const stage = { options, taken, pick, share, site: spot.site };
    const value = make(taken, { ...walk, stages: [...walk.stages, stage] });
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Alternatives of an earlier choice that leave the same branches reach the same choice. */
function choiceLabel({ labelOf, usual: { planner } }: Makers, { choice }: Choosing): Label {
  return labelOf(`choice ${choice.pointer} ${choice.key}`, (plan) => {
    if (!plan.flat.choices.some((it) => it.key === choice.key)) return plan.id;
    const resolved = new Set(plan.resolved).add(choice.key);
    const left = choice.options
      .map((atoms) => planner.plan([...plan.atoms, ...atoms], resolved))
      .map((next) => (planner.conflictOf(next, 1) === undefined ? 1 : 0));
    return left.join("");
  });
}

type Typing = { readonly steps: Extract<Steps, { kind: "typed" }>; readonly name: string };

const CHECK_STEPS = 200_000;
/** Ways with at least this weight are what a schema without `type` describes. */
const LIKELY = 60;

/** A maker that takes each type in turn. */
export function typedCover(makers: Makers, plan: Plan, { steps, name }: Typing): TypedCover {
  const { usual } = makers;
  const make = waysCover(makers, plan, { ways: likelyWays(makers, plan, steps.ways), name });
  const checks = steps.nots.flatMap(({ choice }) =>
    choice.negated === undefined ? [] : usual.checks.of(choice.negated),
  );
  return (walk) => {
    const value = make(walk);
    if (value === undefined) return undefined;
    const isExcluded = checks.some((check) => check(value, { steps: CHECK_STEPS }));
    return isExcluded ? usual.makerOf(plan, name)(walk.making) : value;
  };
}

/** Without `type`, only the types that other keywords are about; none if there are no such keywords. */
function likelyWays({ usual }: Makers, plan: Plan, ways: readonly Way[]): readonly Way[] {
  const possible = ways.filter((way) => measureWay(way, usual.planner.heightOf) !== Infinity);
  if (plan.flat.types !== ANY_TYPE) return possible;
  return possible.filter((way) => weightOf(plan, way) >= LIKELY);
}

type Ways = { readonly ways: readonly Way[]; readonly name: string };

function waysCover(makers: Makers, plan: Plan, { ways, name }: Ways): TypedCover {
  const usual = makers.usual.makerOf(plan, name);
  const covers = ways.flatMap((way) =>
    wayCovers(makers, plan, { way, name, isOnly: ways.length === 1 }),
  );
  const [first, second] = covers;
  if (first === undefined) return (walk) => usual(walk.making);
  if (second === undefined) return first;
  return (walk) => {
    const spot = spotFor(walk, OWN);
    const pick = walk.making.chooser.choose(spot, covers.length);
    const { alternative } = pick;
    const within = {
      site: mixed(spot.site, alternative + 1),
      rank: pick.rankAmong((other) => other === alternative),
    };
    return covers[alternative]?.({ ...walk, spot: within, stages: [] });
  };
}

type OneWay = { readonly way: Way; readonly name: string; readonly isOnly: boolean };

/** The covers of a way; null and booleans are two. */
function wayCovers(makers: Makers, plan: Plan, { way, name, isOnly }: OneWay): TypedCover[] {
  switch (way.kind) {
    case "values": {
      const types = [...new Set(way.values.map(typeOfValue))];
      const lists = types.map((type) => way.values.filter((it) => typeOfValue(it) === type));
      return lists.map((values) => (walk) => chosen(values, walk));
    }
    case "object":
      return [objectCover(makers, plan, { way, name })];
    case "array":
      return [arrayCover(makers, plan, { way, name })];
    case "text":
    case "number": {
      const type =
        way.kind === "text" ? "string" : (way.types & TYPES.fraction) === 0 ? "integer" : "number";
      const { planner } = makers.usual;
      const only = isOnly ? plan : planner.plan([...plan.atoms, positive(makers.ofType(type))]);
      const make = makers.usual.makerOf(only, name);
      return [
        ({ making, spot: { site }, pointer }) => {
          const forced = making.forced.get(site);
          if (forced?.kind === "value") return forced.value;
          const value = make(making);
          if (value !== undefined)
            making.visits.push({ kind: "leaf", site, pointer, plan: only, value });
          return value;
        },
      ];
    }
  }
}
