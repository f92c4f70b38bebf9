import { cached } from "../cached.ts";
import type { JsonObject } from "../json.ts";
import { REFERENCES, type Registry, type Resource } from "./registry.ts";
import { keyword, listOf, mapOf, pointer, type Schema, schemaOf, textOf } from "./schema.ts";

/**
 * A schema together with the schema resources on the path by which it is applied; equal parts of one
 * document are the same object.
 */
export type SubSchema = {
  readonly id: number;
  readonly schema: Schema;
  /** JSON Pointer of the schema in the document. */
  readonly pointer: string;
  /** The schema resources on the path to it, outermost first, if `$dynamicRef` needs them. */
  readonly scope: readonly Resource[];
};

/** The parts of one schema document. */
export type SubSchemas = {
  readonly registry: Registry;
  readonly root: SubSchema;
  /** A subschema of a part, or, without tokens, a schema derived from the part's. */
  sub(part: SubSchema, schema: Schema, tokens?: readonly (string | number)[]): SubSchema;
  /** The subschema of a keyword; undefined if the keyword is missing. */
  one(part: SubSchema, name: string): SubSchema | undefined;
  /** The subschemas of a keyword whose value is a list. */
  all(part: SubSchema, name: string): readonly SubSchema[];
  /** The subschemas of a keyword whose value maps names to schemas. */
  map(part: SubSchema, name: string): readonly (readonly [string, SubSchema])[];
  /** The schemas for the first items of an array, and for the others. */
  items(part: SubSchema): {
    readonly prefix: readonly SubSchema[];
    readonly rest: SubSchema | undefined;
  };
  /** The schemas that apply if a property is present. */
  dependents(part: SubSchema): readonly (readonly [string, SubSchema])[];
  /** The targets of the part's `$ref`, `$dynamicRef`, and `$recursiveRef`. */
  referred(part: SubSchema): readonly SubSchema[];
};

/** The subschemas of a document, from its root on. */
export function createSubSchemas(root: Schema, registry: Registry): SubSchemas {
  const parts = new Map<string, SubSchema>();
  const ids = new Map<JsonObject, number>();
  const intern = (schema: Schema, at: string, from: readonly Resource[]): SubSchema => {
    const place = registry.placeOf(schema);
    const isInside = place === undefined || !registry.isDynamic || from.includes(place.resource);
    const scope = isInside ? from : [...from, place.resource];
    const path = place?.pointer ?? at;
    const key = `${idOf(ids, schema, path)} ${scope.map((resource) => resource.uri).join(" ")}`;
    return cached(parts, key, () => ({ id: parts.size, schema, pointer: path, scope }));
  };
  const sub: SubSchemas["sub"] = (part, schema, tokens = []) =>
    intern(schema, pointer(part.pointer, ...tokens), part.scope);
  const one: SubSchemas["one"] = (part, name) => {
    const schema = schemaOf(part.schema, name);
    return schema === undefined ? undefined : sub(part, schema, [name]);
  };
  const all: SubSchemas["all"] = (part, name) =>
    listOf(part.schema, name).map((schema, index) => sub(part, schema, [name, index]));
  const map: SubSchemas["map"] = (part, name) =>
    mapOf(part.schema, name).map(([key, schema]) => [key, sub(part, schema, [name, key])]);
  return {
    registry,
    root: intern(root, "", []),
    sub,
    one,
    all,
    map,
    items: (part) => {
      // Before draft 2020-12.
      const isOld = Array.isArray(keyword(part.schema, "items"));
      return {
        prefix: all(part, isOld ? "items" : "prefixItems"),
        rest: one(part, isOld ? "additionalItems" : "items"),
      };
    },
    dependents: (part) => [...map(part, "dependentSchemas"), ...map(part, "dependencies")],
    referred: (part) =>
      targetsOf(part, registry).map((target) => intern(target, part.pointer, part.scope)),
  };
}

function idOf(ids: Map<JsonObject, number>, schema: Schema, at: string): string {
  if (typeof schema === "boolean") return schema ? "true" : `false ${at}`;
  return String(cached(ids, schema, () => ids.size));
}

function targetsOf({ schema, scope }: SubSchema, registry: Registry): Schema[] {
  return REFERENCES.flatMap((name) => {
    const reference = textOf(schema, name);
    const target = reference === undefined ? undefined : registry.resolve(schema, reference);
    if (reference === undefined || target === undefined) return [];
    return [name === "$ref" ? target : outermost(target, reference, scope)];
  });
}

/** The outermost schema resource with the same dynamic anchor wins. */
function outermost(target: Schema, reference: string, scope: readonly Resource[]): Schema {
  const anchor = reference.slice(reference.indexOf("#") + 1);
  const isDynamic =
    anchor === ""
      ? keyword(target, "$recursiveAnchor") === true
      : textOf(target, "$dynamicAnchor") === anchor;
  const resource = scope.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor));
  return (isDynamic ? resource?.dynamicAnchors.get(anchor) : undefined) ?? target;
}
