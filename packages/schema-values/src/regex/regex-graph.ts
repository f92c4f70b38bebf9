import { type CharSet, rangesOf, WORD_CHARS } from "./char-set.ts";
import type { RegexNode } from "./regex-node.ts";

/**
 * A node of the graph: what the rest of the string must satisfy. Nodes refer to each other by
 * index.
 */
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
/** Visiting more nodes in a row, one call for each, can overflow the stack, depending on the machine. */
const MOST_DEPTH = 2500;

/** Thrown if a pattern is too complex for an automaton. */
export class RegexTooComplex extends Error {}

/**
 * Compiles patterns, which match anywhere in the string as in JSON Schema. Throws RegexTooComplex
 * for more than 150,000 nodes, and for more than 2,500 in a row that read no character.
 */
export function regexGraph(patterns: readonly RegexNode[]): RegexGraph {
  const nodes: GraphNode[] = [{ kind: "match" }];
  const entries = patterns.map((pattern) => {
    const of = [compile(nodes, pattern, 0)];
    const loop = add(nodes, { kind: "any", of });
    of.push(add(nodes, { kind: "char", set: [0, 0x10ffff], next: loop }));
    return loop;
  });
  if (depthOf(nodes) > MOST_DEPTH) throw new RegexTooComplex("the pattern is nested too deeply");
  return { nodes, entries };
}

/** A bound for the number of nodes in a row that read no character; within a loop, those of one turn. */
function depthOf(nodes: readonly GraphNode[]): number {
  const depths = new Uint32Array(nodes.length);
  /** Loops by the first node of a turn, which is the last one that was added. */
  const loops = new Map<number, number>();
  const noteDepth = (index: number, depth: number): void => {
    depths[index] = Math.max(depths[index] ?? 0, depth);
  };
  // A node's successors come before it, except in a loop.
  for (const [index, node] of nodes.entries()) {
    if (node.kind === "match" || node.kind === "char") continue;
    const next =
      node.kind === "any" ? node.of : node.kind === "look" ? [node.next, node.sub] : [node.next];
    for (const each of next) {
      if (each > index) loops.set(each, index);
      noteDepth(index, 1 + (depths[each] ?? 0));
    }
    const loop = loops.get(index);
    if (loop !== undefined) noteDepth(loop, 1 + (depths[index] ?? 0));
  }
  return depths.reduce((most, depth) => Math.max(most, depth), 0);
}

/** The boundaries between the characters that a graph distinguishes. */
export function boundariesOf(nodes: readonly GraphNode[]): number[] {
  const starts = new Set<number>([0]);
  const sets = nodes.flatMap((node) => {
    if (node.kind === "wordBoundary") return [WORD_CHARS];
    return node.kind === "char" ? [node.set] : [];
  });
  for (const set of new Set(sets)) {
    for (const [low, high] of rangesOf(set)) starts.add(low).add(high + 1);
  }
  starts.delete(0x110000);
  return [...starts].sort((a, b) => a - b);
}

function add(nodes: GraphNode[], node: GraphNode): number {
  if (nodes.length >= MOST_NODES) throw new RegexTooComplex("the pattern is too large");
  return nodes.push(node) - 1;
}

function compile(nodes: GraphNode[], node: RegexNode, next: number): number {
  switch (node.kind) {
    case "empty":
      return next;
    case "set":
      return add(nodes, { kind: "char", set: node.set, next });
    case "sequence":
      return node.items.reduceRight((rest, item) => compile(nodes, item, rest), next);
    case "alternation":
      return add(nodes, { kind: "any", of: node.items.map((item) => compile(nodes, item, next)) });
    case "repeat":
      return compileRepeat(nodes, node, next);
    case "look":
      return add(nodes, { ...node, sub: compile(nodes, node.item, 0), next });
    default:
      return add(nodes, { ...node, next });
  }
}

type Repeat = Extract<RegexNode, { kind: "repeat" }>;

function compileRepeat(nodes: GraphNode[], { item, min, max }: Repeat, next: number): number {
  let rest = next;
  if (max === Infinity) {
    const of: number[] = [];
    rest = add(nodes, { kind: "any", of });
    of.push(compile(nodes, item, rest), next);
  } else {
    for (let i = min; i < max; i++) {
      rest = add(nodes, { kind: "any", of: [compile(nodes, item, rest), next] });
    }
  }
  for (let i = 0; i < min; i++) rest = compile(nodes, item, rest);
  return rest;
}
