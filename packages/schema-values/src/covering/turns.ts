import type { JsonValue } from "../json.ts";
import type { Choice } from "../plan/literal.ts";
import type { Plan, Way } from "../plan/plan.ts";
import { mixed } from "../rng.ts";
import type { SubSchema } from "../source/part.ts";
import { pointer as pointerTo } from "../source/schema.ts";
import type { Chooser, Pick, Spot } from "./chooser.ts";
import { DEPTH, EXTRAS, type Label, OWN, type TurnTools } from "./turn-tools.ts";

/** A requirement for one value of a row, or for the whole row. */
export type Forced =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "length"; readonly length: number }
  /** Whether all optional keys are present, or none. */
  | { readonly kind: "optional"; readonly isPresent: boolean; readonly keys: readonly string[] }
  /** A row whose values recurse to this many levels. */
  | { readonly kind: "deep"; readonly levels: number };

/** The location of a value: its JSON Pointer, and the spot of the first choice for it. */
export type Place = { readonly spot: Spot; readonly pointer: string };

/** A value in a finished row, with the details for forcing another value in its place. */
export type Visit = { readonly at: Place } & (
  | { readonly kind: "null" | "string" | "number"; readonly plan: Plan }
  | { readonly kind: "array"; readonly least: number; readonly most: number }
  | { readonly kind: "object"; readonly optional: readonly string[] }
);

/** A choice on the way to a value. */
type Stage = {
  /** The plans of the choice's alternatives. */
  readonly options: readonly Plan[];
  readonly taken: Plan;
  readonly pick: Pick;
  readonly spot: Reached;
};

/** A choice's spot. `share` is the fraction of rows with the value that make the choice. */
type Reached = Spot & { readonly share: number };

/** The state while a value is made: the spot of its next choice, and its earlier choices. */
type Walk = {
  readonly home: Place;
  readonly spot: Spot;
  readonly stages: readonly Stage[];
  /** The spots of optional keys' values. */
  readonly keys: Map<string, Spot>;
  extras: Spot;
};

/** Recursive schemas, the place of their innermost value, and the number of levels still to add. */
type Recursion = {
  readonly targets: readonly SubSchema[];
  readonly home: Place;
  readonly left: number | undefined;
};

/** The inputs for making a row's choices. */
export type TurnSettings = {
  readonly chooser: Chooser;
  readonly index: number;
  readonly forced: ReadonlyMap<number, Forced>;
  /** Number of recursion levels; 0 if the choices determine this number. */
  readonly deepest: number;
};

/** A row's state. Without `turns`, choices are random. */
type Turning = { turns: Turns | undefined };
/** A row's state, including the counters that limit its size. */
type Growth = Turning & { optional: number; depth: number; made: number; steps: number };
type Make = () => JsonValue | undefined;
/** Makes a value with the alternative at an index. */
type MakeOne = (alternative: number) => JsonValue | undefined;

/** Makes a value with random choices instead of taking alternatives in turn. */
export function drawn(state: Turning, make: Make): JsonValue | undefined {
  const { turns } = state;
  state.turns = undefined;
  const value = make();
  state.turns = turns;
  return value;
}

function smallest(state: Growth, make: Make): JsonValue | undefined {
  const { depth, optional } = state;
  state.depth = Infinity;
  state.optional = 0;
  const value = drawn(state, make);
  state.depth = depth;
  state.optional = optional;
  return value;
}

/** Maximum number of recursion levels without `deepest`; deeper values are as small as possible. */
const MOST_LEVELS = 3;
/** Once a row has more values than this, further values are as small as possible. */
const MOST_MADE = 1500;
/** Once a row has more values than this, maps are empty. */
const MANY_MADE = 120;
/** Once a row has more values than this, arrays have as few items as possible. */
const ENOUGH = 1200;
const MOST_COMPARED = 64;
/** In each block of this many rows, rows 1, 3, and 5 (counted from 0) get a prescribed depth. */
const LEVELS_EVERY = 48;

