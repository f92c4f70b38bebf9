import { isDeterministic } from "./one-unambiguous.ts";
import { type RegexNode, regexChildrenOf, someNode } from "./regex-node.ts";

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
