import type { JsonValue } from "../json.ts";
import type { MakeTools, Making } from "../make/making.ts";
import { childrenOf } from "../plan/height.ts";
import type { Plan, Planner } from "../plan/plan.ts";
import type { SubSchema } from "../source/part.ts";
import { cloneJson } from "../source/schema.ts";
import { type Chooser, mixed, type Pick, type Spot } from "./chooser.ts";

/** The prescription for the value at a site, or for a whole row. */
export type Forced =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "length"; readonly length: number }
  /** Whether all optional keys are present, or none. */
  | { readonly kind: "optional"; readonly isPresent: boolean; readonly keys: readonly string[] }
  /** A row that recurs to this many levels. */
  | { readonly kind: "deep"; readonly levels: number };

/** A value that was made, its location as a JSON Pointer, and what could be prescribed for it. */
export type Visit = { readonly site: number; readonly pointer: string } & (
  | { readonly kind: "value"; readonly plan: Plan }
  /** A string or number. */
  | { readonly kind: "leaf"; readonly plan: Plan; readonly value: JsonValue }
  | { readonly kind: "array"; readonly least: number; readonly most: number }
  | { readonly kind: "object"; readonly optional: readonly string[] }
);

/** The state while a row is made from choices. */
export type CoverMaking = Making & {
  readonly chooser: Chooser;
  /** The spot and location of the next value. */
  spot: Spot;
  pointer: string;
  /** How often each plan is on the path to the next value. */
  readonly levels: Map<Plan, number>;
  readonly forced: ReadonlyMap<number, Forced>;
  readonly visits: Visit[];
  /** Number of levels to which values recur; 0 if that follows from the choices. */
  readonly deepest: number;
};

/** A choice on the way to a value. */
export type Stage = {
  /** The plans that its alternatives lead to. */
  readonly options: readonly Plan[];
  readonly taken: Plan;
  readonly pick: Pick;
  readonly site: number;
  /** The share of the rows at the value's spot that reach the choice. */
  readonly share: number;
};

/** The state while one value is made: its spot, and the choices so far. */
export type Walk = {
  readonly making: CoverMaking;
  readonly spot: Spot;
  readonly pointer: string;
  readonly name: string;
  readonly stages: readonly Stage[];
};

/** Says which of a choice's alternatives reach the same thing: those with the same identity. */
export type Label = {
  readonly hash: number;
  identityOf(plan: Plan): string | number;
};

const MOST_COMPARED = 64;

/**
 * The spot of a choice below a value. Its rank counts only rows that reach it: those whose earlier
 * alternatives lead to the same thing.
 */
export function spotFor({ spot, stages }: Walk, label: Label): Spot & { readonly share: number } {
  let { rank } = spot;
  let share = 1;
  let site = mixed(spot.site, label.hash);
  for (const { options, taken, pick, ...stage } of stages) {
    const own = label.identityOf(taken);
    const isCompared = options.length <= MOST_COMPARED;
    const isMember = (place: number): boolean =>
      options[place] === taken || (isCompared && label.identityOf(options[place] ?? taken) === own);
    const members = [...options.keys()].filter(isMember);
    if (members.length === options.length) continue;
    rank = Math.floor(pick.rankAmong(isMember) * (share / stage.share));
    share *= members.length / options.length;
    site = mixed(mixed(site, stage.site), members[0] ?? 0);
  }
  return { site, rank, share };
}

/** The makers of a schema's values, whose choices follow the row's rank. */
export type Makers = Reach & {
  readonly usual: MakeTools;
  /** Tools whose makers make each choice by rank, and everything else as usual. */
  readonly cover: MakeTools;
  /** A schema for one type. */
  ofType(type: string): SubSchema;
  /** The label of a choice or key, which remembers what it found out about plans. */
  labelOf(name: string, identityOf: Label["identityOf"]): Label;
};

/** Makes a value of one of a plan's types. */
export type TypedCover = (walk: Walk) => JsonValue | undefined;

/** Each plan has its own. */
export const OWN: Label = { hash: 1, identityOf: (plan) => plan.id };

/** One of several values, each in turn. */
export function chosen(values: readonly JsonValue[], walk: Walk): JsonValue | undefined {
  const place =
    values.length < 2
      ? 0
      : walk.making.chooser.choose(spotFor(walk, OWN), values.length).alternative;
  const value = values[place];
  return value === undefined ? undefined : cloneJson(value);
}

/** How deep values can get. */
export type Reach = {
  /** The place of the plan with the deepest values; `fallback` if all are equally deep. */
  deepestOf(plans: readonly Plan[], fallback: number): number;
  /** Whether values of a plan can nest without end, as far as a short look ahead tells. */
  isEndless(plan: Plan): boolean;
};

/** Number of steps to look ahead, which leads around most cycles. */
const AHEAD = 12;
/** Larger schemas are searched only in part. */
const MOST_VISITS = 2000;

/** Looks ahead along the plans that a plan leads to. */
export function createReach(planner: Planner): Reach {
  const known = new Map<Plan, number[]>();
  const children = new Map<Plan, readonly Plan[]>();
  const below = (plan: Plan): readonly Plan[] => {
    const found = children.get(plan) ?? childrenOf(planner, plan);
    children.set(plan, found);
    return found;
  };
  let visits = 0;
  const depthOf = (plan: Plan, ahead: number): number => {
    const depths = known.get(plan) ?? [];
    known.set(plan, depths);
    if (ahead === 0 || visits > MOST_VISITS) return 0;
    if (depths[ahead] !== undefined) return depths[ahead];
    visits++;
    let most = 0;
    for (const child of below(plan)) {
      most = Math.max(most, 1 + depthOf(child, ahead - 1));
      if (most === ahead) break;
    }
    depths[ahead] = most;
    return most;
  };
  return {
    deepestOf: (plans, fallback) => {
      const depths = plans.map((plan) => depthOf(plan, AHEAD));
      const most = Math.max(...depths);
      return depths[fallback] === most ? fallback : depths.indexOf(most);
    },
    isEndless: (plan) => depthOf(plan, AHEAD) === AHEAD,
  };
}
