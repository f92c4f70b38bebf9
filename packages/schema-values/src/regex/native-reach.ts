import { type CharSet, overlaps } from "./char-set.ts";
import { type RegexNode, regexChildrenOf, someNode } from "./regex-node.ts";

const MOST_POSITIONS = 300;

type Shape = { readonly first: number[]; readonly last: number[]; readonly nullable: boolean };

/** Glushkov's construction: positions, and the positions that can follow each. */
type Glushkov = {
  readonly sets: CharSet[];
  readonly follow: Set<number>[];
  /** Whether some string can be read in two ways, as in `(a+)+`. */
  isTwofold: boolean;
};

/**
 * Whether every string can be read in at most one way (Brüggemann-Klein's definition); false if
 * that can't be determined.
 */
export function isDeterministic(root: RegexNode): boolean {
  const hasLook = (node: RegexNode): boolean =>
    node.kind === "look" || node.kind === "backreference" || node.kind === "wordBoundary";
  if (someNode(root, hasLook)) return false;
  const build: Glushkov = { sets: [], follow: [], isTwofold: false };
  const shape = shapeOf(build, root);
  if (shape === undefined || build.isTwofold) return false;
  return [shape.first, ...build.follow].every((positions) =>
    areDisjoint(build.sets, [...positions]),
  );
}

function areDisjoint(sets: readonly CharSet[], positions: readonly number[]): boolean {
  return positions.every((a, i) =>
    positions.slice(i + 1).every((b) => !overlaps(sets[a] ?? [], sets[b] ?? [])),
  );
}

const EMPTY: Shape = { first: [], last: [], nullable: true };

function shapeOf(build: Glushkov, node: RegexNode): Shape | undefined {
  switch (node.kind) {
    case "set": {
      if (build.sets.length >= MOST_POSITIONS) return undefined;
      const position = build.sets.push(node.set) - 1;
      build.follow.push(new Set());
      return { first: [position], last: [position], nullable: false };
    }
    case "sequence":
      return chain(build, node.items);
    case "alternation":
      return choose(build, node.items);
    case "repeat":
      return loop(build, node);
    case "group":
      return shapeOf(build, node.item);
    default:
      return EMPTY;
  }
}

function link(build: Glushkov, from: readonly number[], to: readonly number[]): void {
  for (const position of from) {
    for (const next of to) {
      const follow = build.follow[position];
      if (follow?.has(next)) build.isTwofold = true;
      follow?.add(next);
    }
  }
}

function chain(build: Glushkov, items: readonly RegexNode[]): Shape | undefined {
  let whole = EMPTY;
  for (const item of items) {
    const shape = shapeOf(build, item);
    if (shape === undefined) return undefined;
    link(build, whole.last, shape.first);
    whole = {
      first: whole.nullable ? [...whole.first, ...shape.first] : whole.first,
      last: shape.nullable ? [...whole.last, ...shape.last] : shape.last,
      nullable: whole.nullable && shape.nullable,
    };
  }
  return whole;
}

function choose(build: Glushkov, items: readonly RegexNode[]): Shape | undefined {
  const shapes = items.map((item) => shapeOf(build, item));
  const known = shapes.filter((shape) => shape !== undefined);
  if (known.length < shapes.length) return undefined;
  if (known.filter((shape) => shape.nullable).length > 1) build.isTwofold = true;
  return {
    first: known.flatMap((shape) => shape.first),
    last: known.flatMap((shape) => shape.last),
    nullable: known.some((shape) => shape.nullable),
  };
}

/** Larger counts are treated as unbounded, which is never more favorable. */
const MOST_COPIES = 40;

