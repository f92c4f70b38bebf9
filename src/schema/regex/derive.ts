import type { Before } from "./automaton.ts";
import { WORD_CHARS } from "./char-classes.ts";
import { hasChar } from "./char-set.ts";
import { FALSE, type FormulaPool, TRUE } from "./formula-pool.ts";
import { type GraphNode, type RegexGraph, RegexTooComplex } from "./regex-graph.ts";

/** Visits of one derivation beyond which the pattern is given up. */
const MOST_VISITS = 200_000;

/** What a position knows of the text before it. */
type Place = { readonly before: Before; readonly trackers: readonly number[] };

/** Takes formulas over a graph one character further. */
export type Deriver = {
  /** What must hold after the character for the formula to hold before it. */
  step(formula: number, char: number, place: Place): number;
  /** Whether the formula holds at the end of the text. */
  accepts(formula: number, place: Place): boolean;
};

/** A deriver over the graph, with formulas of the pool; throws RegexTooComplex past its budget. */
export function deriver(graph: RegexGraph, pool: FormulaPool): Deriver {
  const { nodes } = graph;
  // Without look-arounds all is a union, and a node met twice adds nothing the second time.
  const isUnion = !nodes.some((node) => node.kind === "look" || node.kind === "behind");
  let visits = 0;
  const enter = (number: number, seen: Set<number>): Set<number> => {
    visits++;
    if (visits > MOST_VISITS) throw new RegexTooComplex("the pattern branches too often");
    return (isUnion ? seen : new Set(seen)).add(number);
  };
  const accepts = (formula: number, place: Place): boolean => {
    const it = pool.formulas[formula];
    if (it === undefined || it.kind === "constant") return formula === TRUE;
    if (it.kind === "leaf") return nodeAccepts(it.node, place, new Set());
    if (it.kind === "not") return !accepts(it.of[0], place);
    return it.kind === "or"
      ? it.of.some((part) => accepts(part, place))
      : it.of.every((part) => accepts(part, place));
  };
  const held = (node: { tracker: number; negated: boolean }, place: Place): boolean =>
    accepts(place.trackers[node.tracker] ?? FALSE, place) !== node.negated;
  // A node met again without a character in between adds nothing: the least fixed point.
  const nodeAccepts = (number: number, place: Place, seen: Set<number>): boolean => {
    if (seen.has(number)) return false;
    const node = nodes[number] as GraphNode;
    const then = (next: number): boolean => nodeAccepts(next, place, seen);
    switch (node.kind) {
      case "match":
      case "stop":
        return true;
      case "char":
        return false;
      case "any": {
        const inner = enter(number, seen);
        return node.of.some((next) => nodeAccepts(next, place, inner));
      }
      case "look":
        return nodeAccepts(node.sub, place, new Set()) !== node.negated && then(node.next);
      case "behind":
        return held(node, place) && then(node.next);
      case "start":
        return place.before === "start" && then(node.next);
      case "end":
        return then(node.next);
      case "wordBoundary":
        return (place.before === "word") !== node.negated && then(node.next);
    }
  };
  const nodeStep = (number: number, char: number, at: Place & { seen: Set<number> }): number => {
    if (at.seen.has(number)) return FALSE;
    const node = nodes[number] as GraphNode;
    const then = (next: number): number => nodeStep(next, char, at);
    switch (node.kind) {
      case "match":
        return TRUE;
      case "stop":
      case "end":
        return FALSE;
      case "char":
        return hasChar(node.set, char) ? pool.leaf(node.next) : FALSE;
      case "any": {
        const inner = { ...at, seen: enter(number, at.seen) };
        return pool.or(node.of.map((next) => nodeStep(next, char, inner)));
      }
      case "look": {
        const sub = nodeStep(node.sub, char, { ...at, seen: new Set() });
        return pool.and([node.negated ? pool.not(sub) : sub, then(node.next)]);
      }
      case "behind":
        return held(node, at) ? then(node.next) : FALSE;
      case "start":
        return at.before === "start" ? then(node.next) : FALSE;
      case "wordBoundary": {
        const differs = (at.before === "word") !== hasChar(WORD_CHARS, char);
        return differs !== node.negated ? then(node.next) : FALSE;
      }
    }
  };
  const hasTrackers = graph.trackers.length > 0;
  const known = new Map<string, Map<number, number>>();
  const step = (formula: number, char: number, place: Place): number => {
    if (hasTrackers || formula === TRUE || formula === FALSE) return stepAnew(formula, char, place);
    const key = `${char} ${place.before}`;
    const steps = known.get(key) ?? new Map<number, number>();
    known.set(key, steps);
    const found = steps.get(formula) ?? stepAnew(formula, char, place);
    steps.set(formula, found);
    return found;
  };
  const stepAnew = (formula: number, char: number, place: Place): number => {
    const it = pool.formulas[formula];
    if (it === undefined || it.kind === "constant") return formula;
    if (it.kind === "leaf") return nodeStep(it.node, char, { ...place, seen: new Set() });
    if (it.kind === "not") return pool.not(step(it.of[0], char, place));
    const parts = it.of.map((part) => step(part, char, place));
    return it.kind === "or" ? pool.or(parts) : pool.and(parts);
  };
  const budgeted = <Args extends unknown[], Out>(run: (...args: Args) => Out) => {
    return (...args: Args): Out => {
      visits = 0;
      return run(...args);
    };
  };
  return { step: budgeted(step), accepts: budgeted(accepts) };
}
