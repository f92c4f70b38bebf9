import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from "yaml";
import { messageOf } from "../core/errors.ts";
import { oncePer } from "../core/once-per.ts";
import type { DataPath, KeyOrValue } from "./data-path.ts";

/** A position; lines and columns are counted from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

export type PlacedMessage = TextPosition & { readonly message: string };

/** The data in YAML text, and the position of each part. */
export type YamlSource = {
  /** The parsed data; undefined if the text can't be parsed, and null if the text is empty. */
  readonly data: unknown;
  /** Places where the text isn't valid YAML or is ambiguous. */
  readonly problems: readonly PlacedMessage[];
  /** The position of a key or value. If it doesn't exist, the position of its nearest parent. */
  locate(path: DataPath, at?: KeyOrValue): TextPosition;
};

const MOST_LEVELS = 100;

/** Reads YAML 1.2 text that contains a single document. Returns problems instead of throwing. */
export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const place = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problemAt = (offset: number, found: string): PlacedMessage => ({
    ...place(offset),
    message: `Failed to read the YAML: ${found.replace(/\.?$/, ".")}`,
  });
  const tooDeepAt = excessDepth(tokens);
  if (tooDeepAt !== undefined)
    return {
      data: undefined,
      problems: [problemAt(tooDeepAt, TOO_DEEP)],
      locate: () => place(tooDeepAt),
    };
  // At any other log level, Node.js prints a warning for a key that is a list or a map.
  const composer = new Composer({ logLevel: "error", uniqueKeys: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined) throw new RangeError("Expected the package to return a document.");
  const problemOf = ({ pos, message }: YAMLError): PlacedMessage => problemAt(pos[0], message);
  const { repeatedKeys, unknownAliases } = misplacedNodes(document);
  const problems = [
    ...document.errors.map(problemOf),
    ...(second === undefined ? [] : [problemAt(second.range[0], SECOND_DOCUMENT)]),
    ...document.warnings.map(problemOf),
    ...repeatedKeys.map((key) => problemAt(startOf(key), "Map keys must be unique")),
    ...unknownAliases.map((alias) =>
      problemAt(startOf(alias), `no anchor \`&${alias.source}\` is defined before this alias`),
    ),
  ];
  // A repeated key doesn't make the rest of the text unreadable, so the rest is also checked.
  const isReadable =
    document.errors.length === 0 && second === undefined && unknownAliases.length === 0;
  const { data, found } = isReadable ? toData(document) : {};
  return {
    data,
    problems: found === undefined ? problems : [...problems, problemAt(0, found)],
    locate: (path, at) => place(offsetOf(document, path, at)),
  };
}

function toData(document: Document.Parsed): { data?: unknown; found?: string } {
  try {
    const data: unknown = document.toJS();
    // An alias to one of its own parents makes the data circular. JSON.stringify then throws an
    // error; other code would recurse infinitely.
    JSON.stringify(data);
    return { data };
  } catch (error) {
    const found = messageOf(error).split("\n")[0];
    return { found: `its aliases can't be resolved: ${found}` };
  }
}

const SECOND_DOCUMENT = "a second document begins here. A file can have only one document";
const TOO_DEEP = "it is nested more than 100 levels deep";

/**
 * The offset of the first value that is nested more than 100 levels deep; undefined if there is
 * none. Such values can crash the process: the YAML package recurses, and V8 aborts if it compiles
 * a regular expression near the end of the stack.
 */
function excessDepth(found: readonly CST.Token[]): number | undefined {
  let tokens = found;
  for (let level = 0; tokens.length > 0; level++) {
    if (level > MOST_LEVELS) return tokens[0]?.offset;
    tokens = tokens.flatMap(childrenOf);
  }
  return undefined;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}

/**
 * Finds duplicate keys in maps, and aliases without a preceding anchor. Takes one pass, whereas the
 * YAML package would compare each key with every other key.
 */
function misplacedNodes(document: Document.Parsed) {
  const repeatedKeys: Scalar[] = [];
  const unknownAliases: Alias[] = [];
  const anchors = new Set<string | undefined>();
  visit(document, {
    Value: (_, node) => {
      anchors.add(node.anchor);
    },
    Map: (_, map) => {
      anchors.add(map.anchor);
      const known = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) repeatedKeys.push(key);
        known.add(key.value);
      }
    },
    Alias: (_, alias) => {
      if (!anchors.has(alias.source)) unknownAliases.push(alias);
    },
  });
  return { repeatedKeys, unknownAliases };
}

/** Like `YamlSource.locate`, but returns an offset. Resolves aliases. */
function offsetOf(document: Document, path: DataPath, at: KeyOrValue = "value"): number {
  let node: Node | null = document.contents;
  let offset = startOf(node);
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    const child = childOf(isAlias(node) ? (node.resolve(document) ?? null) : node, step);
    if (child === undefined) return offset;
    if (isLast && at === "key") return child.key === undefined ? offset : startOf(child.key);
    offset = startOf(child.node ?? child.key ?? null);
    node = child.node;
  }
  return offset;
}

type Child = { readonly node: Node | null; readonly key?: Node };

function childOf(node: Node | null, step: string | number): Child | undefined {
  if (isMap(node)) return pairsOf(node).get(String(step));
  const item =
    isNode(node) && "items" in node ? (node.items as unknown[])[Number(step)] : undefined;
  return isNode(item) ? { node: item } : undefined;
}

/** Indexes a map's pairs by key for fast lookups; for a repeated key, the first pair is used. */
const pairsOf: (map: YAMLMap) => ReadonlyMap<string, Child> = oncePer((map) => {
  const pairs = new Map<string, Child>();
  for (const { key, value } of map.items) {
    if (!isScalar(key) || pairs.has(String(key.value))) continue;
    pairs.set(String(key.value), { key, node: isNode(value) ? value : null });
  }
  return pairs;
});

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}
