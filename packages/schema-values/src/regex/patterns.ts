import { rngFor } from "../rng.ts";
import { type TextTest, textTest } from "./match-regex.ts";
import { isUnicodePattern, parseRegex } from "./parse-regex.ts";
import type { RegexNode } from "./regex-node.ts";
import { regexSampler } from "./sample-regex.ts";

/** The patterns of one schema, each parsed once. */
export type Patterns = {
  /** A test that can't hang. Throws if the pattern has no such test. */
  testOf(pattern: string): TextTest;
  nodeOf(pattern: string): RegexNode;
};

type Entry = { readonly test: TextTest; readonly node: RegexNode };

/**
 * Patterns without any yet. If `isMixed`, some pattern of the schema is valid only in the legacy grammar, so a
 * validator with a single grammar reads all patterns with it. The other patterns must then match
 * under both grammars.
 */
export function createPatterns(isMixed: boolean): Patterns {
  const tests = new Map<string, TextTest>();
  const nodes = new Map<string, RegexNode>();
  const twofold = new Map<string, Entry | undefined>();
  const inBoth = (pattern: string): Entry | undefined =>
    isMixed ? cached(twofold, pattern, twofoldEntry) : undefined;
  return {
    testOf: (pattern) => inBoth(pattern)?.test ?? cached(tests, pattern, (it) => textTest(it)),
    nodeOf: (pattern) => inBoth(pattern)?.node ?? cached(nodes, pattern, (it) => parseRegex(it)),
  };
}

const DIFFERENT = /\\[pPu]|[\u{10000}-\u{10ffff}]/u;
const PILOTS = 32;

/**
 * A pattern that the two grammars interpret differently, matched under both; undefined if no string
 * seems to match both.
 */
function twofoldEntry(pattern: string): Entry | undefined {
  if (!DIFFERENT.test(pattern) || !isUnicodePattern(pattern)) return undefined;
  const node = parseRegex(pattern, false);
  const old = textTest(pattern, false);
  const current = textTest(pattern, true);
  const test: TextTest = (text) => old(text) && current(text);
  const sample = regexSampler(node);
  const pilots = Array.from({ length: PILOTS }, (_, i) => sample(rngFor(1, "pilot", i), 0, 20));
  return pilots.some(test) ? { test, node } : undefined;
}

function cached<Value>(
  cache: Map<string, Value>,
  key: string,
  make: (key: string) => Value,
): Value {
  if (cache.has(key)) return cache.get(key) as Value;
  const value = make(key);
  cache.set(key, value);
  return value;
}
