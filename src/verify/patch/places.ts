import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { keysOf, valueAtPath } from "../../core/json-pointer.ts";
import { asObject, asObjects, findPlaceOf } from "../../spec/document-place.ts";
import type { Difference } from "../compare/difference.ts";

export type Path = readonly (string | number)[];

export function jsonPath(path: Path): string {
  const parts = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll("'", "\\'")}']`;
  });
  return `$${parts.join("")}`;
}

/** The path, in a template, to the object that produces the body's object at `keys`, if any. */
export function templatePlace(template: JsonValue, keys: readonly string[]): Path | undefined {
  if (!isJsonObject(template)) return undefined;
  const { $merge: sources, $map: list } = template;
  if (Array.isArray(sources)) {
    const found = sources.map((source, index) => {
      const inner = templatePlace(source, keys);
      return inner && ["$merge", index, ...inner];
    });
    return found.find((path) => path !== undefined);
  }
  if (template["$if"] !== undefined) {
    const then = templatePlace(template["then"] ?? null, keys);
    return then && ["then", ...then];
  }
  const [key, ...rest] = keys;
  if (key === undefined) return "$eval" in template || list !== undefined ? undefined : [];
  const each = Object.keys(template).find((name) => name.startsWith("each(")) ?? "";
  const name = list === undefined ? key.replace("{jobId}", "${jobId}") : each;
  const inner = templatePlace(template[name] ?? null, rest);
  return inner && [name, ...inner];
}

/** The schemas along the path to a place in the body, their own paths, and the remaining keys. */
function* schemasOnTheWay(
  document: JsonObject,
  path: Path,
  left: readonly string[],
): Generator<{ schema: JsonObject; path: Path; left: readonly string[] }, void> {
  const schema = valueAtPath(document, path);
  if (!isJsonObject(schema)) return;
  const { $ref: ref } = schema;
  if (typeof ref === "string") return yield* schemasOnTheWay(document, keysOf(ref.slice(1)), left);
  yield { schema, path, left };
  for (const choice of ["oneOf", "anyOf"])
    for (const index of asObjects(schema[choice]).keys())
      yield* schemasOnTheWay(document, [...path, choice, index], left);
  const [key, ...rest] = left;
  const next = key === "*" ? ["items"] : ["properties", key ?? ""];
  if (key !== undefined) yield* schemasOnTheWay(document, [...path, ...next], rest);
}

export function schemaPlace(
  document: JsonObject,
  path: Path,
  keys: readonly string[],
): Path | undefined {
  for (const { schema, path: found, left } of schemasOnTheWay(document, path, keys))
    if (left.length === 0 && schema["properties"] !== undefined) return found;
  return undefined;
}

/** The assumptions that the schemas along the path to a place in the body depend on. */
export function assumptionsOnTheWay(
  document: JsonObject,
  path: Path,
  keys: readonly string[],
): readonly string[] {
  return [...schemasOnTheWay(document, path, keys)]
    .map(({ schema }) => schema["x-assumption"])
    .filter((id) => typeof id === "string");
}

/** Where the spec defines a difference's response; undefined if the spec lacks the operation. */
export function responsePlace(
  document: JsonObject,
  { operationId, error, format }: Pick<Difference, "operationId" | "error" | "format">,
): Readonly<Record<"operation" | "template" | "schema", Path>> | undefined {
  const found = findPlaceOf(document, operationId);
  if (found === undefined) return undefined;
  const operation = found.at;
  const json = ["content", "application/json", "schema"];
  if (error !== undefined) {
    const entry = asObject(asObject(document["x-errors"])[error]);
    const named = ["components", "responses", String(entry["response"]), ...json];
    const schema = entry["schema"] === undefined ? named : ["x-errors", error, "schema"];
    return { operation, template: ["x-errors", error, "body"], schema };
  }
  const statuses = Object.keys(asObject(found.operation["responses"]));
  const status = statuses.find((each) => each.startsWith("2")) ?? "200";
  const body = format === undefined ? [] : [format, "body"];
  return {
    operation,
    template: [...operation, "x-batch-sim", "response", ...body],
    schema: [...operation, "responses", status, ...json],
  };
}
