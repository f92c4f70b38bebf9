import { isUnicodePattern, nativeProblem, patternProblem } from "schema-values";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import type { DocumentProblem } from "./found.ts";

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** Keywords that give a schema a name. The validator of requests copies schemas, and doesn't accept a name twice. */
const NAMES: ReadonlySet<string> = new Set(["$anchor", "$dynamicAnchor", "$id"]);

/** The names in a schema, and its patterns that are invalid or can't be matched in linear time. */
export function checkKeywords(schema: JsonValue | undefined, path: DataPath): DocumentProblem[] {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => checkKeywords(item, [...path, index]));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (DATA.has(key)) return [];
    const at = [...path, key];
    if (key === "pattern" && typeof value === "string")
      return problemsOf(value, at, patternProblem);
    if (NAMES.has(key) && typeof value === "string") return [named(key, value, at)];
    const names = key === "patternProperties" && isJsonObject(value) ? Object.keys(value) : [];
    return [
      ...names.flatMap((name) => problemsOf(name, [...at, name], nativeProblem)),
      ...checkKeywords(value, at),
    ];
  });
}

function named(key: string, value: string, path: DataPath): DocumentProblem {
  const message = `Expected no \`${key}\`, got ${describeValue(value)}. Refer to schemas by their place, such as \`#/components/schemas/Job\`.`;
  return { path, message };
}

function problemsOf(
  pattern: string,
  path: DataPath,
  problemOf: (pattern: string) => string | undefined,
): DocumentProblem[] {
  const isValid = isUnicodePattern(pattern);
  const problem = isValid ? problemOf(pattern) : "with the flag `u`";
  if (problem === undefined) return [];
  const wanted = isValid ? `that can be matched in linear time (${problem})` : problem;
  const message = `Expected a regular expression ${wanted}, got ${describeValue(pattern)}.`;
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
