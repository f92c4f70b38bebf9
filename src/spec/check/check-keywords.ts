import { isUnicodePattern, nativeProblem, patternProblem } from "schema-values";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import type { DocumentProblem } from "./found.ts";

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** Keywords that give a schema a name. The validator of requests gets copies of schemas, and doesn't accept a name twice. */
const NAMES: ReadonlySet<string> = new Set(["$anchor", "$dynamicAnchor", "$id"]);

/** The names and references in a schema that can't be used, and its patterns that are invalid or can't be matched in linear time. */
export function checkKeywords(schema: JsonValue | undefined, path: DataPath): DocumentProblem[] {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => checkKeywords(item, [...path, index]));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (DATA.has(key)) return [];
    const at = [...path, key];
    if (key === "pattern" && typeof value === "string")
      return problemsOf(value, at, patternProblem);
    const misuse = typeof value === "string" ? misuseOf(key, value) : undefined;
    if (misuse !== undefined) return [{ path: at, message: misuse }];
    const names = key === "patternProperties" && isJsonObject(value) ? Object.keys(value) : [];
    return [
      ...names.flatMap((name) => problemsOf(name, [...at, name], nativeProblem)),
      ...checkKeywords(value, at),
    ];
  });
}

function misuseOf(key: string, value: string): string | undefined {
  if (NAMES.has(key))
    return `Expected no \`${key}\`, got \`${value}\`. Refer to schemas by their place, such as \`#/components/schemas/Job\`.`;
  const isElsewhere = key === "$ref" && !value.startsWith("#/components/schemas/");
  return isElsewhere
    ? `Expected a reference to a schema, such as \`#/components/schemas/Job\`, got \`${value}\`.`
    : undefined;
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
