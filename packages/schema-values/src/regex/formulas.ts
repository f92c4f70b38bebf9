import { cached } from "../cached.ts";
import { hasChar, WORD_CHARS } from "./char-set.ts";
import { type GraphNode, RegexTooComplex } from "./regex-graph.ts";

/** Counts work in units of about 25 ns. May throw if there is too much work. */
export type Spend = (work: number) => void;

/** The formula that never holds, and the formula that always holds. */
export const FALSE = 0;
export const TRUE = 1;

/** Takes the place of a code point at the end of the string. */
export const END = -1;

/** The kind of character before a position in a string. `^` and `\b` depend on it. */
export type Before = "start" | "word" | "other";

/** A formula over graph nodes that the rest of a string must satisfy. */
type Formula =
  | { readonly kind: "constant" }
  | { readonly kind: "leaf"; readonly node: number }
  | { readonly kind: "or" | "and"; readonly of: readonly number[] }
  | { readonly kind: "not"; readonly of: readonly [number] };

const WORK_OF_A_VISIT = 40;
/** Maximum number of nodes visited for one character; beyond it, the pattern is too complex. */
const MOST_VISITS = 200_000;

/** Formulas by number; equal formulas have the same number. */
export class Formulas {
  readonly #nodes: readonly GraphNode[];
  readonly #spend: Spend;
  readonly #all: Formula[] = [{ kind: "constant" }, { kind: "constant" }];
  readonly #numbers = new Map<string, number>();
  /** Known derivatives, by character and preceding text. */
  readonly #known = new Map<string, Map<number, number>>();
  /** Whether no pattern has lookaheads. If so, a second visit to a node adds nothing. */
  readonly #isUnion: boolean;
  #visits = 0;

  constructor(nodes: readonly GraphNode[], spend: Spend) {
    this.#nodes = nodes;
    this.#spend = spend;
    this.#isUnion = !nodes.some((node) => node.kind === "look");
  }

  leaf(node: number): number {
    return this.#intern(`leaf${node}`, { kind: "leaf", node });
  }

  not(of: number): number {
    if (of === TRUE || of === FALSE) return TRUE - of;
    const inner = this.#all[of];
    if (inner?.kind === "not") return inner.of[0];
    return this.#intern(`not${of}`, { kind: "not", of: [of] });
  }

  join(kind: "or" | "and", of: readonly number[]): number {
    const neutral = kind === "or" ? FALSE : TRUE;
    const parts = new Set<number>();
    for (const part of of) {
      const formula = this.#all[part];
      if (formula?.kind === kind) for (const inner of formula.of) parts.add(inner);
      else parts.add(part);
    }
    parts.delete(neutral);
    if (parts.has(TRUE - neutral)) return TRUE - neutral;
    const sorted = [...parts].sort((a, b) => a - b);
    const [only = neutral] = sorted;
    return parts.size < 2 ? only : this.#intern(`${kind}${sorted.join()}`, { kind, of: sorted });
  }

  #intern(key: string, formula: Formula): number {
    return cached(this.#numbers, key, () => this.#all.push(formula) - 1);
  }

  /**
   * Returns the derivative of a formula: the condition that the text after `char` must satisfy. At
   * the end of the string, it is TRUE or FALSE. Throws RegexTooComplex after too much work.
   */
  step(formula: number, char: number, before: Before): number {
    this.#visits = 0;
    return this.#step(formula, char, before);
  }

  #step(formula: number, char: number, before: Before): number {
    const it = this.#all[formula];
    if (it === undefined || it.kind === "constant") return formula;
    const known = cached(this.#known, `${char} ${before}`, () => new Map<number, number>());
    const found = known.get(formula);
    if (found !== undefined) return found;
    const visit = { char, before, seen: new Set<number>() };
    let made: number;
    if (it.kind === "leaf") made = this.#nodeStep(it.node, visit);
    else {
      this.#spend(WORK_OF_A_VISIT * it.of.length);
      const parts = it.of.map((part) => this.#step(part, char, before));
      made = it.kind === "not" ? this.not(parts[0] ?? FALSE) : this.join(it.kind, parts);
    }
    known.set(formula, made);
    return made;
  }

  #nodeStep(number: number, visit: Visit): number {
    this.#spend(WORK_OF_A_VISIT);
    if (++this.#visits > MOST_VISITS)
      throw new RegexTooComplex("the pattern has too many branches");
    const node = this.#nodes[number] as GraphNode;
    switch (node.kind) {
      case "match":
        return TRUE;
      case "char":
        return hasChar(node.set, visit.char) ? this.leaf(node.next) : FALSE;
      case "any": {
        const parts: number[] = [];
        this.#branch(number, visit, parts);
        return this.join("or", parts);
      }
      case "look": {
        const sub = this.#nodeStep(node.sub, { ...visit, seen: new Set() });
        const held = node.negated ? this.not(sub) : sub;
        return held === FALSE ? FALSE : this.join("and", [held, this.#nodeStep(node.next, visit)]);
      }
      default:
        return isMet(node, visit) ? this.#nodeStep(node.next, visit) : FALSE;
    }
  }

  /** Collects the derivatives of all branches of a node, and of their branches. */
  #branch(number: number, visit: Visit, parts: number[]): void {
    const node = this.#nodes[number];
    if (node?.kind !== "any") {
      parts.push(this.#nodeStep(number, visit));
      return;
    }
    // A second visit before the next character adds nothing.
    if (visit.seen.has(number)) return;
    visit.seen.add(number);
    for (const next of node.of) this.#branch(next, visit, parts);
    if (!this.#isUnion) visit.seen.delete(number);
  }
}

/** A character, and the nodes visited since the previous character. */
type Visit = { readonly char: number; readonly before: Before; readonly seen: Set<number> };

type Assertion = Extract<GraphNode, { kind: "start" | "end" | "wordBoundary" }>;

function isMet(node: Assertion, { char, before }: Visit): boolean {
  if (node.kind === "wordBoundary")
    return ((before === "word") !== hasChar(WORD_CHARS, char)) !== node.negated;
  return node.kind === "start" ? before === "start" : char === END;
}
