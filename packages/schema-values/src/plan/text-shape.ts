import type { SubSchema } from "../source/part.ts";
import { textOf } from "../source/schema.ts";
import { type Conjunction, type Counts, countsOf, pathsOf } from "./literal.ts";

/** The string constraints of a flat conjunction. */
export type TextShape = Counts & {
  readonly patterns: readonly string[];
  readonly notPatterns: readonly string[];
  readonly formats: readonly string[];
  readonly notFormats: readonly string[];
  /** Whether some strings are excluded that match the patterns and the formats. */
  readonly isRestricted: boolean;
  readonly contentEncoding: string | undefined;
  readonly contentMediaType: string | undefined;
  /** JSON Pointers of the formats, patterns, and bounds. */
  readonly paths: readonly string[];
};

/** Reads the string keywords. */
export function textShape(flat: Conjunction): TextShape {
  const texts = (parts: readonly SubSchema[], name: string): string[] => [
    ...new Set(parts.flatMap((part) => textOf(part.schema, name) ?? [])),
  ];
  return {
    ...countsOf(flat.parts, "minLength", "maxLength"),
    patterns: texts(flat.parts, "pattern"),
    notPatterns: texts(flat.leaves, "pattern"),
    formats: texts(flat.parts, "format"),
    notFormats: texts(flat.leaves, "format"),
    isRestricted: flat.leaves.length > 0,
    contentEncoding: texts(flat.parts, "contentEncoding")[0],
    contentMediaType: texts(flat.parts, "contentMediaType")[0],
    paths: pathsOf([...flat.parts, ...flat.leaves], "format", "pattern", "minLength", "maxLength"),
  };
}

/** Describes a shape, to complete a sentence such as "no string …". */
export function describeText(shape: TextShape): string {
  const { least, most } = shape;
  const all = [
    ...shape.formats.map((format) => `is in the format \`${format}\``),
    ...shape.patterns.map((pattern) => `matches \`${pattern}\``),
    ...shape.notPatterns.map((pattern) => `fails to match \`${pattern}\``),
    ...(least > 0 ? [`has at least ${least} characters`] : []),
    ...(most < Infinity ? [`has at most ${most} characters`] : []),
  ];
  return all.join(" and ");
}