/** Makes a row's choices in turn, based on the row's rank among rows that make the same choice. */
export class Turns {
  readonly visits: Visit[] = [];
  readonly #tools: TurnTools;
  readonly #settings: TurnSettings;
  /** Number of times that each plan occurs on the path to the next value. */
  readonly #levels = new Map<Plan, number>();
  /** The outermost recursion that the next value is part of. */
  #recursion: Recursion | undefined;
  /** The plan of the most recent value, with all choices made so far. */
  #plan: Plan | undefined;
  #next: Place;
  #walk: Walk;

  constructor(tools: TurnTools, settings: TurnSettings) {
    this.#tools = tools;
    this.#settings = settings;
    this.#next = { spot: { site: 0, rank: settings.index }, pointer: "" };
    this.#walk = walkFrom(this.#next);
  }

  /** Returns the value prescribed for the next place, if any. Otherwise, makes one for the plan. */
  value(state: Growth, plan: Plan, make: Make): JsonValue | undefined {
    const home = this.#next;
    const forced = this.#settings.forced.get(home.spot.site);
    if (forced?.kind === "value") return forced.value;
    const level = this.#levels.get(plan) ?? 0;
    const most = this.#settings.deepest || MOST_LEVELS;
    if (level >= most || state.made++ > MOST_MADE || state.steps < 0) return smallest(state, make);
    this.#levels.set(plan, level + 1);
    const [outer, recursion] = [this.#walk, this.#recursion];
    this.#walk = walkFrom(home);
    const value = this.rest(plan, make);
    this.#walk = outer;
    this.#recursion = recursion;
    this.#levels.set(plan, level);
    const settled = this.#plan;
    const kind = typeof value;
    if (value !== undefined) this.visits.push({ kind: "null", at: home, plan });
    if ((kind === "string" || kind === "number") && settled?.flat.lists.length === 0)
      this.visits.push({ kind, at: home, plan: settled });
    return value;
  }

  /** Continues with the same value after some of its choices are made. */
  rest(plan: Plan, make: Make): JsonValue | undefined {
    this.#plan = plan;
    this.#enter(this.#tools.recursiveTargets(plan));
    return make();
  }

  /** Updates the recursion if the current value belongs to recursive schemas. */
  #enter(targets: readonly SubSchema[]): void {
    const { home } = this.#walk;
    const around = this.#recursion;
    if (targets.length === 0 || around?.home === home) return;
    if (around === undefined) this.#recursion = { targets, home, left: this.#levelsBelow() };
    else if (around.left !== undefined && targets.some((it) => around.targets.includes(it)))
      this.#recursion = { ...around, home, left: around.left - 1 };
  }

