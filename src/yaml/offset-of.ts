import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { oncePer } from "../core/once-per.ts";
import type { DataPath, KeyOrValue } from "./data-path.ts";

/**
 * The offset of a key or value in a YAML text, or that of its nearest existing parent. In an alias,
 * it is that in the anchored value.
 */
export function offsetOf(document: Document, path: DataPath, at: KeyOrValue): number {
  let node: Node | null = document.contents;
  let offset = startOf(node);
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    const child = childOf(isAlias(node) ? (node.resolve(document) ?? null) : node, step);
    if (child === undefined) return offset;
    offset = isLast && at === "key" ? (child.keyOffset ?? offset) : (child.offset ?? offset);
    node = child.node;
  }
  return offset;
}

type Child = { readonly node: Node | null; readonly offset?: number; readonly keyOffset?: number };

function childOf(node: Node | null, step: string | number): Child | undefined {
  if (isMap(node)) {
    const pair = pairsOf(node).get(String(step));
    if (pair === undefined) return undefined;
    const value = isNode(pair.value) ? pair.value : null;
    const keyOffset = isScalar(pair.key) ? startOf(pair.key) : undefined;
    const offset = value === null ? keyOffset : startOf(value);
    return {
      node: value,
      ...(offset === undefined ? {} : { offset }),
      ...(keyOffset === undefined ? {} : { keyOffset }),
    };
  }
  const item =
    isNode(node) && "items" in node ? (node.items as unknown[])[Number(step)] : undefined;
  return isNode(item) ? { node: item, offset: startOf(item) } : undefined;
}

/**
 * The pairs by key; the first one if a key is repeated. Indexed, because thousands of keys may have
 * a problem.
 */
const pairsOf: (map: YAMLMap) => ReadonlyMap<string, Pair> = oncePer((map) => {
  const pairs = new Map<string, Pair>();
  for (const pair of map.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
    if (key !== undefined && !pairs.has(key)) pairs.set(key, pair);
  }
  return pairs;
});

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}
