import { type RegexNode, regexChildrenOf } from "./regex-node.ts";

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
