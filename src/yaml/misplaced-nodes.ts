import { type Alias, type Document, isScalar, type Scalar, visit } from "yaml";

/** Keys that their map already has, and aliases without an anchor before them. */
export type MisplacedNodes = {
  readonly repeatedKeys: readonly Scalar[];
  readonly unknownAliases: readonly Alias[];
};

/** Finds them in one pass: the package compares each key with every other, and looks for each anchor from the start. */
export function misplacedNodes(document: Document.Parsed): MisplacedNodes {
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
