import { WORD_CHARS } from "./char-classes.ts";
import { type CharSet, hasChar } from "./char-set.ts";
import { type GraphNode, type RegexGraph, RegexTooComplex } from "./regex-graph.ts";

/** Whether a graph can run without an automaton: it has no lookarounds. */
export function isPlain(graph: RegexGraph): boolean {
  return !graph.nodes.some(({ kind }) => kind === "look" || kind === "behind");
}

type Run = {
  readonly nodes: readonly GraphNode[];
  /** The round in which each node was last visited, and in which it was last reached by a character. */
  readonly visited: Uint32Array;
  readonly reached: Uint32Array;
  /** Nodes that are still to be visited in this round. */
  readonly open: number[];
  round: number;
  steps: number;
};

/** Maximum number of steps, and what counts them. */
type Spending = { readonly mostSteps: number; readonly spend: (steps: number) => void };

/** A position between two characters; undefined at either end. */
type Place = { readonly before: number | undefined; readonly after: number | undefined };

/**
 * Whether a string matches a plain graph, by following all its paths at once: at most one step per
 * node and character. Throws RegexTooComplex after `mostSteps` steps, and whatever `spend` throws.
 */
export function runGraph(graph: RegexGraph, text: string, { mostSteps, spend }: Spending): boolean {
  const { nodes, entries } = graph;
  const marks = (): Uint32Array => new Uint32Array(nodes.length);
  const run: Run = {
    nodes,
    visited: marks(),
    reached: marks(),
    open: [...entries],
    round: 0,
    steps: mostSteps,
  };
  try {
    return followed(run, text);
  } finally {
    spend(mostSteps - run.steps);
  }
}

function followed(run: Run, text: string): boolean {
  let next: number[] = [];
  let before: number | undefined;
  for (const char of text) {
    const after = char.codePointAt(0) ?? 0;
    if (advance(run, { before, after }, next)) return true;
    if (run.steps < 0) throw new RegexTooComplex("the pattern has too many paths");
    for (const number of next) run.open.push(number);
    next = [];
    before = after;
  }
  return advance(run, { before, after: undefined }, next);
}

/** Collects the nodes after the next character; true if a path has reached the end of the pattern. */
function advance(run: Run, place: Place, next: number[]): boolean {
  const { nodes, visited, reached, open } = run;
  const { after } = place;
  const round = ++run.round;
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (visited[number] === round) continue;
    visited[number] = round;
    run.steps--;
    const node = nodes[number] as GraphNode;
    if (node.kind === "match") return true;
    if (node.kind === "any") for (const branch of node.of) open.push(branch);
    else if (node.kind === "char") {
      if (after === undefined || reached[node.next] === round || !hasChar(node.set, after))
        continue;
      reached[node.next] = round;
      next.push(node.next);
    } else if ("next" in node && isMet(node, place)) open.push(node.next);
  }
  return false;
}

function isMet(node: GraphNode, { before, after }: Place): boolean {
  if (node.kind === "start") return before === undefined;
  if (node.kind === "end") return after === undefined;
  if (node.kind !== "wordBoundary") return false;
  return (isIn(WORD_CHARS, before) !== isIn(WORD_CHARS, after)) !== node.negated;
}

function isIn(set: CharSet, char: number | undefined): boolean {
  return char !== undefined && hasChar(set, char);
}
