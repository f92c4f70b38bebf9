import type { JsonValue } from "../json.ts";
import { fitsNumber, type NumberShape, neighborOf, type TextShape } from "../plan/scalar-shapes.ts";

/** Values for one kind of edge case; the first value that a schema allows is used. */
export type EdgeKind = {
  readonly kind: string;
  readonly values: readonly JsonValue[];
  /** The value's JSON text, if it differs from what `JSON.stringify` writes. */
  readonly literal?: string;
};

/** Length of the longest string, unless the schema's maximum is lower. */
const LONGEST = 10_000;

/** Length of the longest string with a pattern: lower, because matching takes time. */
const LONGEST_MATCHED = 1000;

/** Kinds of strings, each with a start and an end. Strings that are too short get `x`s between. */
const TEXTS: { readonly [name: string]: readonly (readonly [start: string, end?: string])[] } = {
  empty: [[""]],
  "one character": [["x"], ["A"], ["0"], ["-"]],
  quotes: [[`It's "quoted`, `" text`], ['"'], ["'"]],
  backslashes: [["C:\\temp\\new", "\\"], ["\\"]],
  "CR LF": [["first line\r\n", "second line"], ["\r\n"]],
  tabs: [["a\tb", "\tc"], ["\t"]],
  "U+2028": [["before\u2028", "after"], ["\u2028"]],
  "emoji with joiners": [["👩\u200d👩\u200d👧\u200d👦 ", "🏳️\u200d🌈"], ["👩\u200d💻"]],
  "combining characters": [["Zu\u0308rich a\u0301\u0323", "e\u0301"], ["e\u0301"]],
  "right-to-left text": [["שלום עולם ", "مرحبا"], ["שלום"], ["ש"]],
  "leading and trailing spaces": [["  padded", "  "], [" ", " "], [" "]],
  "looks like a number": [["007"], ["1e5"], ["42"], ["0"]],
  "looks like a formula": [["=1+1"], ["=1"]],
  "looks like JSON": [['{"a": [1, "', '"]}'], ["[]"], ["{}"], ["null"]],
  "looks like a Markdown fence": [["```json\n{}\n", "\n```"], ["```"]],
};

/** String edge cases for a shape's lengths. Some may not conform to the schema. */
export function textEdges({ least, most, patterns, notPatterns }: TextShape): EdgeKind[] {
  const missing = (text: string): number => Math.max(0, Math.min(least, LONGEST) - text.length);
  const kinds = Object.entries(TEXTS).map(([name, texts]) => ({
    kind: `string: ${name}`,
    values: texts.map(([start, end = ""]) => {
      const isShort = name === "empty" || name === "one character";
      return start + (isShort ? "" : "x".repeat(missing(start + end))) + end;
    }),
  }));
  const hasPattern = patterns.length + notPatterns.length > 0;
  const longest = Math.min(most, hasPattern ? LONGEST_MATCHED : LONGEST);
  const longOf = (it: string) => it.padEnd(longest, it).slice(0, longest).replace(/ $/, ".");
  const long = ["lorem ipsum ", "x", "A", "0", "/x"].map(longOf);
  return [...kinds, { kind: "string: maximum length", values: longest > 1 ? long : [] }];
}

const DAYS = { "leap day": "2024-02-29", "year 0001": "0001-01-01", "year 9999": "9999-12-31" };

export function dateEdges({ formats }: TextShape): EdgeKind[] {
  const days = Object.entries(DAYS).map(([name, day]) => ({
    kind: `date: ${name}`,
    values: [`${day}T23:59:59Z`, `${day}T00:00:00.000Z`, day],
  }));
  const offsets = ["+14:00", "-14:00"].map((offset) => ({
    kind: `date: offset ${offset}`,
    values: [`2024-12-31T23:59:59${offset}`, `23:59:59${offset}`],
  }));
  return formats.some((format) => /date|time/.test(format)) ? [...days, ...offsets] : [];
}

const EXACT = 2 ** 53;
const LONG_NUMBERS = [0.30000000000000004, 1.0000000000000002, 100.00000000000001];

/** Number edge cases, including the bounds. Some may not conform to the schema. */
export function numberEdges(shape: NumberShape, isInteger: boolean): EdgeKind[] {
  const { min, max, divisors } = shape;
  const step = divisors[0] ?? 1;
  const fitting = (values: readonly number[]) => values.filter((it) => fitsNumber(it, shape));
  const isBetween = min <= EXACT && max >= EXACT + 2 && divisors.every((it) => it === 1);
  return [
    { kind: "number: lower bound", values: fitting([min, min + step, neighborOf(min, Infinity)]) },
    { kind: "number: upper bound", values: fitting([max, max - step, neighborOf(max, -Infinity)]) },
    { kind: "number: zero", values: [0] },
    { kind: "number: negative zero", values: [0], literal: "-0" },
    { kind: "number: 2^53 - 1", values: [EXACT - 1] },
    { kind: "number: 2^53 + 1", values: isBetween ? [EXACT] : [], literal: `${2n ** 53n + 1n}` },
    {
      kind: "number: 17 digits",
      values: [...LONG_NUMBERS, neighborOf(min, Infinity)].filter(
        (it) => String(it).replace(/\D/g, "").length >= 17,
      ),
    },
    // Few languages can hold integers that are large enough to be written with an exponent.
    { kind: "number: exponent", values: isInteger ? [] : [1.5e300, 1e21, 2.5e-7, -1e21] },
  ];
}
