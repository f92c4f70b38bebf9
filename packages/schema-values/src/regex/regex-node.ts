import type { CharSet } from "./char-set.ts";

/** A regular expression of ECMA-262 as a tree; case-sensitive, with no flags other than `u`. */
export type RegexNode =
  | { readonly kind: "empty" }
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly items: readonly RegexNode[] }
  | { readonly kind: "alternation"; readonly items: readonly RegexNode[] }
  | {
      readonly kind: "repeat";
      readonly item: RegexNode;
      readonly min: number;
      /** Infinity without an upper bound. */
      readonly max: number;
    }
  | { readonly kind: "group"; readonly item: RegexNode; readonly index: number }
  | { readonly kind: "backreference"; readonly index: number }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "wordBoundary"; readonly negated: boolean }
  | {
      readonly kind: "look";
      readonly behind: boolean;
      readonly negated: boolean;
      readonly item: RegexNode;
    };

/** The direct children of a node. */
export function regexChildrenOf(node: RegexNode): readonly RegexNode[] {
  switch (node.kind) {
    case "sequence":
    case "alternation":
      return node.items;
    case "repeat":
    case "group":
    case "look":
      return [node.item];
    default:
      return [];
  }
}

/** Whether the node or one of its descendants satisfies the test. */
export function someNode(node: RegexNode, test: (node: RegexNode) => boolean): boolean {
  return test(node) || regexChildrenOf(node).some((child) => someNode(child, test));
}

/** The minimum number of characters that the node matches. */
export function shortestOf(node: RegexNode): number {
  switch (node.kind) {
    case "set":
      return 1;
    case "repeat":
      return node.min === 0 ? 0 : node.min * shortestOf(node.item);
    case "alternation":
      return node.items.reduce((least, item) => Math.min(least, shortestOf(item)), Infinity);
    case "look":
      return 0;
    default:
      return regexChildrenOf(node).reduce((sum, item) => sum + shortestOf(item), 0);
  }
}
