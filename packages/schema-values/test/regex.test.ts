import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Automaton } from "../src/regex/automaton.ts";
import { classOfProperty, hasChar } from "../src/regex/char-set.ts";
import { linearTest, nativeProblem, patternProblem } from "../src/regex/linear-test.ts";
import { parseRegex } from "../src/regex/parse-regex.ts";
import { textTest } from "../src/regex/patterns.ts";
import { RegexTooComplex, regexGraph } from "../src/regex/regex-graph.ts";

const PATTERNS = [
  "^a*b?$",
  "a|^b$",
  "(a|b)*abb",
  "^(?:ab){2,3}$",
  "^[^a]+$",
  "^(?=.*b)a",
  "^(?!ab)",
  "^((?!bb).)*$",
  "^(?:(?=a*b)a|(?!c)[^a])*$",
  "\\bab\\b",
  "\\Bb",
  "^$",
  "^(a?){3}b$",
  "[^]b",
  "a.b",
  "^\\w+\\s\\d$",
  "^(a|ab)(c|bcd)(d*)$",
  "(^a|b$)",
  "^((a*)*|b)*$",
  "^[^a]😀?b",
];
const texts = fc
  .array(fc.constantFrom("a", "b", "c", "d", " ", "1", "\n", "é", "😀"), { maxLength: 8 })
  .map((it) => it.join(""));

const unlimited = (): void => {};

test.each(PATTERNS)("the automaton for %s agrees with the engine", (pattern) => {
  const matches = textTest(pattern, unlimited);
  const native = new RegExp(pattern, "u");
  fc.assert(
    fc.property(texts, (text) => matches(text) === native.test(text)),
    { numRuns: 150, seed: 3 },
  );
});

test.each([
  "^[a-z]+$",
  "^\\d{3}-\\d{4}$",
  "^[A-Z]{20}$",
  "^(\\.\\d{1,3}){3}$",
  "^(a?){3}b$",
  "^a?a?a?a?b$",
])("the engine's own RegExp matches %s in bounded time", (pattern) => {
  expect(nativeProblem(pattern)).toBeUndefined();
});

test.each([
  "\\d+x",
  "^.*a.*b$",
  "^(?:a|a)*b$",
  "^(?:ab|ab)*c$",
  "^(?:[ab]|a|b)*c$",
  "^.*a.*b.*c$",
  "a.*b.*c.*d",
  `^${"a?".repeat(28)}b`,
  `^${"a{0,12}".repeat(9)}$`,
  `^${"(?:b|bb)".repeat(30)}$`,
  "^(a+)+$",
  "^(a|aa)+$",
  "(a*)*b",
  "^(a|b|ab)*c$",
  "(.*a){12}",
  "^(\\w+\\s?)*$",
  "^(,a+a+)*$",
  "^(,[a,]+)*$",
  "^(a|aa){1,900}$",
])("the engine's own RegExp may backtrack on %s", (pattern) => {
  expect(nativeProblem(pattern)).toBe("RegExp may backtrack on this pattern");
});

test.each([
  ["^(a|aa)+$", "a".repeat(2000), `${"a".repeat(2000)}!`],
  [`^${"a{0,12}".repeat(12)}$`, "a".repeat(100), `${"a".repeat(100)}!`],
  ["a.*b.*c.*d", `${"abc".repeat(3000)}d`, "abc".repeat(3000)],
  ["\\d+x$", `${"1".repeat(100_000)}x`, "1".repeat(100_000)],
])("a pattern that explodes on the engine is matched at once: %s", (pattern, good, bad) => {
  const matches = linearTest(pattern);
  expect([matches(good), matches(bad)]).toEqual([true, false]);
});

test("a pattern of a schema can have large counts", () => {
  const matches = textTest("^[\\s\\S]{1,32768}$", unlimited);
  expect([matches("a\nb"), matches("")]).toEqual([true, false]);
  expect(patternProblem("^[\\s\\S]{1,32768}$")).toBe("the pattern is too large");
});

test.each([
  ["^(.+)-\\1$", "the pattern contains a backreference"],
  ["^(?<a>.+)-\\k<a>$", "the pattern contains a backreference"],
  ["(?<!a)b", "the pattern contains a lookbehind"],
  ["^(?:a{1000}){200}$", "the pattern is too large"],
  ["(b?){2400}(?:(a?){2400}c)*", "the pattern is nested too deeply"],
  ["(a?){1300}(?=(b?){1300})", "the pattern is nested too deeply"],
  [`${"(".repeat(2000)}a${")".repeat(2000)}`, "the pattern is nested too deeply"],
])("%s can't be matched: %s", (pattern, problem) => {
  expect(patternProblem(pattern)).toBe(problem);
  expect(() => textTest(pattern, unlimited)("a")).toThrow(RegexTooComplex);
});

test("an automaton with many states starts anew", () => {
  const machine = new Automaton(regexGraph([parseRegex("^[ab]*a[ab]{11}$")]), [false], unlimited);
  const walk = (): boolean[] => ["ab", "ba", "aab"].map((text) => machine.matches(text.repeat(40)));
  const before = walk();
  let bits = "";
  for (let i = 0; i < 6000; i++) bits += (i * i * 7919) % 13 < 6 ? "a" : "b";
  for (let i = 0; i < 5; i++) machine.matches(bits.slice(i * 1000));
  expect(walk()).toEqual(before);
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
