import type { JsonObject } from "../json.ts";
import type { Dialect } from "./dialect.ts";
import type { Registry, Resource } from "./registry.ts";
import { keyword, listOf, pointer, type Schema, schemaOf, textOf } from "./schema.ts";

/**
 * A schema together with the path by which it is applied; equal parts of one document are the same
 * object.
 */
export type SubSchema = {
  readonly id: number;
  readonly schema: Schema;
  /** JSON Pointer of the schema in the document. */
  readonly pointer: string;
  /** The schema resources on the path to it, which `$dynamicRef` needs. */
  readonly scope: DynamicScope;
  /** Parts with an `unevaluated…` keyword that see what this part evaluates. */
  readonly owners: readonly number[];
};

/** The path from a schema to one of its subschemas. */
export type Tokens = readonly (string | number)[];

/** Whether a subschema applies to the same value as its parent, or to a property or an item of it. */
type Relation = "beside" | "below";

/** The parts of one schema document. */
export type SubSchemas = {
  readonly registry: Registry;
  readonly root: SubSchema;
  /** A subschema that applies to the same value as its parent. */
  beside(part: SubSchema, schema: Schema, tokens: Tokens): SubSchema;
  /** A subschema that applies to a property or an item of its parent's value. */
  below(part: SubSchema, schema: Schema, tokens: Tokens): SubSchema;
  /** The subschema of a keyword; undefined if the keyword is missing. */
  one(part: SubSchema, name: string, how: Relation): SubSchema | undefined;
  /** The subschemas of a keyword whose value is a list. */
  all(part: SubSchema, name: string, how: Relation): readonly SubSchema[];
  /** The targets of the part's `$ref`, `$dynamicRef`, and `$recursiveRef`. */
  referred(part: SubSchema): readonly SubSchema[];
  /** A schema derived from the part's, applied in its place. */
  made(part: SubSchema, schema: Schema): SubSchema;
};

/** The subschemas of a document, from its root on. */
export function createSubSchemas(root: Schema, registry: Registry): SubSchemas {
  const parts = new Map<string, SubSchema>();
  const byId: SubSchema[] = [];
  const schemaIds = new Map<JsonObject, number>();
  const intern = (
    schema: Schema,
    at: string,
    from: Pick<SubSchema, "scope" | "owners">,
  ): SubSchema => {
    const scope =
      registry.isDynamic && typeof schema !== "boolean"
        ? childScope(from.scope, registry.placeOf(schema).resource)
        : from.scope;
    const key = `${idOf(schemaIds, schema, at)}|${scope.id}|${from.owners.join()}`;
    const known = parts.get(key);
    if (known !== undefined) return known;
    const part = { id: parts.size, schema, pointer: at, scope, owners: from.owners };
    parts.set(key, part);
    byId.push(part);
    return part;
  };
  const ownersOf = (part: SubSchema): readonly number[] => {
    // One that refers to itself at the same value owns it once; otherwise, each turn would be a part of its own.
    const isNew = !part.owners.some((id) => byId[id]?.schema === part.schema);
    return isNew && isOwner(part, registry) ? [...part.owners, part.id] : part.owners;
  };
  const within = (part: SubSchema, schema: Schema, tokens: Tokens): string =>
    pointerOf(registry, schema, pointer(part.pointer, ...tokens));
  const relations: Relations = {
    beside: (part, schema, tokens) =>
      intern(schema, within(part, schema, tokens), { ...part, owners: ownersOf(part) }),
    below: (part, schema, tokens) =>
      intern(schema, within(part, schema, tokens), { ...part, owners: [] }),
  };
  return {
    registry,
    root: intern(root, "", { scope: topScope(), owners: [] }),
    ...relations,
    ...byKeyword(relations),
    referred: (part) =>
      targetsOf(part, registry).map((target) =>
        intern(target, pointerOf(registry, target, part.pointer), {
          ...part,
          owners: ownersOf(part),
        }),
      ),
    made: (part, schema) => {
      if (typeof schema !== "boolean" && typeof part.schema !== "boolean") {
        registry.adopt(schema, part.schema);
      }
      return intern(schema, part.pointer, { scope: part.scope, owners: [] });
    },
  };
}

type Relations = Pick<SubSchemas, Relation>;

