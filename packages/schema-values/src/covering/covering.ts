import { isEndOfTry } from "../check/document.ts";
import type { JsonValue } from "../json.ts";
import type { MakeTools } from "../make/making.ts";
import type { Plan } from "../plan/plan.ts";
import { rngFor } from "../rng.ts";
import { type ChoiceMemory, Chooser, type Taken } from "./chooser.ts";
import { coverMakers } from "./cover-maker.ts";
import type { CoverMaking, Forced, Visit } from "./cover-making.ts";
import { type PairedChoice, pairColumns } from "./pair-columns.ts";

/** A row to make: equal requests give equal rows. */
export type CoverRequest = {
  /** Determines the choices. */
  readonly index: number;
  readonly seed: number;
  /** Determines everything else; the index by default. */
  readonly draw?: number;
  readonly forced?: ReadonlyMap<number, Forced>;
  /** Number of levels to which the row recurs. */
  readonly deepest?: number;
  /** Maximum number of attempts. */
  readonly attempts?: number;
};

/** A row, and the values in it. */
export type CoverRow = { readonly value: JsonValue; readonly visits: readonly Visit[] };

/** Makes rows that take each alternative of each choice in turn. */
export type Covering = {
  /** A conforming value; undefined if every attempt failed. */
  row(request: CoverRequest): CoverRow | undefined;
};

/** Attempts at a row; all but the first two give up a quarter of the choices. */
const ATTEMPTS = 8;
const STRICT_ATTEMPTS = 2;
const STEPS = 40_000;
/** Edge values may be large. */
const LARGER = 10;
const TOKENS = 60;
const NOTHING: ReadonlyMap<number, Forced> = new Map();

type Attempt = CoverRequest & { readonly memory: ChoiceMemory; readonly attempt: number };

type Accepts = (value: JsonValue) => boolean;

/** Prepares covering rows: tries out the choices, and plans those that every row reaches in pairs. */
export function createCovering(usual: MakeTools, root: Plan, accepts: Accepts): Covering {
  const make = coverMakers(usual).cover.makerOf(root, "");
  const attemptAt = (at: Attempt): { row: CoverRow | undefined; taken: readonly Taken[] } => {
    const { index, seed, draw = index, attempt, memory } = at;
    const rng = rngFor(seed, "covering", draw, attempt);
    const chooser = new Chooser(memory, seed, attempt < STRICT_ATTEMPTS ? undefined : rng);
    const making: CoverMaking = {
      rng,
      optional: 0.5,
      depth: 0,
      made: 0,
      hasStated: false,
      steps: at.forced === undefined ? STEPS : STEPS * LARGER,
      tokens: TOKENS,
      subject: undefined,
      chooser,
      spot: { site: 0, rank: index },
      pointer: "",
      levels: new Map(),
      forced: at.forced ?? NOTHING,
      visits: [],
      deepest: at.deepest ?? 0,
    };
    try {
      const value = make(making);
      if (value !== undefined && accepts(value))
        return { row: { value, visits: making.visits }, taken: chooser.taken };
    } catch (error) {
      if (!isEndOfTry(error)) throw error;
    }
    return { row: undefined, taken: chooser.taken };
  };
  const memory = tryOut((index, known) => attemptAt({ index, seed: 1, memory: known, attempt: 0 }));
  return {
    row: (request) => {
      for (let attempt = 0; attempt < (request.attempts ?? ATTEMPTS); attempt++) {
        const { row } = attemptAt({ ...request, memory, attempt });
        if (row !== undefined) return row;
      }
      return undefined;
    },
  };
}

type Trial = (
  index: number,
  memory: ChoiceMemory,
) => { readonly row: CoverRow | undefined; readonly taken: readonly Taken[] };

/** Rows of the first trial, which suffices if all succeed. */
const FEW_ROWS = 32;
const MANY_ROWS = 256;
const MOST_CHOICES = 20_000;
/** An alternative that fails as often as only one in a hundred useful ones would is dead. */
const DOUBT = 0.01;
const LEAST_FAILURES = 3;
const MOST_PAIRED = 30;

function tryOut(trial: Trial): ChoiceMemory {
  const dead = new Map<number, Set<number>>();
  const memory: ChoiceMemory = { dead, columns: new Map() };
  const first = rowsOf(trial, memory, FEW_ROWS);
  if (first.every(({ row }) => row !== undefined)) return withPairs(memory, first);
  const more = rowsOf(trial, memory, MANY_ROWS);
  buryDead(dead, more);
  return withPairs(memory, dead.size === 0 ? more : rowsOf(trial, memory, FEW_ROWS));
}

/** The first rows; fewer if they make very many choices. */
function rowsOf(trial: Trial, memory: ChoiceMemory, count: number): ReturnType<Trial>[] {
  const rows: ReturnType<Trial>[] = [];
  let choices = 0;
  while (rows.length < count && choices < MOST_CHOICES) {
    const row = trial(rows.length, memory);
    choices += 1 + row.taken.length;
    rows.push(row);
  }
  return rows;
}

type Tally = { readonly spot: Taken["spot"]; readonly due: number; tried: number; done: number };

function buryDead(dead: Map<number, Set<number>>, trials: readonly ReturnType<Trial>[]): void {
  const tallies = new Map<string, Tally>();
  const tallyOf = ({ spot }: Taken, due: number): Tally => {
    const key = `${spot.site} ${due}`;
    const tally = tallies.get(key) ?? { spot, due, tried: 0, done: 0 };
    tallies.set(key, tally);
    return tally;
  };
  for (const { row, taken } of trials) {
    for (const one of taken) {
      tallyOf(one, one.due).tried++;
      if (row !== undefined) tallyOf(one, one.used).done++;
    }
  }
  const failed = trials.filter(({ row }) => row === undefined).length / trials.length;
  const enough = Math.max(LEAST_FAILURES, Math.log(DOUBT) / Math.log(Math.max(failed, 0.01)));
  for (const { spot, due, tried, done } of tallies.values()) {
    if (done > 0 || tried < enough) continue;
    dead.set(spot.site, (dead.get(spot.site) ?? new Set()).add(due));
  }
}

/** Plans the choices that every row of a trial reached, in pairs. */
function withPairs(memory: ChoiceMemory, trials: readonly ReturnType<Trial>[]): ChoiceMemory {
  const reached = new Map<number, { count: number; rows: number }>();
  const rows = trials.filter(({ row }) => row !== undefined);
  const indexes = trials.flatMap(({ row }, index) => (row === undefined ? [] : [index]));
  for (const [place, { taken }] of rows.entries()) {
    for (const { spot, count } of taken) {
      if (spot.rank !== indexes[place] || count < 2) continue;
      const known = reached.get(spot.site) ?? { count, rows: 0 };
      if (known.count === count && known.rows === place) known.rows++;
      reached.set(spot.site, known);
    }
  }
  const always: PairedChoice[] = [...reached]
    .filter(([, { rows: times }]) => times === rows.length)
    .map(([key, { count }]) => ({ key, count }));
  return { ...memory, columns: pairColumns(always.slice(0, MOST_PAIRED)) };
}
