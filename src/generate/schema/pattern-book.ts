import { type TextTest, textTest } from "./regex/match-regex.ts";
import { parseRegex } from "./regex/parse-regex.ts";
import type { RegexNode } from "./regex/regex-node.ts";

/** The patterns of one schema, each read once. */
export type PatternBook = {
  /** A test that can't be made to hang; throws where there is no such test for the pattern. */
  testOf(pattern: string): TextTest;
  nodeOf(pattern: string): RegexNode;
};

/** An empty book. */
export function patternBook(): PatternBook {
  const tests = new Map<string, TextTest>();
  const nodes = new Map<string, RegexNode>();
  return {
    testOf: (pattern) => fetch(tests, pattern, textTest),
    nodeOf: (pattern) => fetch(nodes, pattern, parseRegex),
  };
}

function fetch<Value>(cache: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make(key);
  cache.set(key, value);
  return value;
}
