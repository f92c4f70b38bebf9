import type { ErrorObject } from "ajv/dist/2020.js";
import { isUnicodePattern, nativeProblem, patternProblem } from "schema-values";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { listed } from "../../core/nearest.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import { DATA_KEYWORDS, operationsOf, resolveRef } from "../document-place.ts";
import { type DocumentProblem, distinct, pointerPath } from "./found.ts";
import { type SchemaChecker, withoutEchoes } from "./schema-checker.ts";

export function checkOpenApi(document: JsonObject, checker: SchemaChecker): DocumentProblem[] {
  const assumptions = keysIn(document, ["x-assumptions"]).map((path) => [...path, "value"]);
  const schemas = schemaPaths(document);
  // The validator repeats a problem if its own schema refers to the same rule more than once.
  return distinct([
    ...structureProblems(document, withoutEchoes(checker.openApiErrors(document))),
    ...referenceProblems(document, document, []),
    ...schemas.flatMap((path) =>
      withoutEchoes(checker.schemaErrors(valueAtPath(document, path) ?? null)).map((error) =>
        describeError(document, error, path),
      ),
    ),
    ...[...schemas, ...assumptions].flatMap((path) =>
      checkKeywords(valueAtPath(document, path), path),
    ),
  ]);
}

function structureProblems(document: JsonObject, told: readonly ErrorObject[]): DocumentProblem[] {
  const isAlternative = ({ schemaPath }: ErrorObject): boolean =>
    /\/(one|any)Of\/\d+\/required$/.test(schemaPath);
  // If an object has another problem, the validator also reports its known keys as unevaluated.
  const isSure = (error: ErrorObject): boolean =>
    error.keyword !== "unevaluatedProperties" ||
    !told.some((other) => other !== error && other.instancePath === error.instancePath);
  const alternatives = new Map<string, string[]>();
  for (const error of told.filter(isAlternative)) {
    const keys = alternatives.get(error.instancePath) ?? [];
    alternatives.set(error.instancePath, [...keys, String(error.params["missingProperty"])]);
  }
  return [
    ...told
      .filter((error) => !isAlternative(error) && isSure(error))
      .map((error) => describeError(document, error, [])),
    ...[...alternatives].map(([pointer, keys]) => ({
      path: pointerPath(document, pointer),
      message: `Expected one of the keys ${listed([...new Set(keys)])}, got none.`,
    })),
  ];
}

function describeError(document: JsonObject, error: ErrorObject, from: DataPath): DocumentProblem {
  const path = [...from, ...pointerPath(valueAtPath(document, from), error.instancePath)];
  const { params, keyword } = error;
  if (keyword === "required")
    return { path, message: `Missing key \`${String(params["missingProperty"])}\`.` };
  const unknown: unknown = params["unevaluatedProperty"] ?? params["additionalProperty"];
  if (typeof unknown === "string")
    return { path: [...path, unknown], message: `Unknown key \`${unknown}\` in OpenAPI 3.1.` };
  const allowed: unknown = params["allowedValues"];
  const types = keyword === "type" ? [params["type"]].flat().map(String) : [];
  const expected = Array.isArray(allowed)
    ? `one of ${listed(allowed.map(String))}`
    : types.length > 0
      ? `a value of type ${listed(types, " or ")}`
      : `a value that ${error.message?.replace(/^must be/, "is") ?? keyword}`;
  const found = describeValue(valueAtPath(document, path));
  return { path, message: `Expected ${expected}, got ${found}.` };
}

function referenceProblems(
  document: JsonObject,
  value: JsonValue,
  path: DataPath,
): DocumentProblem[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => referenceProblems(document, item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const { $ref: ref } = value;
  if (typeof ref === "string" && resolveRef(document, { $ref: ref }) === undefined) {
    const message = `Expected \`$ref\` to name a part of this document, such as \`#/components/schemas/Job\`, got \`${ref}\`.`;
    return [{ path: [...path, "$ref"], message, causes: [pointerPath(document, ref)] }];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    referenceProblems(document, item, [...path, key]),
  );
}

function schemaPaths(document: JsonObject): DataPath[] {
  const inside = (path: DataPath): DataPath[] => keysIn(document, path);
  const bodies = (path: DataPath): DataPath[] =>
    inside([...path, "content"]).map((content) => [...content, "schema"]);
  const operations = operationsOf(document).flatMap(({ at }) => [
    ...inside([...at, "parameters"]).map((parameter) => [...parameter, "schema"]),
    ...bodies([...at, "requestBody"]),
    ...inside([...at, "responses"]).flatMap(bodies),
  ]);
  const all = [
    ...inside(["components", "schemas"]),
    ...inside(["components", "parameters"]).map((parameter) => [...parameter, "schema"]),
    ...inside(["components", "responses"]).flatMap(bodies),
    ...inside(["components", "requestBodies"]).flatMap(bodies),
    ...operations,
  ];
  // A schema that is not an object or a boolean is reported as a structure problem.
  return all.filter((path) =>
    ["object", "boolean"].includes(typeof (valueAtPath(document, path) ?? 0)),
  );
}

/** The paths of a value's members or items. */
function keysIn(document: JsonObject, path: DataPath): DataPath[] {
  const value = valueAtPath(document, path);
  if (Array.isArray(value)) return value.map((_, index) => [...path, index]);
  return isJsonObject(value) ? Object.keys(value).map((key) => [...path, key]) : [];
}

/** Keywords that name a schema. The request validator copies schemas, so names would clash. */
const NAMES: ReadonlySet<string> = new Set(["$anchor", "$dynamicAnchor", "$id"]);

/** Problems with names and references, and with patterns that can't be matched in linear time. */
function checkKeywords(schema: JsonValue | undefined, path: DataPath): DocumentProblem[] {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => checkKeywords(item, [...path, index]));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (DATA_KEYWORDS.has(key)) return [];
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
    return `Expected no \`${key}\`, got \`${value}\`. Refer to schemas by their location, such as \`#/components/schemas/Job\`.`;
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
  const problem = isValid ? problemOf(pattern) : "that is valid with the flag `u`";
  if (problem === undefined) return [];
  const wanted = isValid ? `that can be matched in linear time (${problem})` : problem;
  const message = `Expected a regular expression ${wanted}, got ${describeValue(pattern)}.`;
  return [{ path, message }];
}
