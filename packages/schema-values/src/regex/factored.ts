import type { RegexNode } from "./regex-node.ts";

/**
 * An equivalent expression with the common prefixes of alternatives factored out: `\{id\}|\{name\}`
 * becomes `\{(?:id\}|name\})`. For an engine that tries alternatives in turn, the cost is then at
 * most their number.
 */
export function factored(node: RegexNode): RegexNode {
  switch (node.kind) {
    case "sequence":
      return { ...node, items: node.items.map(factored) };
    case "repeat":
    case "group":
    case "look":
      return { ...node, item: factored(node.item) };
    case "alternation":
      return joined(node.items.map(itemsOf));
    default:
      return node;
  }
}

function itemsOf(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "sequence") return node.items;
  return node.kind === "empty" ? [] : [node];
}

/** An alternation of sequences; sequences that start with the same character share it. */
function joined(sequences: readonly (readonly RegexNode[])[]): RegexNode {
  const byHead = new Map<string, (readonly RegexNode[])[]>();
  for (const items of sequences) {
    const [head] = items;
    const key = head?.kind === "set" ? head.set.join() : `alone ${byHead.size}`;
    byHead.set(key, [...(byHead.get(key) ?? []), items]);
  }
  const items = [...byHead.values()].map(behindHead);
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: "alternation", items };
}

function behindHead(group: readonly (readonly RegexNode[])[]): RegexNode {
  const [first = []] = group;
  const [head] = first;
  if (group.length === 1 || head === undefined) {
    return { kind: "sequence", items: first.map(factored) };
  }
  return { kind: "sequence", items: [head, joined(group.map((items) => items.slice(1)))] };
}