/** Expands counts into copies, so that the ambiguity of `(a{1,3}){2}` is detected. */
function loop(build: Glushkov, given: Extract<RegexNode, { kind: "repeat" }>): Shape | undefined {
  const isMany = given.max !== Infinity && given.max > MOST_COPIES;
  const node = isMany ? { ...given, min: Math.min(1, given.min), max: Infinity } : given;
  const copies = node.max === Infinity ? Math.max(1, node.min) : node.max;
  if (copies > MOST_POSITIONS) return undefined;
  let whole = EMPTY;
  for (let i = 0; i < copies; i++) {
    const shape = shapeOf(build, node.item);
    if (shape === undefined) return undefined;
    link(build, whole.last, shape.first);
    const skips = shape.nullable || i >= node.min;
    whole = {
      first: whole.nullable ? [...whole.first, ...shape.first] : whole.first,
      last: skips ? [...whole.last, ...shape.last] : shape.last,
      nullable: whole.nullable && skips,
    };
    if (i === copies - 1 && node.max === Infinity) link(build, shape.last, shape.first);
  }
  return whole;
}

/** A repetition whose count has a larger range is treated as unbounded; each gives a valid bound. */
const SMALL_RANGES = [12, 1000];
/** A larger group is not treated as if it were written out. */
const SMALL_COUNT = 12;
/** Default number of backtracking steps, which take about 100 ms. */
export const NATIVE_STEPS = 10_000_000;

/**
 * An upper bound for the number of ways to read a string: `choices` × its length to the power of
 * `loops`.
 */
type Ways = { readonly choices: number; readonly loops: number };

const TOO_MANY: Ways = { choices: Infinity, loops: 0 };

/**
 * The longest string on which the engine's backtracking takes at most this many steps; 0 if it can
 * explode.
 */
export function nativeReach(root: RegexNode, mostSteps: number = NATIVE_STEPS): number {
  const isFixed = isAnchored(root);
  // A string that can be read in only one way is scanned once from each start position.
  const once = isFixed ? Infinity : Math.floor(Math.sqrt(mostSteps));
  const reaches = SMALL_RANGES.map((smallRange) => {
    const { choices, loops } = waysOf(root, smallRange);
    const power = loops + (isFixed ? 0 : 1);
    const most = mostSteps / choices;
    return power === 0 && most >= 1 ? Infinity : Math.floor(most ** (1 / power));
  });
  const reach = Math.max(...reaches);
  return reach < once && isDeterministic(root) ? once : reach;
}

/** An unanchored search starts again at each position. */
function isAnchored(root: RegexNode): boolean {
  const first = root.kind === "sequence" ? root.items[0] : root;
  return first?.kind === "start";
}

function waysOf(node: RegexNode, smallRange: number): Ways {
  const inner = regexChildrenOf(node).map((child) => waysOf(child, smallRange));
  switch (node.kind) {
    case "alternation":
      return {
        choices: inner.reduce((sum, { choices }) => sum + choices, 0),
        loops: Math.max(0, ...inner.map(({ loops }) => loops)),
      };
    case "repeat":
      return waysOfRepeat(node, together(inner), smallRange);
    case "backreference":
      return { choices: 1, loops: 1 };
    default:
      return together(inner);
  }
}

function together(ways: readonly Ways[]): Ways {
  return {
    choices: ways.reduce((product, { choices }) => product * choices, 1),
    loops: ways.reduce((sum, { loops }) => sum + loops, 0),
  };
}

type Repeat = Extract<RegexNode, { kind: "repeat" }>;

function waysOfRepeat({ item, min, max }: Repeat, ways: Ways, smallRange: number): Ways {
  const counts = max - min + 1;
  if (max <= SMALL_COUNT) return { choices: ways.choices ** max * counts, loops: ways.loops * max };
  // An item that is a loop, or can be read in several ways, explodes if it is repeated without a
  // small bound.
  const isPlain = !someNode(item, ({ kind }) => kind === "repeat" || kind === "alternation");
  if (!isPlain || ways.loops > 0) return TOO_MANY;
  return counts <= smallRange ? { choices: counts, loops: 0 } : { choices: 1, loops: 1 };
}