function byKeyword(relations: Relations): Pick<SubSchemas, "one" | "all"> {
  return {
    one: (part, name, how) => {
      const schema = typeof part.schema === "boolean" ? undefined : schemaOf(part.schema, name);
      return schema === undefined ? undefined : relations[how](part, schema, [name]);
    },
    all: (part, name, how) => {
      const list = typeof part.schema === "boolean" ? [] : (listOf(part.schema, name) ?? []);
      return list.map((schema, index) => relations[how](part, schema, [name, index]));
    },
  };
}

function idOf(ids: Map<JsonObject, number>, schema: Schema, at: string): string {
  if (typeof schema === "boolean") return schema ? "true" : `false ${at}`;
  const known = ids.get(schema) ?? ids.size;
  ids.set(schema, known);
  return String(known);
}

function pointerOf(registry: Registry, schema: Schema, fallback: string): string {
  return typeof schema === "boolean" ? fallback : registry.placeOf(schema).pointer;
}

function isOwner({ schema }: SubSchema, registry: Registry): boolean {
  if (typeof schema === "boolean" || !registry.dialect.hasUnevaluated) return false;
  return (
    keyword(schema, "unevaluatedProperties") !== undefined ||
    keyword(schema, "unevaluatedItems") !== undefined
  );
}

function targetsOf(part: SubSchema, registry: Registry): Schema[] {
  const { schema } = part;
  if (typeof schema === "boolean") return [];
  const targets: Schema[] = [];
  const plain = textOf(schema, "$ref");
  const target = plain === undefined ? undefined : registry.resolve(schema, plain);
  if (target !== undefined) targets.push(target);
  for (const name of ["$dynamicRef", "$recursiveRef"]) {
    const reference = textOf(schema, name);
    if (reference === undefined || !registry.dialect.hasUnevaluated) continue;
    const dynamic = resolveDynamically(part, reference, registry);
    if (dynamic !== undefined) targets.push(dynamic);
  }
  return targets;
}

/** The outermost schema resource with the same dynamic anchor wins. */
function resolveDynamically(
  part: SubSchema,
  reference: string,
  registry: Registry,
): Schema | undefined {
  if (typeof part.schema === "boolean") return undefined;
  const first = registry.resolve(part.schema, reference);
  if (first === undefined || typeof first === "boolean") return first;
  const anchor = reference.slice(reference.indexOf("#") + 1);
  const isDynamic =
    anchor === ""
      ? keyword(first, "$recursiveAnchor") === true
      : textOf(first, "$dynamicAnchor") === anchor;
  if (!isDynamic) return first;
  for (const resource of part.scope.resources) {
    const found = resource.dynamicAnchors.get(anchor);
    if (found !== undefined) return found;
  }
  return first;
}

/** A schema's constraints on the items of an array, in any draft's terms. */
export type Tuple = {
  readonly prefix: readonly { readonly schema: Schema; readonly tokens: Tokens }[];
  /** The schema for the items after the prefix, if any. */
  readonly rest: { readonly schema: Schema; readonly tokens: Tokens } | undefined;
};

/** Reads `prefixItems` and `items`, or `items` and `additionalItems`. */
export function tupleOf(schema: JsonObject, dialect: Dialect): Tuple {
  const name = dialect.hasPrefixItems ? "prefixItems" : "items";
  const isTuple = Array.isArray(keyword(schema, name));
  const listed = isTuple ? (listOf(schema, name) ?? []) : [];
  const prefix = listed.map((item, index) => ({ schema: item, tokens: [name, index] }));
  const restName = !dialect.hasPrefixItems && isTuple ? "additionalItems" : "items";
  const rest = schemaOf(schema, restName);
  return { prefix, rest: rest === undefined ? undefined : { schema: rest, tokens: [restName] } };
}

/** The schema resources entered on the path to a schema, outermost first, each once. */
export type DynamicScope = {
  readonly id: string;
  readonly resources: readonly Resource[];
  readonly children: Map<Resource, DynamicScope>;
};

/** The scope outside all resources. */
function topScope(): DynamicScope {
  return { id: "", resources: [], children: new Map() };
}

/** The scope after entering a resource; entering one again has no effect. */
function childScope(scope: DynamicScope, resource: Resource): DynamicScope {
  if (scope.resources.includes(resource)) return scope;
  const known = scope.children.get(resource);
  if (known !== undefined) return known;
  const resources = [...scope.resources, resource];
  const child = { id: `${scope.id} ${resource.uri}`, resources, children: new Map() };
  scope.children.set(resource, child);
  return child;
}
