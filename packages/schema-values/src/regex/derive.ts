import { hasChar, WORD_CHARS } from "./char-set.ts";
import { type Before, type GraphNode, type RegexGraph, RegexTooComplex } from "./regex-graph.ts";

/** The formula that never holds, and the one that always does. */
export const FALSE = 0;
export const TRUE = 1;

/** A formula over graph nodes; equal formulas in one pool have the same number. */
export type Formula =
  | { readonly kind: "constant" }
  | { readonly kind: "leaf"; readonly node: number }
  | { readonly kind: "or" | "and"; readonly of: readonly number[] }
  | { readonly kind: "not"; readonly of: readonly [number] };

/** Gives equal formulas the same number. */
export type FormulaPool = {
  readonly formulas: readonly Formula[];
  leaf(node: number): number;
  or(of: readonly number[]): number;
  and(of: readonly number[]): number;
  not(of: number): number;
};

/** A pool that contains the two constants. */
export function formulaPool(): FormulaPool {
  const formulas: Formula[] = [{ kind: "constant" }, { kind: "constant" }];
  const numbers = new Map<string, number>();
  const intern = (key: string, formula: Formula): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, formulas.length);
    return formulas.push(formula) - 1;
  };
  const join = (kind: "or" | "and", of: readonly number[]): number => {
    const neutral = kind === "or" ? FALSE : TRUE;
    const flat = flatten(formulas, kind, of).filter((part) => part !== neutral);
    if (flat.includes(TRUE - neutral)) return TRUE - neutral;
    const parts = [...new Set(flat)].sort((a, b) => a - b);
    const [only] = parts;
    if (only === undefined) return neutral;
    return parts.length === 1 ? only : intern(`${kind}${parts.join()}`, { kind, of: parts });
  };
  return {
    formulas,
    leaf: (node) => intern(`leaf${node}`, { kind: "leaf", node }),
    or: (of) => join("or", of),
    and: (of) => join("and", of),
    not: (of) => {
      if (of === TRUE || of === FALSE) return TRUE - of;
      const inner = formulas[of];
      return inner?.kind === "not" ? inner.of[0] : intern(`not${of}`, { kind: "not", of: [of] });
    },
  };
}

function flatten(
  formulas: readonly Formula[],
  kind: "or" | "and",
  of: readonly number[],
): number[] {
  return of.flatMap((part) => {
    const formula = formulas[part];
    return formula?.kind === kind ? formula.of : [part];
  });
}

/** Maximum number of visits in one derivation; beyond it, the pattern is too complex. */
const MOST_VISITS = 200_000;
/** Maximum number of steps in one derivation, which also count the nodes copied for lookarounds. */
const MOST_STEPS = 1_000_000;

/** A position's knowledge of the preceding text. */
type Place = { readonly before: Before; readonly trackers: readonly number[] };

/** A place, and the nodes visited since the last character. */
type Way = Place & { readonly seen: Set<number> };

/** Advances formulas over a graph by one character. Throws RegexTooComplex if it exceeds its budget. */
export class Deriver {
  readonly #nodes: readonly GraphNode[];
  readonly #pool: FormulaPool;
  /** Without lookarounds, everything is a union, and a second visit to a node adds nothing. */
  readonly #isUnion: boolean;
  readonly #hasTrackers: boolean;
  /** Computed steps of formulas, by character and preceding context. */
  readonly #known = new Map<string, Map<number, number>>();
  #visits = 0;
  #steps = 0;
  #mostSteps = 0;

  constructor(graph: RegexGraph, pool: FormulaPool) {
    this.#nodes = graph.nodes;
    this.#pool = pool;
    this.#isUnion = !graph.nodes.some((node) => node.kind === "look" || node.kind === "behind");
    this.#hasTrackers = graph.trackers.length > 0;
  }

