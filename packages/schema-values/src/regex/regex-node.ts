import type { CharSet } from "./char-set.ts";

/** An ECMA-262 regular expression without backreferences, lookbehinds, or flags except `u`. */
export type RegexNode =
  | { readonly kind: "empty" }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence" | "alternation"; readonly items: readonly RegexNode[] }
  | {
      readonly kind: "repeat";
      readonly item: RegexNode;
      readonly min: number;
      /** Infinity if there is no upper bound. */
      readonly max: number;
    }
  | { readonly kind: "wordBoundary"; readonly negated: boolean }
  | { readonly kind: "look"; readonly negated: boolean; readonly item: RegexNode };

export function regexChildrenOf(node: RegexNode): readonly RegexNode[] {
  if ("items" in node) return node.items;
  return "item" in node ? [node.item] : [];
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
