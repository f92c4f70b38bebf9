import type { RegexNode } from "./regex-node.ts";

/**
 * The characters that every match of `^abc…` starts with, as code points; undefined if the pattern
 * doesn't have this form.
 */
export function anchoredPrefix(root: RegexNode): readonly number[] | undefined {
  if (root.kind !== "sequence" || root.items[0]?.kind !== "start") return undefined;
  const prefix: number[] = [];
  for (const item of root.items.slice(1)) {
    if (item.kind !== "set" || item.set.length !== 2 || item.set[0] !== item.set[1]) break;
    prefix.push(item.set[0] ?? 0);
  }
  return prefix;
}

/** Whether no string can start with both prefixes. */
export function exclude(one: readonly number[], other: readonly number[]): boolean {
  return one.slice(0, other.length).some((char, i) => char !== other[i]);
}
