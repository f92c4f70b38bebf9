import { isEqual } from "../../check/check.ts";
import { formatTest } from "../../check/formats.ts";
import { lengthOf } from "../../check/scalar-checks.ts";
import type { TextShape } from "../../plan/text-shape.ts";
import type { Patterns } from "../../regex/patterns.ts";
import { RegexTooComplex } from "../../regex/regex-graph.ts";

/** Whether a string has a shape; rejects strings that take too many steps to check. */
export type TextAcceptor = (text: string) => boolean;

/** An acceptor for a shape. */
export function acceptor(patterns: Patterns, shape: TextShape): TextAcceptor {
  const tests = shape.patterns.map(patterns.testOf);
  const notTests = shape.notPatterns.map(patterns.testOf);
  const { least, most, formats, notFormats, excluded } = shape;
  const formatTests = formats.map(formatTest);
  const notFormatTests = notFormats.map(formatTest);
  const isMatch = (text: string): boolean =>
    tests.every((test) => test(text)) && !notTests.some((test) => test(text));
  return (text) => {
    const length = lengthOf(text);
    if (length < least || length > most) return false;
    if (!isSure(() => isMatch(text))) return false;
    if (!formatTests.every((test) => test(text))) return false;
    if (notFormatTests.some((test) => test(text))) return false;
    return !excluded.some((value) => isEqual(value, text));
  };
}

function isSure(test: () => boolean): boolean {
  try {
    return test();
  } catch (error) {
    if (error instanceof RegexTooComplex) return false;
    throw error;
  }
}
