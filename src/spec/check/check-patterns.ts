import { isUnicodePattern, nativeProblem, patternProblem } from "schema-values";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import type { DocumentProblem } from "./found.ts";

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** The patterns of a schema that can't be matched in linear time. Ignores invalid patterns. */
export function checkPatterns(schema: JsonValue | undefined, path: DataPath): DocumentProblem[] {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => checkPatterns(item, [...path, index]));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (DATA.has(key)) return [];
    const at = [...path, key];
    if (key === "pattern" && typeof value === "string")
      return problemsOf(value, at, patternProblem);
    const names = key === "patternProperties" && isJsonObject(value) ? Object.keys(value) : [];
    return [
      ...names.flatMap((name) => problemsOf(name, [...at, name], nativeProblem)),
      ...checkPatterns(value, at),
    ];
  });
}

function problemsOf(
  pattern: string,
  path: DataPath,
  problemOf: (pattern: string) => string | undefined,
): DocumentProblem[] {
  const problem = isUnicodePattern(pattern) ? problemOf(pattern) : undefined;
  if (problem === undefined) return [];
  const message = `Expected a regular expression that can be matched in linear time (${problem}), got ${describeValue(pattern)}.`;
  return [{ path, message }];
}

/** The value schemas of a document's assumptions, with their places. */
export function assumptionSchemas(document: JsonObject): [JsonValue, DataPath][] {
  const assumptions = document["x-assumptions"];
  if (!isJsonObject(assumptions)) return [];
  return Object.entries(assumptions).flatMap(([id, entry]): [JsonValue, DataPath][] =>
    isJsonObject(entry) && entry["value"] !== undefined
      ? [[entry["value"], ["x-assumptions", id, "value"]]]
      : [],
  );
}
