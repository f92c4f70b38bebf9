import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { keysOf } from "../../core/json-pointer.ts";
import { asObject, asObjects, resolveRef } from "../../spec/document-place.ts";

/** Keys that lead to a value in a document. */
export type Path = readonly (string | number)[];

/** The value at a path. */
export function valueAtPath(document: JsonValue, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}

/** A path as JSONPath. */
export function jsonPath(path: Path): string {
  const parts = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll("'", "\\'")}']`;
  });
  return `$${parts.join("")}`;
}

/** The path within a template to the object whose members become those of the object at a place in the body. */
export function templatePlace(template: JsonValue, keys: readonly string[]): Path | undefined {
  if (!isJsonObject(template)) return undefined;
  const { $merge: sources, $map: list } = template;
  if (Array.isArray(sources)) return within(["$merge"], sources, keys);
  if (template["$if"] !== undefined) {
    const then = templatePlace(template["then"] ?? null, keys);
    return then && ["then", ...then];
  }
  const [key, ...rest] = keys;
  if (key === undefined) return "$eval" in template || list !== undefined ? undefined : [];
  const name = list === undefined ? key.replace("{jobId}", "${jobId}") : eachKey(template);
  const inner = templatePlace(template[name] ?? null, rest);
  return inner && [name, ...inner];
}

function eachKey(template: JsonObject): string {
  return Object.keys(template).find((key) => key.startsWith("each(")) ?? "";
}

function within(
  start: Path,
  sources: readonly JsonValue[],
  keys: readonly string[],
): Path | undefined {
  for (const [index, source] of sources.entries()) {
    const found = templatePlace(source, keys);
    if (found !== undefined) return [...start, index, ...found];
  }
  return undefined;
}

/** The path to the schema of the object at a place in the body. */
export function schemaPlace(
  document: JsonObject,
  path: Path,
  keys: readonly string[],
): Path | undefined {
  const schema = valueAtPath(document, path);
  if (!isJsonObject(schema)) return undefined;
  const { $ref: ref } = schema;
  if (typeof ref === "string") return schemaPlace(document, keysOf(ref.slice(1)), keys);
  for (const choice of ["oneOf", "anyOf"]) {
    for (const index of asObjects(schema[choice]).keys()) {
      const found = schemaPlace(document, [...path, choice, index], keys);
      if (found !== undefined) return found;
    }
  }
  const [key, ...rest] = keys;
  if (key === undefined) return schema["properties"] === undefined ? undefined : path;
  if (key === "*") return schemaPlace(document, [...path, "items"], rest);
  return schemaPlace(document, [...path, "properties", key], rest);
}

/** The assumptions that a schema, or a part of it on the way to a place in the body, depends on. */
export function assumptionsOnTheWay(
  document: JsonObject,
  schema: JsonValue | undefined,
  keys: readonly string[],
): readonly string[] {
  const found = asObject(resolveRef(document, schema));
  const own = found["x-assumption"];
  const choices = [...asObjects(found["oneOf"]), ...asObjects(found["anyOf"])];
  const [key, ...rest] = keys;
  const next = key === "*" ? found["items"] : asObject(found["properties"])[key ?? ""];
  return [
    ...(typeof own === "string" ? [own] : []),
    ...choices.flatMap((choice) => assumptionsOnTheWay(document, choice, keys)),
    ...(key === undefined || next === undefined ? [] : assumptionsOnTheWay(document, next, rest)),
  ];
}
