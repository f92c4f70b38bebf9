import { ANY_CHAR, type CharSet, WORD_CHARS } from "./char-set.ts";
import type { RegexNode } from "./regex-node.ts";

/** A condition on the rest of the string. Nodes refer to each other by index. */
export type GraphNode =
  | { readonly kind: "match" }
  | { readonly kind: "char"; readonly set: CharSet; readonly next: number }
  | { readonly kind: "any"; readonly of: number[] }
  | {
      readonly kind: "look";
      readonly sub: number;
      readonly negated: boolean;
      readonly next: number;
    }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "wordBoundary"; readonly negated: boolean; readonly next: number };

/** Patterns as one graph, with an entry node for each pattern. */
export type RegexGraph = {
  readonly nodes: readonly GraphNode[];
  readonly entries: readonly number[];
};

const MOST_NODES = 150_000;
/** Recursing through more consecutive nodes than this can overflow the stack. */
const MOST_DEPTH = 2500;

/** Thrown if a pattern is too complex for an automaton. */
export class RegexTooComplex extends Error {}

/**
 * Compiles patterns. As in JSON Schema, they match anywhere in the string. Calls `onNode` for each
 * node. Throws RegexTooComplex for more nodes than `most`, or for too many consecutive nodes
 * that read no character.
 */
export function regexGraph(
  patterns: readonly RegexNode[],
  { most = MOST_NODES, onNode }: { readonly most?: number; onNode?(): void } = {},
): RegexGraph {
  const graph: Growing = { nodes: [{ kind: "match" }], depths: [0], most, onNode };
  const entries = patterns.map((pattern) => {
    const of = [compile(graph, pattern, 0)];
    const loop = add(graph, { kind: "any", of });
    of.push(add(graph, { kind: "char", set: ANY_CHAR, next: loop }));
    return loop;
  });
  if (graph.depths.some((depth) => depth > MOST_DEPTH))
    throw new RegexTooComplex("the pattern is nested too deeply");
  return { nodes: graph.nodes, entries };
}

/** The first code point of each class of characters that a graph distinguishes, in order. */
export function boundariesOf(nodes: readonly GraphNode[]): number[] {
  const starts = new Set<number>([0]);
  const sets = nodes.flatMap((node) => {
    if (node.kind === "wordBoundary") return [WORD_CHARS];
    return node.kind === "char" ? [node.set] : [];
  });
  for (const set of new Set(sets)) {
    for (const [low, high] of set) starts.add(low).add(high + 1);
  }
  starts.delete(0x110000);
  return [...starts].sort((a, b) => a - b);
}

type Growing = {
  readonly nodes: GraphNode[];
  /** By node, the maximum number of consecutive nodes that read no character; loops count once. */
  readonly depths: number[];
  readonly most: number;
  readonly onNode: (() => void) | undefined;
};

function add({ nodes, depths, most, onNode }: Growing, node: GraphNode): number {
  onNode?.();
  if (nodes.length >= most) throw new RegexTooComplex("the pattern is too large");
  depths.push(depthOf(node, depths));
  return nodes.push(node) - 1;
}

function depthOf(node: GraphNode, depths: readonly number[]): number {
  if (node.kind === "match" || node.kind === "char") return 0;
  const depthFrom = (next: number): number => 1 + (depths[next] ?? 0);
  if (node.kind === "any")
    return node.of.reduce((most, next) => Math.max(most, depthFrom(next)), 0);
  return Math.max(depthFrom(node.next), node.kind === "look" ? depthFrom(node.sub) : 0);
}

function compile(graph: Growing, node: RegexNode, next: number): number {
  switch (node.kind) {
    case "empty":
      return next;
    case "set":
      return add(graph, { kind: "char", set: node.set, next });
    case "sequence":
      return node.items.reduceRight((rest, item) => compile(graph, item, rest), next);
    case "alternation":
      return add(graph, { kind: "any", of: node.items.map((item) => compile(graph, item, next)) });
    case "repeat":
      return compileRepeat(graph, node, next);
    case "look":
      return add(graph, { ...node, sub: compile(graph, node.item, 0), next });
    default:
      return add(graph, { ...node, next });
  }
}

type Repeat = Extract<RegexNode, { kind: "repeat" }>;

function compileRepeat(graph: Growing, { item, min, max }: Repeat, next: number): number {
  let rest = next;
  if (max === Infinity) {
    const of = [next];
    rest = add(graph, { kind: "any", of });
    const turn = compile(graph, item, rest);
    of.unshift(turn);
    graph.depths[rest] = Math.max(graph.depths[rest] ?? 0, 1 + (graph.depths[turn] ?? 0));
  } else {
    for (let i = min; i < max; i++) {
      rest = add(graph, { kind: "any", of: [compile(graph, item, rest), next] });
    }
  }
  for (let i = 0; i < min; i++) rest = compile(graph, item, rest);
  return rest;
}
