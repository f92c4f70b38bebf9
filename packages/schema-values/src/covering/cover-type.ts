import { weightOf } from "../make/plan-maker.ts";
import { measureWay } from "../plan/height.ts";
import { positive } from "../plan/literal.ts";
import type { Plan, Steps, Way } from "../plan/plan.ts";
import { ANY_TYPE, TYPES, typeOfValue } from "../source/json-type.ts";
import { arrayCover } from "./cover-array.ts";
import { chosen, type Makers, OWN, spotFor, type TypedCover } from "./cover-making.ts";
import { objectCover } from "./cover-object.ts";
import { mixed } from "./permutation.ts";

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
