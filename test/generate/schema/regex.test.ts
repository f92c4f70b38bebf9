import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { anchoredPrefix, exclude } from "../../../src/generate/schema/regex/anchored-prefix.ts";
import { automaton } from "../../../src/generate/schema/regex/automaton.ts";
import { runAutomaton, textTest } from "../../../src/generate/schema/regex/match-regex.ts";
import { parseRegex } from "../../../src/generate/schema/regex/parse-regex.ts";
import { regexGraph } from "../../../src/generate/schema/regex/regex-graph.ts";
import { isSafeNatively } from "../../../src/generate/schema/regex/regex-safety.ts";

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
  "^(a?)b\\1$",
  "^((a|b)c\\2)*$",
  "^(-?)(a(\\1b)?|d)$",
];
const texts = fc
  .array(fc.constantFrom("a", "b", "c", "d", " ", "1", "\n", "é"), { maxLength: 8 })
  .map((it) => it.join(""));

test.each(PATTERNS)("the automaton of %s agrees with the engine", (pattern) => {
  const machine = automaton(regexGraph([parseRegex(pattern)]), [false]);
  const native = new RegExp(pattern, "u");
  fc.assert(
    fc.property(texts, (text) => {
      expect([text, runAutomaton(machine, text)]).toEqual([text, native.test(text)]);
    }),
    { numRuns: 150, seed: 3 },
  );
});

test.each([
  ["^[a-z]+$", true],
  ["^[a-z]+(\\.[a-z]+)*$", true],
  ["^\\d{3}-\\d{4}$", true],
  ["^(a+)+$", false],
  ["^(a|aa)+$", false],
  ["(a*)*b", false],
  ["^(a|b|ab)*c$", false],
  ["(.*a){12}", false],
  ["^(\\w+\\s?)*$", false],
  ["^([a-z]|\\{id\\}|\\{name\\}){1,900}$", true],
  ["^(a|aa){1,900}$", false],
])("whether %s may run on the engine: %s", (pattern, isSafe) => {
  expect(isSafeNatively(parseRegex(pattern))).toBe(isSafe);
});

test("a pattern that explodes on the engine is matched at once", () => {
  const test = textTest("^(a|aa)+$");
  expect([test("a".repeat(2000)), test(`${"a".repeat(2000)}!`)]).toEqual([true, false]);
});

test.each([
  ["^table ", "^view ", true],
  ["^ta", "^table", false],
  ["^", "^view", false],
  ["table", "^view", false],
  ["^[tv]able", "^xable", false],
  ["^a|b", "^c", false],
  ["^ab?c", "^ac", false],
])("that %s and %s begin apart is seen: %p", (one, other, isApart) => {
  const [left = [], right = []] = [one, other].map((it) => anchoredPrefix(parseRegex(it)) ?? []);
  expect(exclude(left, right)).toBe(isApart);
});