  /** The formula that must hold after the character for the given one to hold before it. */
  step(formula: number, char: number, place: Place): number {
    this.#begin();
    return onStack(() => this.#step(formula, char, place));
  }

  /** Whether the formula holds at the end of the string. */
  accepts(formula: number, place: Place): boolean {
    this.#begin();
    return onStack(() => this.#accepts(formula, place));
  }

  /** The number of steps that all derivations so far took. */
  steps(): number {
    return this.#steps;
  }

  #begin(): void {
    this.#visits = 0;
    this.#mostSteps = this.#steps + MOST_STEPS;
  }

  #enter(number: number, seen: Set<number>): Set<number> {
    this.#visits++;
    this.#steps += this.#isUnion ? 1 : 1 + seen.size;
    if (this.#visits > MOST_VISITS || this.#steps > this.#mostSteps)
      throw new RegexTooComplex("the pattern has too many branches");
    return (this.#isUnion ? seen : new Set(seen)).add(number);
  }

  #accepts(formula: number, place: Place): boolean {
    this.#steps++;
    const it = this.#pool.formulas[formula];
    if (it === undefined || it.kind === "constant") return formula === TRUE;
    if (it.kind === "leaf") return this.#nodeAccepts(it.node, { ...place, seen: new Set() });
    if (it.kind === "not") return !this.#accepts(it.of[0], place);
    return it.kind === "or"
      ? it.of.some((part) => this.#accepts(part, place))
      : it.of.every((part) => this.#accepts(part, place));
  }

  #isHeld(node: { readonly tracker: number; readonly negated: boolean }, place: Place): boolean {
    return this.#accepts(place.trackers[node.tracker] ?? FALSE, place) !== node.negated;
  }

  /**
   * A second visit to a node without a character in between adds nothing: the least fixed point.
   */
  #nodeAccepts(number: number, at: Way): boolean {
    if (at.seen.has(number)) return false;
    const node = this.#nodes[number] as GraphNode;
    const then = (next: number): boolean => this.#nodeAccepts(next, at);
    switch (node.kind) {
      case "match":
      case "stop":
        return true;
      case "char":
        return false;
      case "any": {
        const inner = { ...at, seen: this.#enter(number, at.seen) };
        return node.of.some((next) => this.#nodeAccepts(next, inner));
      }
      case "look": {
        const sub = this.#nodeAccepts(node.sub, { ...at, seen: new Set() });
        return sub !== node.negated && then(node.next);
      }
      case "behind":
        return this.#isHeld(node, at) && then(node.next);
      case "start":
        return at.before === "start" && then(node.next);
      case "end":
        return then(node.next);
      case "wordBoundary":
        return (at.before === "word") !== node.negated && then(node.next);
    }
  }

  #step(formula: number, char: number, place: Place): number {
    if (this.#hasTrackers || formula === TRUE || formula === FALSE)
      return this.#stepAnew(formula, char, place);
    const key = `${char} ${place.before}`;
    const steps = this.#known.get(key) ?? new Map<number, number>();
    this.#known.set(key, steps);
    const found = steps.get(formula) ?? this.#stepAnew(formula, char, place);
    steps.set(formula, found);
    return found;
  }

  #stepAnew(formula: number, char: number, place: Place): number {
    const pool = this.#pool;
    this.#steps++;
    const it = pool.formulas[formula];
    if (it === undefined || it.kind === "constant") return formula;
    if (it.kind === "leaf") return this.#nodeStep(it.node, char, { ...place, seen: new Set() });
    if (it.kind === "not") return pool.not(this.#step(it.of[0], char, place));
    this.#steps += it.of.length;
    const parts = it.of.map((part) => this.#step(part, char, place));
    return it.kind === "or" ? pool.or(parts) : pool.and(parts);
  }

  #nodeStep(number: number, char: number, at: Way): number {
    if (at.seen.has(number)) return FALSE;
    const pool = this.#pool;
    const node = this.#nodes[number] as GraphNode;
    const then = (next: number): number => this.#nodeStep(next, char, at);
    switch (node.kind) {
      case "match":
        return TRUE;
      case "stop":
      case "end":
        return FALSE;
      case "char":
        return hasChar(node.set, char) ? pool.leaf(node.next) : FALSE;
      case "any": {
        const inner = { ...at, seen: this.#enter(number, at.seen) };
        return pool.or(node.of.map((next) => this.#nodeStep(next, char, inner)));
      }
      case "look": {
        const sub = this.#nodeStep(node.sub, char, { ...at, seen: new Set() });
        return pool.and([node.negated ? pool.not(sub) : sub, then(node.next)]);
      }
      case "behind":
        return this.#isHeld(node, at) ? then(node.next) : FALSE;
      case "start":
        return at.before === "start" ? then(node.next) : FALSE;
      case "wordBoundary": {
        const differs = (at.before === "word") !== hasChar(WORD_CHARS, char);
        return differs !== node.negated ? then(node.next) : FALSE;
      }
    }
  }
}

/** A derivation descends once per node, so a pattern may be too deep for the call stack. */
function onStack<Value>(derive: () => Value): Value {
  try {
    return derive();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RegexTooComplex("the pattern is nested too deeply");
  }
}
