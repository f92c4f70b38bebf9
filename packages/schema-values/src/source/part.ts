import type { JsonObject } from "../json.ts";
import { REFERENCES, type Registry, type Resource } from "./registry.ts";
import { keyword, listOf, pointer, type Schema, schemaOf, textOf } from "./schema.ts";

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

/** The path from a schema to one of its subschemas. */
export type Tokens = readonly (string | number)[];

/** The parts of one schema document. */
export type SubSchemas = {
  readonly registry: Registry;
  readonly root: SubSchema;
  /** A subschema of a part, or, without tokens, a schema derived from the part's. */
  sub(part: SubSchema, schema: Schema, tokens?: Tokens): SubSchema;
  /** The subschema of a keyword; undefined if the keyword is missing. */
  one(part: SubSchema, name: string): SubSchema | undefined;
  /** The subschemas of a keyword whose value is a list. */
  all(part: SubSchema, name: string): readonly SubSchema[];
  /** The targets of the part's `$ref`, `$dynamicRef`, and `$recursiveRef`. */
  referred(part: SubSchema): readonly SubSchema[];
};

/** The subschemas of a document, from its root on. */
export function createSubSchemas(root: Schema, registry: Registry): SubSchemas {
  const parts = new Map<string, SubSchema>();
  const ids = new Map<JsonObject, number>();
  const intern = (schema: Schema, at: string, from: readonly Resource[]): SubSchema => {
    const place = typeof schema === "boolean" ? undefined : registry.placeOf(schema);
    const isInside = place === undefined || !registry.isDynamic || from.includes(place.resource);
    const scope = isInside ? from : [...from, place.resource];
    const path = place?.pointer ?? at;
    const key = `${idOf(ids, schema, path)} ${scope.map((resource) => resource.uri).join(" ")}`;
    const part = parts.get(key) ?? { id: parts.size, schema, pointer: path, scope };
    parts.set(key, part);
    return part;
  };
  const sub: SubSchemas["sub"] = (part, schema, tokens = []) =>
    intern(schema, pointer(part.pointer, ...tokens), part.scope);
  return {
    registry,
    root: intern(root, "", []),
    sub,
    one: (part, name) => {
      const schema = typeof part.schema === "boolean" ? undefined : schemaOf(part.schema, name);
      return schema === undefined ? undefined : sub(part, schema, [name]);
    },
    all: (part, name) => {
      const list = typeof part.schema === "boolean" ? [] : listOf(part.schema, name);
      return list.map((schema, index) => sub(part, schema, [name, index]));
    },
    referred: (part) =>
      targetsOf(part, registry).map((target) => intern(target, part.pointer, part.scope)),
  };
}

function idOf(ids: Map<JsonObject, number>, schema: Schema, at: string): string {
  if (typeof schema === "boolean") return schema ? "true" : `false ${at}`;
  const known = ids.get(schema) ?? ids.size;
  ids.set(schema, known);
  return String(known);
}

function targetsOf({ schema, scope }: SubSchema, registry: Registry): Schema[] {
  if (typeof schema === "boolean") return [];
  return REFERENCES.flatMap((name) => {
    const reference = textOf(schema, name);
    const target = reference === undefined ? undefined : registry.resolve(schema, reference);
    if (reference === undefined || target === undefined) return [];
    return [name === "$ref" ? target : outermost(target, reference, scope)];
  });
}

/** The outermost schema resource with the same dynamic anchor wins. */
function outermost(target: Schema, reference: string, scope: readonly Resource[]): Schema {
  if (typeof target === "boolean") return target;
  const anchor = reference.slice(reference.indexOf("#") + 1);
  const isDynamic =
    anchor === ""
      ? keyword(target, "$recursiveAnchor") === true
      : textOf(target, "$dynamicAnchor") === anchor;
  const resource = scope.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor));
  return (isDynamic ? resource?.dynamicAnchors.get(anchor) : undefined) ?? target;
}

/** A schema's constraints on the items of an array, in any draft's terms. */
export type Tuple = {
  readonly prefix: readonly { readonly schema: Schema; readonly tokens: Tokens }[];
  /** The schema for the items after the prefix, if any. */
  readonly rest: { readonly schema: Schema; readonly tokens: Tokens } | undefined;
};

/** Reads `prefixItems` and `items`, or `items` and `additionalItems`. */
export function tupleOf(schema: JsonObject): Tuple {
  const isOld = Array.isArray(keyword(schema, "items"));
  const name = isOld ? "items" : "prefixItems";
  const prefix = listOf(schema, name).map((item, index) => ({
    schema: item,
    tokens: [name, index],
  }));
  const restName = isOld ? "additionalItems" : "items";
  const rest = schemaOf(schema, restName);
  return { prefix, rest: rest === undefined ? undefined : { schema: rest, tokens: [restName] } };
}
