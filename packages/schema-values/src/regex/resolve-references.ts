import { type RegexNode, regexChildrenOf } from "./regex-node.ts";

/** A group that matches more strings than this keeps its backreferences. */
const MOST_TEXTS = 8;
const MOST_LENGTH = 40;
/** Maximum number of alternatives in total, because those of several groups multiply. */
const MOST_ALTERNATIVES = 200;

type Group = Extract<RegexNode, { kind: "group" }>;

/**
 * The expression without backreferences to groups that match few strings: one alternative per
 * string, with the string in both places. Applies only if the group precedes each reference in one
 * sequence, so that it has always matched.
 */
export function resolveReferences(root: RegexNode): RegexNode {
  return resolveWithin(root, { alternatives: MOST_ALTERNATIVES });
}

/** Numbers of backreferences, by group. */
type References = Map<number, number>;

type Allowance = { alternatives: number };

function resolveWithin(root: RegexNode, left: Allowance): RegexNode {
  const counts: References = new Map();
  countReferences(root, counts);
  return counts.size === 0 ? root : resolved(root, counts, left);
}

function resolved(node: RegexNode, counts: References, left: Allowance): RegexNode {
  if (left.alternatives === 0) return node;
  const inner = withChildren(node, (child) => resolved(child, counts, left));
  if (inner.kind !== "sequence") return inner;
  const at = inner.items.findIndex((item) => item.kind === "group");
  for (let i = at; i >= 0 && i < inner.items.length; i++) {
    const group = inner.items[i];
    if (group?.kind !== "group") continue;
    const count = counts.get(group.index);
    const texts = count === undefined ? undefined : textsOf(group.item);
    if (texts === undefined || texts.length > left.alternatives) continue;
    const rest = inner.items.slice(i + 1);
    const within: References = new Map();
    for (const item of rest) countReferences(item, within);
    if (within.get(group.index) !== count) continue;
    left.alternatives -= texts.length;
    const items = texts.map((text): RegexNode => {
      const tail = rest.map((item) => replaced(item, group.index, literal(text)));
      return {
        kind: "sequence",
        items: [...inner.items.slice(0, i), named(group, literal(text)), ...tail],
      };
    });
    return resolveWithin({ kind: "alternation", items }, left);
  }
  return inner;
}

function named(group: Group, item: RegexNode): RegexNode {
  return { ...group, item };
}

/** Counts a node's backreferences by the group that they refer to. */
function countReferences(node: RegexNode, counts: References): void {
  if (node.kind === "backreference") counts.set(node.index, (counts.get(node.index) ?? 0) + 1);
  for (const child of regexChildrenOf(node)) countReferences(child, counts);
}

function replaced(node: RegexNode, index: number, by: RegexNode): RegexNode {
  if (node.kind === "backreference" && node.index === index) return by;
  return withChildren(node, (child) => replaced(child, index, by));
}

function withChildren(node: RegexNode, change: (child: RegexNode) => RegexNode): RegexNode {
  switch (node.kind) {
    case "sequence":
    case "alternation":
      return { ...node, items: node.items.map(change) };
    case "repeat":
    case "group":
    case "look":
      return { ...node, item: change(node.item) };
    default:
      return node;
  }
}

function literal(text: string): RegexNode {
  const items = [...text].map((char): RegexNode => {
    const code = char.codePointAt(0) ?? 0;
    return { kind: "set", set: [code, code] };
  });
  return items.length === 0 ? { kind: "empty" } : { kind: "sequence", items };
}

/**
 * All strings that a node matches; undefined if there are many, or if they depend on the
 * surrounding text.
 */
function textsOf(node: RegexNode): readonly string[] | undefined {
  switch (node.kind) {
    case "empty":
      return [""];
    case "set":
      return node.set.length === 2 && node.set[0] === node.set[1]
        ? [String.fromCodePoint(node.set[0] ?? 0)]
        : undefined;
    case "group":
      return textsOf(node.item);
    case "sequence":
      return product(node.items.map(textsOf));
    case "alternation":
      return few(node.items.map(textsOf));
    case "repeat":
      return node.max > 1 || node.min > 1
        ? undefined
        : few([textsOf(node.item), ...(node.min === 0 ? [[""]] : [])]);
    default:
      return undefined;
  }
}

type Texts = readonly string[] | undefined;

function few(lists: readonly Texts[]): Texts {
  const known = lists.filter((list) => list !== undefined);
  const all = [...new Set(known.flat())];
  const isShort = all.every((text) => text.length <= MOST_LENGTH);
  return known.length < lists.length || all.length > MOST_TEXTS || !isShort ? undefined : all;
}

function product(lists: readonly Texts[]): Texts {
  return lists.reduce<Texts>(
    (heads, list) => {
      if (heads === undefined || list === undefined) return undefined;
      return few([heads.flatMap((head) => list.map((text) => head + text))]);
    },
    [""],
  );
}
