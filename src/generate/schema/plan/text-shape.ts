import type { JsonValue } from "../../../core/json.ts";
import { keyword, numberOf, textOf } from "../source/schema.ts";
import type { Flat, ObjectPart } from "./flatten.ts";

/** What a flat conjunction says of strings. */
export type TextShape = {
  readonly least: number;
  readonly most: number;
  readonly patterns: readonly string[];
  readonly notPatterns: readonly string[];
  readonly formats: readonly string[];
  readonly notFormats: readonly string[];
  readonly excluded: readonly JsonValue[];
  readonly contentEncoding: string | undefined;
  readonly contentMediaType: string | undefined;
  /** The pointers of the schemas with a pattern or a bound. */
  readonly paths: readonly string[];
};

/** Reads the keywords for strings. */
export function textShape(flat: Flat): TextShape {
  const texts = (parts: readonly ObjectPart[], name: string): string[] => [
    ...new Set(parts.flatMap((part) => textOf(part.schema, name) ?? [])),
  ];
  const least = flat.parts.map((part) => numberOf(part.schema, "minLength") ?? 0);
  const most = flat.parts.map((part) => numberOf(part.schema, "maxLength") ?? Infinity);
  const names = ["minLength", "maxLength", "pattern"];
  const speaking = [...flat.parts, ...flat.leaves].flatMap((part) =>
    names
      .filter((name) => keyword(part.schema, name) !== undefined)
      .map((name) => `${part.pointer}/${name}`),
  );
  return {
    least: Math.ceil(Math.max(0, ...least)),
    most: Math.floor(Math.min(Infinity, ...most)),
    patterns: texts(flat.parts, "pattern"),
    notPatterns: texts(flat.leaves, "pattern"),
    formats: texts(flat.parts, "format"),
    notFormats: texts(flat.leaves, "format"),
    excluded: excludedBy(flat),
    contentEncoding: texts(flat.parts, "contentEncoding")[0],
    contentMediaType: texts(flat.parts, "contentMediaType")[0],
    paths: speaking,
  };
}

/** The values that `not` with `const` or `enum` excludes. */
export function excludedBy(flat: Flat): JsonValue[] {
  return flat.leaves.flatMap((leaf) => {
    const constant = keyword(leaf.schema, "const");
    const values = keyword(leaf.schema, "enum");
    return [
      ...(constant === undefined ? [] : [constant]),
      ...(Array.isArray(values) ? values : []),
    ];
  });
}
