import { type CharSet, overlaps } from "./char-set.ts";
import { factored } from "./factored.ts";
import { shortestOf } from "./regex-length.ts";
import { childrenOf, type RegexNode, someNode } from "./regex-node.ts";

/** A repetition that counts to more than this is as good as unbounded. */
const SMALL_COUNT = 12;
/** Unbounded repetitions side by side: each raises the power of the text's length by one. */
const MOST_LOOPS = 3;
const MOST_POSITIONS = 300;

/**
 * Whether the engine's backtracking can't explode on the pattern. True where repetitions don't nest
 * and are few (a small polynomial), or where no text can be read in two ways (one-unambiguous in
 * Brüggemann-Klein's sense: linear but for the search's start).
 */
export function isSafeNatively(root: RegexNode): boolean {
  return (
    (loopDepth(root) <= 1 && countLoops(root) <= MOST_LOOPS) || isDeterministic(factored(root))
  );
}

function isLoop(node: RegexNode): boolean {
  return (node.kind === "repeat" && node.max > SMALL_COUNT) || node.kind === "backreference";
}

/** A small count of something that can be read in several ways multiplies the ways as a loop does. */
function isRepetition(node: RegexNode): boolean {
  if (node.kind !== "repeat" || node.max <= 1) return isLoop(node);
  const isPlain = !someNode(
    node.item,
    (inner) => inner.kind === "repeat" || inner.kind === "alternation",
  );
  return isLoop(node) || !isPlain;
}

function loopDepth(node: RegexNode): number {
  const depth = Math.max(0, ...childrenOf(node).map(loopDepth));
  return (
    depth + (isRepetition(node) ? (node.kind === "repeat" && hasChoice(node.item) ? 2 : 1) : 0)
  );
}

/** Alternatives in a loop are a source of several readings, as an inner loop is. */
function hasChoice(node: RegexNode): boolean {
  return someNode(node, (inner) => inner.kind === "alternation" || inner.kind === "repeat");
}

function countLoops(node: RegexNode): number {
  const inner = childrenOf(node).map(countLoops);
  const loops =
    node.kind === "alternation" ? Math.max(0, ...inner) : inner.reduce((sum, n) => sum + n, 0);
  return loops + (isLoop(node) ? 1 : 0);
}

type Shape = { readonly first: number[]; readonly last: number[]; readonly nullable: boolean };

/** Glushkov's construction: positions, and which may follow which. */
type Glushkov = {
  readonly sets: CharSet[];
  readonly follow: Set<number>[];
  /** Whether one position follows another in two ways, as in `(a+)+`. */
  isTwofold: boolean;
};

function isDeterministic(root: RegexNode): boolean {
  const hasLook = (node: RegexNode): boolean =>
    node.kind === "look" || node.kind === "backreference" || node.kind === "wordBoundary";
  if (someNode(root, hasLook) || !isAnchored(root)) return false;
  const build: Glushkov = { sets: [], follow: [], isTwofold: false };
  const shape = shapeOf(build, root);
  if (shape === undefined || build.isTwofold) return false;
  return [shape.first, ...build.follow].every((positions) =>
    areDisjoint(build.sets, [...positions]),
  );
}

/** An unanchored search starts anew at each position, which is fine unless the pattern is large. */
function isAnchored(root: RegexNode): boolean {
  const first = root.kind === "sequence" ? root.items[0] : root;
  return first?.kind === "start" || shortestOf(root) > 0;
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
  return {
    first: known.flatMap((shape) => shape.first),
    last: known.flatMap((shape) => shape.last),
    nullable: known.some((shape) => shape.nullable),
  };
}

/** Counts beyond this are taken for no count at all, which is never better. */
const MOST_COPIES = 40;

/** Counts are copied out, so that `(a{1,3}){2}` is seen for what it is. */
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
