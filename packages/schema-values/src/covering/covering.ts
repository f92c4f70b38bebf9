import { cached } from "../cached.ts";
import { type Acceptor, attempted } from "../check/document.ts";
import type { JsonValue } from "../json.ts";
import type { RowAddress } from "../make/make-row.ts";
import { type MakeTools, newMaking } from "../make/making.ts";
import type { Plan } from "../plan/plan.ts";
import { rngFor } from "../rng.ts";
import { type Columns, createChooser, type Taken } from "./chooser.ts";
import { pairColumns } from "./pair-columns.ts";
import { createTurnTools } from "./turn-tools.ts";
import { type Forced, Turns, type Visit } from "./turns.ts";

/** A row to make. Identical requests give identical rows. */
export type CoverRequest = RowAddress & {
  /** Used instead of the index to draw random values. Other choices still depend on the index. */
  readonly draw?: number;
  readonly forced?: ReadonlyMap<number, Forced>;
  /** Number of recursion levels in the row; if omitted, the row's choices determine it. */
  readonly deepest?: number;
  readonly attempts?: number;
};

export type CoverRow = { readonly value: JsonValue; readonly visits: readonly Visit[] };

/** Makes rows that take each choice's alternatives in turn; undefined if every attempt failed. */
export type Covering = (request: CoverRequest) => CoverRow | undefined;

/** Maximum number of attempts at a row; from the third on, a quarter of the choices are random. */
const ATTEMPTS = 8;
const STRICT_ATTEMPTS = 2;
const STEPS = 40_000;
/** Maximum number of steps to check a deep value, which may take exponentially many. */
const DEEP_CHECK_STEPS = 100_000;
/** Factor by which a row with an edge value may take more steps, because the value may be large. */
const LARGER = 10;
const TOKENS = 60;
const NONE: ReadonlyMap<number, never> = new Map<number, never>();

type Attempt = CoverRequest & { readonly columns: Columns; readonly attempt: number };
type Trial = { readonly row: CoverRow | undefined; readonly taken: readonly Taken[] };

/** Plans which alternatives the rows combine, and returns a maker of these rows. */
export function createCovering(makers: MakeTools, root: Plan, accepts: Acceptor): Covering {
  const make = makers.makerOf(root, "");
  const tools = createTurnTools(makers.planner, root);
  const attemptAt = (at: Attempt): Trial => {
    const { index, seed, draw = index, attempt, columns, forced = NONE, deepest = 0 } = at;
    const rng = rngFor(seed, "covering", draw, attempt);
    const chooser = createChooser(columns, seed, attempt < STRICT_ATTEMPTS ? undefined : rng);
    const turns = new Turns(tools, { chooser, index, forced, deepest });
    const draws = { rng, tokens: TOKENS, subject: undefined, turns };
    const steps = forced === NONE ? STEPS : STEPS * LARGER;
    const row = attempted(() => {
      const value = make(newMaking({ ...draws, optional: 0.5, depth: 0, steps }));
      const mostSteps = deepest > 0 ? DEEP_CHECK_STEPS : undefined;
      if (value === undefined || !accepts(value, mostSteps)) return undefined;
      return { value, visits: turns.visits };
    });
    return { row, taken: chooser.taken };
  };
  const columns = columnsOf((index) => attemptAt({ seed: 1, index, attempt: 0, columns: NONE }));
  return (request) => {
    for (let attempt = 0; attempt < (request.attempts ?? ATTEMPTS); attempt++) {
      const { row } = attemptAt({ ...request, columns, attempt });
      if (row !== undefined) return row;
    }
    return undefined;
  };
}

/** Number of trial rows, which show the choices that every row reaches. */
const TRIALS = 32;
const MOST_CHOICES = 20_000;
const MOST_PAIRED = 30;

/** Plans up to MOST_PAIRED choices that all trial rows reach. Makes fewer trials of big rows. */
function columnsOf(attempt: (index: number) => Trial): Columns {
  const reached = new Map<number, { readonly count: number; rows: number }>();
  let [rows, choices] = [0, 0];
  for (let index = 0; index < TRIALS && choices < MOST_CHOICES; index++) {
    const { row, taken } = attempt(index);
    choices += 1 + taken.length;
    if (row === undefined) continue;
    for (const { spot, count } of taken) {
      if (spot.rank !== index || count < 2) continue;
      const known = cached(reached, spot.site, () => ({ count, rows: 0 }));
      if (known.count === count && known.rows === rows) known.rows++;
    }
    rows++;
  }
  const always = [...reached].filter(([, it]) => it.rows === rows);
  return pairColumns(always.slice(0, MOST_PAIRED).map(([key, { count }]) => ({ key, count })));
}
