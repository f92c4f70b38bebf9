import { rngFor } from "../rng.ts";
import { type TestLimits, type TextTest, textTest } from "./match-regex.ts";
import { NATIVE_STEPS } from "./native-reach.ts";
import { isUnicodePattern, parseRegex } from "./parse-regex.ts";
import type { PatternWork } from "./pattern-work.ts";
import type { RegexNode } from "./regex-node.ts";
import { regexSampler } from "./sample-regex.ts";

/** The patterns of one schema, each parsed once. */
export type Patterns = {
  /** A test that can't hang. Throws if the pattern has no such test. */
  testOf(pattern: string): TextTest;
  nodeOf(pattern: string): RegexNode;
};

/** Patterns whose work is counted. */
export type CountedPatterns = Patterns & { readonly work: PatternWork };

type Entry = { readonly test: TextTest; readonly node: RegexNode };

/**
 * Patterns without any yet. If `isMixed`, some pattern of the schema is valid only in the legacy grammar, so a
 * validator with a single grammar reads all patterns with it. The other patterns must then match
 * under both grammars.
 */
export function createPatterns(isMixed: boolean, work: PatternWork): CountedPatterns {
  const tests = new Map<string, TextTest>();
  const nodes = new Map<string, RegexNode>();
  const twofold = new Map<string, Entry | undefined>();
  const inBoth = (pattern: string): Entry | undefined =>
    isMixed ? cached(twofold, pattern, (it) => twofoldEntry(it, work)) : undefined;
  return {
    testOf: (pattern) => inBoth(pattern)?.test ?? cached(tests, pattern, (it) => testFor(it, work)),
    nodeOf: (pattern) => inBoth(pattern)?.node ?? cached(nodes, pattern, (it) => parseRegex(it)),
    work,
  };
}

/**
 * RegExp is the fastest way to match short strings. Its steps can't be counted, only bounded, so a string that might
 * take more runs on an automaton if it can.
 */
const LIMITS: TestLimits = {
  nativeSteps: 20_000,
  lastNativeSteps: NATIVE_STEPS,
  buildSteps: Infinity,
  pathSteps: 0,
};

function testFor(pattern: string, work: PatternWork, unicode?: boolean): TextTest {
  return textTest(pattern, unicode, {
    ...LIMITS,
    spend: work.spendFor(pattern),
    mostBuild: work.left,
  });
}

const DIFFERENT = /\\[pPu]|[\u{10000}-\u{10ffff}]/u;
const PILOTS = 32;

/**
 * A pattern that the two grammars interpret differently, matched under both; undefined if no string
 * seems to match both.
 */
function twofoldEntry(pattern: string, work: PatternWork): Entry | undefined {
  if (!DIFFERENT.test(pattern) || !isUnicodePattern(pattern)) return undefined;
  const node = parseRegex(pattern, false);
  const old = testFor(pattern, work, false);
  const current = testFor(pattern, work, true);
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
