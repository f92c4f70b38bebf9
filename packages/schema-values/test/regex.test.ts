import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { automaton } from "../src/regex/automaton.ts";
import { classOfProperty, hasChar } from "../src/regex/char-set.ts";
import { runAutomaton, textTest } from "../src/regex/match-regex.ts";
import { nativeReach } from "../src/regex/native-reach.ts";
import { parseRegex } from "../src/regex/parse-regex.ts";
import { isPlain, RegexTooComplex, regexGraph, runGraph } from "../src/regex/regex-graph.ts";

const PATTERNS = [
  "^a*b?$",
  "a|^b$",
  "(a|b)*abb",
  "^(?:ab){2,3}$",
  "^[^a]+$",
  "^(?=.*b)a",
  "^(?!ab)",
  "^((?!bb).)*$",
  "(?<=a)b",
  "(?<!a)b",
  "\\bab\\b",
  "\\Bb",
  "^$",
  "^(a?){3}b$",
  "[^]b",
  "a.b",
  "^\\w+\\s\\d$",
  "^(a|ab)(c|bcd)(d*)$",
  "(^a|b$)",
];
const texts = fc
  .array(fc.constantFrom("a", "b", "c", "d", " ", "1", "\n", "é"), { maxLength: 8 })
  .map((it) => it.join(""));

test.each(PATTERNS)("the automaton for %s agrees with the engine", (pattern) => {
  const machine = automaton(regexGraph([parseRegex(pattern)]), [false]);
  const graph = regexGraph([parseRegex(pattern)]);
  const native = new RegExp(pattern, "u");
  fc.assert(
    fc.property(texts, (text) => {
      const answers = [runAutomaton(machine, text)];
      if (isPlain(graph))
        answers.push(runGraph(graph, text, { mostSteps: 10_000, spend: () => {} }));
      return answers.every((answer) => answer === native.test(text));
    }),
    { numRuns: 150, seed: 3 },
  );
});

test("alternatives that are equal, or become equal, can explode", () => {
  for (const pattern of ["^(?:a|a)*b$", "^(?:ab|ab)*c$", "^(?:[ab]|a|b)*c$"])
    expect([pattern, nativeReach(parseRegex(pattern))]).toEqual([pattern, 0]);
});

test.each([
  ["^[a-z]+$", Infinity],
  ["^[a-z]+(\\.[a-z]+)*$", Infinity],
  ["^\\d{3}-\\d{4}$", Infinity],
  ["^[A-Z]{20}$", Infinity],
  ["\\d+x", 3162],
  ["^.*a.*b$", 3162],
  ["^.*a.*b.*c$", 215],
  ["a.*b.*c.*d", 56],
  ["^(.+)-\\1$", 3162],
  ["^(a?){3}b$", Infinity],
  ["^a?a?a?a?b$", Infinity],
  [`^${"a?".repeat(28)}b`, 0],
  [`^${"a{0,12}".repeat(9)}$`, 0],
  [`^${"(?:b|bb)".repeat(30)}$`, 0],
  ["^(a+)+$", 0],
  ["^(a|aa)+$", 0],
  ["(a*)*b", 0],
  ["^(a|b|ab)*c$", 0],
  ["(.*a){12}", 3],
  ["^(\\w+\\s?)*$", 0],
  ["^(a|aa){1,900}$", 0],
])("%s may run on the engine for strings up to this length: %p", (pattern, reach) => {
  expect(nativeReach(parseRegex(pattern))).toBe(reach);
});

test.each([
  ["^(a|aa)+$", "a".repeat(2000), `${"a".repeat(2000)}!`],
  [`^${"a{0,12}".repeat(12)}$`, "a".repeat(100), `${"a".repeat(100)}!`],
  ["a.*b.*c.*d", `${"abc".repeat(3000)}d`, "abc".repeat(3000)],
  ["\\d+x$", `${"1".repeat(100_000)}x`, "1".repeat(100_000)],
])("a pattern that explodes on the engine is matched at once: %s", (pattern, good, bad) => {
  const test = textTest(pattern);
  expect([test(good), test(bad)]).toEqual([true, false]);
});

test("a string that is too long for a pattern with a backreference is not tested", () => {
  const test = textTest("^(.+)-\\1$");
  expect([test("ab-ab"), test("ab-ba")]).toEqual([true, false]);
  expect(() => test("ab".repeat(2000))).toThrow("the pattern has a backreference");
});

test.each(["^(a|.|a.)*(?<=\\bb)$", "^(a|b|ab)*(?<=b$)", "^(a|b|ab)*(?<=a(?=b))b$"])(
  "no automaton is built for %s, whose lookbehind contains another assertion",
  (pattern) => {
    expect(() => textTest(pattern)).toThrow("a lookbehind contains a lookaround, `\\b`, or `$`");
  },
);

test.each(["((?!a(a|b)){256,1256})+", `${"(".repeat(2000)}a${")".repeat(2000)}`])(
  "a pattern that is too deep for the call stack is too complex",
  (pattern) => expect(() => textTest(pattern)).toThrow(RegexTooComplex),
);

test("an automaton forgets its states' formulas along with the states", () => {
  const machine = automaton(regexGraph([parseRegex("^[ab]*a[ab]{11}$")]), [false]);
  const walk = (): boolean[] =>
    ["ab", "ba", "aab"].map((text) => runAutomaton(machine, text.repeat(40)));
  const before = walk();
  machine.forget();
  expect([machine.states.length, walk()]).toEqual([1, before]);
});

test.each(["\\p{L}", "\\P{L}", "\\p{Cs}", "\\P{Script=Latin}", "\\p{Script=Adlam}"])(
  "%s has the characters that the engine finds one by one",
  (property) => {
    const set = classOfProperty(property);
    const each = new RegExp(`^${property}$`, "u");
    const wrong: number[] = [];
    for (let code = 0; code <= 0x1ffff; code++)
      if (hasChar(set, code) !== each.test(String.fromCodePoint(code))) wrong.push(code);
    expect(wrong).toEqual([]);
  },
);
