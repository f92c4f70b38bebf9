import { type CharSet, hasChar, rangesOf, WORD_CHARS } from "./char-set.ts";
import { type RegexNode, someNode } from "./regex-node.ts";

/**
 * A node of the graph: what the rest of the string must satisfy. Nodes refer to each other by
 * index.
 */
export type GraphNode =
  | { readonly kind: "match" }
  | { readonly kind: "stop" }
  | { readonly kind: "char"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "any"; readonly of: number[] }
  | {
      readonly kind: "look";
      readonly sub: number;
      readonly negated: boolean;
      readonly next: number;
    }
  | {
      readonly kind: "behind";
      readonly tracker: number;
      readonly negated: boolean;
      readonly next: number;
    }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "wordBoundary"; readonly negated: boolean; readonly next: number };

/** Patterns as one graph, with an entry node for each pattern and for each lookbehind. */
export type RegexGraph = {
  readonly nodes: readonly GraphNode[];
  readonly entries: readonly number[];
  readonly trackers: readonly number[];
  readonly usesWords: boolean;
};

const MOST_NODES = 20_000;

/** Thrown if a pattern is too complex for an automaton. */
export class RegexTooComplex extends Error {}

type Build = { readonly nodes: GraphNode[]; readonly trackers: number[] };

/**
 * Compiles patterns, which match anywhere in the string as in JSON Schema. Throws RegexTooComplex
 * for backreferences, for a lookaround, `\b`, or `$` inside a lookbehind, and for more than 20,000
 * nodes.
 */
export function regexGraph(patterns: readonly RegexNode[]): RegexGraph {
  const build: Build = { nodes: [{ kind: "match" }, { kind: "stop" }], trackers: [] };
  const entries = patterns.map((pattern) => anywhere(build, compile(build, pattern, 0)));
  const usesWords = patterns.some((root) => someNode(root, (node) => node.kind === "wordBoundary"));
  return { nodes: build.nodes, entries, trackers: build.trackers, usesWords };
}

/** Maximum number of nodes in a row that read no character; within a loop, those of one turn. */
export function depthOf({ nodes }: RegexGraph): number {
  const depths = new Uint32Array(nodes.length);
  // A node's successors come before it, except in a loop.
  for (const [index, node] of nodes.entries()) {
    const next = node.kind === "any" ? node.of : "next" in node ? [node.next] : [];
    for (const each of node.kind === "char" ? [] : next)
      depths[index] = Math.max(depths[index] ?? 0, (depths[each] ?? 0) + 1);
  }
  return depths.reduce((most, depth) => Math.max(most, depth), 0);
}

/** The boundaries between the characters that a graph distinguishes. */
export function boundariesOf(graph: RegexGraph): number[] {
  const starts = new Set<number>([0]);
  const sets = graph.nodes.flatMap((node) => (node.kind === "char" ? [node.set] : []));
  if (graph.usesWords) sets.push(WORD_CHARS);
  for (const set of new Set(sets)) {
    for (const [low, high] of rangesOf(set)) starts.add(low).add(high + 1);
  }
  starts.delete(0x110000);
  return [...starts].sort((a, b) => a - b);
}

function add(build: Build, node: GraphNode): number {
  if (build.nodes.length >= MOST_NODES) throw new RegexTooComplex("the pattern is too large");
  return build.nodes.push(node) - 1;
}

function anywhere(build: Build, entry: number): number {
  const of = [entry];
  const loop = add(build, { kind: "any", of });
  of.push(add(build, { kind: "char", set: [0, 0x10ffff], next: loop }));
  return loop;
}

function compile(build: Build, node: RegexNode, next: number): number {
  switch (node.kind) {
    case "empty":
      return next;
    case "set":
      return add(build, { kind: "char", set: node.set, next });
    case "sequence":
      return node.items.reduceRight((rest, item) => compile(build, item, rest), next);
    case "alternation":
      return add(build, { kind: "any", of: node.items.map((item) => compile(build, item, next)) });
    case "group":
      return compile(build, node.item, next);
    case "repeat":
      return compileRepeat(build, node, next);
    case "look":
      return compileLook(build, node, next);
    case "backreference":
      throw new RegexTooComplex("the pattern has a backreference");
    case "wordBoundary":
      return add(build, { kind: "wordBoundary", negated: node.negated, next });
    default:
      return add(build, { kind: node.kind, next });
  }
}

type Repeat = Extract<RegexNode, { kind: "repeat" }>;

function compileRepeat(build: Build, node: Repeat, next: number): number {
  let rest = next;
  if (node.max === Infinity) {
    const of: number[] = [];
    rest = add(build, { kind: "any", of });
    of.push(compile(build, node.item, rest), next);
  } else {
    for (let i = node.min; i < node.max; i++) {
      rest = add(build, { kind: "any", of: [compile(build, node.item, rest), next] });
    }
  }
  for (let i = 0; i < node.min; i++) rest = compile(build, node.item, rest);
  return rest;
}

const LOOKS_AROUND: ReadonlySet<RegexNode["kind"]> = new Set(["look", "wordBoundary", "end"]);

function compileLook(
  build: Build,
  node: Extract<RegexNode, { kind: "look" }>,
  next: number,
): number {
  const { negated } = node;
  if (!node.behind) {
    return add(build, { kind: "look", sub: compile(build, node.item, 0), negated, next });
  }
  // A lookbehind is tracked by the characters it has read, without what follows.
  if (someNode(node.item, ({ kind }) => LOOKS_AROUND.has(kind)))
    throw new RegexTooComplex("a lookbehind contains a lookaround, `\\b`, or `$`");
  const tracker = build.trackers.push(anywhere(build, compile(build, node.item, 1))) - 1;
  return add(build, { kind: "behind", tracker, negated, next });
}

/** The text before a position, as far as `^` and `\b` depend on it. */
export type Before = "start" | "word" | "other";

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