  /** Number of levels still to add; undefined if other choices determine this number. */
  #levelsBelow(): number | undefined {
    const { site, rank } = this.#spotFor(DEPTH);
    const place = rank % LEVELS_EVERY;
    const isFree = place % 2 === 0 || place > 2 * MOST_LEVELS || this.#settings.deepest > 0;
    if (isFree) return undefined;
    const turn = ((rank - place) / LEVELS_EVERY) * MOST_LEVELS + (place - 1) / 2;
    return this.#choose({ site, rank: turn }, MOST_LEVELS).alternative;
  }

  /** True if values must recurse further, false if they must not, undefined if they may. */
  get goesOn(): boolean | undefined {
    const left = this.#settings.deepest || this.#recursion?.left;
    return left === undefined ? undefined : left > 0;
  }

  choose(count: number): number {
    return count < 2 ? 0 : this.#choose(this.#spotFor(OWN), count).alternative;
  }

  /** Makes a value of the type whose turn it is. */
  oneOf(ways: readonly Way[], make: MakeOne): JsonValue | undefined {
    const spot = this.#spotFor(OWN);
    const pick = this.#choose(spot, ways.length);
    const alternative = this.#fitting(ways, pick, this.#tools.isEndlessWay);
    const rank = pick.rankAmong((other) => other === alternative);
    const walk = this.#walk;
    const site = mixed(spot.site, alternative + 1);
    this.#walk = { ...walk, spot: { site, rank }, stages: [] };
    const value = make(alternative);
    this.#walk = walk;
    return value;
  }

  /** Tries several plans, starting with the one whose turn it is, until one yields a value. */
  branch(choice: Choice, options: readonly Plan[], make: MakeOne): JsonValue | undefined {
    const walk = this.#walk;
    const spot = this.#spotFor(this.#tools.choiceLabel(choice));
    const pick = this.#choose(spot, options.length);
    const first = this.#fitting(options, pick, this.#tools.isEndless);
    let value: JsonValue | undefined;
    for (let i = 0; i < Math.min(TRIES, options.length) && value === undefined; i++) {
      const place = (first + i) % options.length;
      const stage = { options, taken: options[place] as Plan, pick, spot };
      this.#walk = { ...walk, stages: [...walk.stages, stage] };
      value = make(place);
    }
    this.#walk = walk;
    return value;
  }

  /** Returns the alternative of `pick` or, if `goesOn` forbids it, the next allowed one, if any. */
  #fitting<Each>(all: readonly Each[], pick: Pick, isEndless: (each: Each) => boolean): number {
    const { goesOn } = this;
    if (goesOn === undefined) return pick.alternative;
    const turns = all.map((_, i) => (pick.alternative + i) % all.length);
    return turns.find((at) => isEndless(all[at] as Each) === goesOn) ?? pick.alternative;
  }

  /** Records a visit to an object with optional keys. */
  options(optional: readonly string[]): void {
    if (optional.length > 0) this.visits.push({ kind: "object", at: this.#walk.home, optional });
  }

  hasKey(key: string, plan: Plan): boolean {
    const spot = this.#spotFor(this.#tools.keyLabel(key));
    const pick = this.#choose(spot, 2);
    const rank = pick.rankAmong((it) => it === 1);
    this.#walk.keys.set(key, { site: mixed(spot.site, 2), rank });
    const forced = this.#forced();
    if (forced?.kind === "optional") return forced.isPresent;
    const isFree = this.goesOn === undefined || !this.#tools.isEndless(plan);
    return isFree ? this.#settings.deepest === 0 && pick.alternative === 1 : this.goesOn === true;
  }

  enterKey(key: string): void {
    const spot = this.#walk.keys.get(key) ?? this.#spotFor(this.#tools.keyLabel(key));
    this.#next = { spot, pointer: pointerTo(this.#walk.home.pointer, key) };
  }

  /** Whether to add optional entries. Every second map gets some; other objects don't. */
  hasExtras(isMap: boolean, made: number, entry: Plan | undefined): boolean {
    const own = this.#spotFor(EXTRAS);
    this.#walk.extras = own;
    if (!isMap) return false;
    const pick = this.#choose(own, 2);
    this.#walk.extras = { site: mixed(own.site, 1), rank: pick.rankAmong((it) => it === 1) };
    const isFree = this.goesOn === undefined || !entry || !this.#tools.isEndless(entry);
    return isFree ? pick.alternative === 1 && made <= MANY_MADE : this.goesOn === true;
  }

  /** Goes to the name or value of an additional property. Each retry makes different choices. */
  enterExtra(index: number, tries: number): void {
    const { extras, home } = this.#walk;
    const spot = { site: mixed(extras.site, index), rank: extras.rank + tries };
    this.#next = { spot, pointer: `${home.pointer}/*` };
  }

  /** Prepares a list. With `lengths`, its length is zero, one, several, or many, in turn. */
  list(lengths: Lengths | undefined, made: number) {
    const { pointer } = this.#walk.home;
    const own = this.#spotFor(OWN);
    const turn = lengths && this.#lengthOf(lengths, own, made > ENOUGH);
    return {
      /** Undefined if the length is not prescribed. */
      length: turn?.length,
      /** Goes to an item. Each retry makes different choices. */
      enter: (index: number, tries: number): void => {
        const rank = turn?.rankOf(index) ?? own.rank;
        const spot = { site: mixed(own.site, index + 2), rank: rank + tries };
        this.#next = { spot, pointer: `${pointer}/${index}` };
      },
    };
  }

  #limited(usual: number, { least, capacity, items }: Lengths): number {
    const at = items.findIndex(this.#tools.isEndless);
    if (this.#settings.deepest > 0) return Math.max(least, Math.min(Math.max(at, 0) + 1, capacity));
    if (this.goesOn === undefined || at < 0 || at >= capacity) return usual;
    return this.goesOn ? Math.max(usual, at + 1) : Math.max(least, Math.min(usual, at));
  }

  #lengthOf(limits: Lengths, own: Spot, isEnough: boolean) {
    const { least, capacity } = limits;
    const { home } = this.#walk;
    this.visits.push({ kind: "array", at: home, least, most: capacity });
    const isInner = home.pointer.split("/").length > 3;
    const lengths = lengthsOf(least, capacity, isInner ? MOST_INNER : MOST);
    const pick = this.#choose(own, lengths.length);
    const usual = lengths[isEnough ? 0 : pick.alternative] ?? 0;
    const forced = this.#forced();
    return {
      length: forced?.kind === "length" ? forced.length : this.#limited(usual, limits),
      rankOf: (index: number) => pick.rankAmong((it) => (lengths[it] ?? 0) > index),
    };
  }

  #forced(): Forced | undefined {
    return this.#settings.forced.get(this.#walk.home.spot.site);
  }

  #choose(spot: Spot, count: number): Pick {
    return this.#settings.chooser.choose(spot, count);
  }

  /** A choice's spot, with the row's rank among all rows that reach this choice. */
  #spotFor(label: Label): Reached {
    const { spot, stages } = this.#walk;
    let { rank } = spot;
    let share = 1;
    let site = mixed(spot.site, label.hash);
    for (const { options, taken, pick, spot: earlier } of stages) {
      const own = label.identityOf(taken);
      const isCompared = options.length <= MOST_COMPARED;
      const isMember = (place: number): boolean =>
        options[place] === taken ||
        (isCompared && label.identityOf(options[place] ?? taken) === own);
      const members = [...options.keys()].filter(isMember);
      if (members.length === options.length) continue;
      rank = Math.floor(pick.rankAmong(isMember) * (share / earlier.share));
      share *= members.length / options.length;
      site = mixed(mixed(site, earlier.site), members[0] ?? 0);
    }
    return { site, rank, share };
  }
}

const TRIES = 6;

function walkFrom(home: Place): Walk {
  return { home, spot: home.spot, stages: [], keys: new Map(), extras: home.spot };
}

/** Minimum and maximum number of items in a list, and the plans of the first items. */
type Lengths = { readonly least: number; readonly capacity: number; readonly items: Plan[] };

/** A list under construction: its length, and access to the places of its items. */
export type List = Readonly<ReturnType<Turns["list"]>>;

const SEVERAL = 3;
/** A list with many items, if it isn't full, has this many more than one with several items. */
const MORE = 7;
/** An array that can have more items than this is never filled completely. */
const MOST = 1000;
/** Like `MOST`, but for arrays at least three levels deep. */
const MOST_INNER = 50;

/** Lengths that clients treat differently: zero, one, several, and many or the maximum. */
function lengthsOf(least: number, capacity: number, longest: number): readonly number[] {
  const several = Math.max(2, least, Math.min(SEVERAL, capacity - 1));
  const many = capacity <= longest ? capacity : several + MORE;
  return [...new Set([0, 1, several, many])].filter((it) => it >= least && it <= capacity);
}
