import { isDeterministic } from "../regex/one-unambiguous.ts";
import { isUnicodePattern, parseRegex } from "../regex/parse-regex.ts";
import { type RegexNode, regexChildrenOf } from "../regex/regex-node.ts";

/** An automaton's states grow with the positions of such a pattern. */
const MOST_PLAIN_POSITIONS = 60;
/** An automaton's states can double with each position of any other pattern. */
const MOST_OTHER_POSITIONS = 10;
const MOST_CHARACTERS = 100;
/** Lookarounds, backreferences, and Unicode properties, whose characters take milliseconds to look up. */
const EXPENSIVE = /\(\?<?[=!]|\\[1-9kpP]/;

/** Whether automata for the patterns, even for several of them at once, have few states. */
export function arePlainPatterns(patterns: Iterable<string>): boolean {
  let plain = 0;
  let other = 0;
  for (const pattern of patterns) {
    if (pattern.length > MOST_CHARACTERS || EXPENSIVE.test(pattern)) return false;
    if (!isUnicodePattern(pattern)) return false;
    const root = parseRegex(pattern, true);
    const positions = positionsOf(root);
    if (positions > MOST_PLAIN_POSITIONS) return false;
    if (isAnchored(root) && isDeterministic(root)) plain += positions;
    else other += positions;
  }
  return plain <= MOST_PLAIN_POSITIONS && other <= MOST_OTHER_POSITIONS;
}

/** Number of characters in a pattern if its repetitions are written out. */
function positionsOf(node: RegexNode): number {
  if (node.kind === "set") return 1;
  const inner = regexChildrenOf(node).reduce((sum, child) => sum + positionsOf(child), 0);
  if (node.kind !== "repeat") return inner;
  return inner * Math.max(1, node.max === Infinity ? node.min : node.max);
}

function isAnchored(root: RegexNode): boolean {
  return root.kind === "sequence" && root.items[0]?.kind === "start";
}
