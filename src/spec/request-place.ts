import type { JsonObject } from "../core/json.ts";
import { nearest } from "../core/nearest.ts";
import {
  asObject,
  asObjects,
  namesInPath,
  type PlacedOperation,
  resolveRef,
} from "./document-place.ts";

/** The parts of a request that can supply a use case's fields. */
export type RequestParts = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

export type OperationPlace = { readonly item: JsonObject; readonly operation: JsonObject };

/** Parses a place in a request into a part and keys; undefined if the string isn't a place. */
export function parsePlace(
  place: string,
): { readonly part: keyof RequestParts; readonly keys: readonly string[] } | undefined {
  const [part = "", ...keys] = place.split(".");
  if (part !== "path" && part !== "query" && part !== "header" && part !== "body") return undefined;
  return keys.length === 0 ? undefined : { part, keys };
}

/**
 * The schema of a place in the request; undefined if the operation declares no such parameter or
 * property.
 */
export function schemaAt(
  document: JsonObject,
  { item, operation }: OperationPlace,
  { part, keys }: { readonly part: string; readonly keys: readonly string[] },
): JsonObject | undefined {
  if (part !== "body") {
    const parameter = parametersOf(document, { item, operation }).find(
      (given) => given["in"] === part && given["name"] === keys[0],
    );
    return parameter && asObject(resolveRef(document, parameter["schema"]));
  }
  let schema: JsonObject = bodySchema(document, operation);
  for (const key of keys) {
    const property = /^\d+$/.test(key) ? schema["items"] : asObject(schema["properties"])[key];
    if (property === undefined) return undefined;
    schema = asObject(resolveRef(document, property));
  }
  return schema;
}

/** An operation's parameters: its own before those of its path. */
export function parametersOf(
  document: JsonObject,
  { item, operation }: OperationPlace,
): readonly JsonObject[] {
  return [...asObjects(operation["parameters"]), ...asObjects(item["parameters"])].map((given) =>
    asObject(resolveRef(document, given)),
  );
}

/** The schema of an operation's request body for its first content type. */
export function bodySchema(document: JsonObject, operation: JsonObject): JsonObject {
  const content = asObject(asObject(resolveRef(document, operation["requestBody"]))["content"]);
  return asObject(resolveRef(document, asObject(Object.values(content)[0])["schema"]));
}

/** A parameter in a path that neither the path nor the operation declares. */
type Undeclared = {
  readonly name: string;
  /** Its default declaration; undefined if its name looks misspelled. */
  readonly implied?: JsonObject;
  /** The name in `components.parameters` that was probably meant. */
  readonly meant?: string;
};

/**
 * The undeclared parameters in an operation's path. By default, a parameter has the declaration
 * with its name in `components.parameters`; otherwise, it is a string.
 */
export function undeclaredInPath(
  document: JsonObject,
  served: PlacedOperation,
): readonly Undeclared[] {
  const inPath = namesInPath(served.path);
  const declared = parametersOf(document, served).filter(isInPath).map(nameOf);
  const shared = Object.entries(asObject(asObject(document["components"])["parameters"]))
    .map(([key, given]) => ({ key, parameter: asObject(resolveRef(document, given)) }))
    .filter(({ parameter }) => isInPath(parameter))
    .map(({ key, parameter }) => ({ key, name: nameOf(parameter) }));
  const others = shared.map(({ name }) => name).filter((name) => !inPath.includes(name));
  const missing = inPath.filter((name) => !declared.includes(name));
  return missing.map((name) => {
    const [only, ...more] = shared.filter((parameter) => parameter.name === name);
    if (only !== undefined && more.length === 0)
      return { name, implied: { $ref: `#/components/parameters/${only.key}` } };
    const meant = only === undefined ? nearest(name, others) : undefined;
    if (meant !== undefined) return { name, meant };
    return { name, implied: { name, in: "path", required: true, schema: { type: "string" } } };
  });
}

export function isInPath(parameter: JsonObject): boolean {
  return parameter["in"] === "path";
}

function nameOf(parameter: JsonObject): string {
  return String(parameter["name"]);
}
