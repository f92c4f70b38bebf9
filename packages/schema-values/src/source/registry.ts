import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Dialect } from "./dialect.ts";
import {
  applicatorsOf,
  isSchema,
  keyword,
  pointer,
  type Schema,
  subschemasOf,
  textOf,
  tokensOf,
} from "./schema.ts";

/** A schema with its own URI. */
export type Resource = {
  readonly uri: string;
  readonly root: JsonObject;
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
};

/** The location of a schema object. */
export type SchemaPlace = { readonly resource: Resource; readonly pointer: string };

/** A schema document's resources and the location of each schema object. */
export type Registry = {
  readonly dialect: Dialect;
  /** Whether `$dynamicRef` or `$recursiveRef` occurs, so that the path to a schema matters. */
  readonly isDynamic: boolean;
  placeOf(schema: JsonObject): SchemaPlace;
  /** The target of a reference in a schema; undefined if it is not in the document. */
  resolve(from: JsonObject, reference: string): Schema | undefined;
  /** Gives a derived schema the same location as the original. */
  adopt(made: JsonObject, from: JsonObject): void;
};

/** Finds a built-in document, such as a metaschema, without fetching it. */
export type FindDocument = (uri: string) => JsonObject | undefined;

/** Registers a schema document. */
export function registry(
  root: Schema,
  dialect: Dialect,
  find: FindDocument = () => undefined,
): Registry {
  const places = new Map<JsonObject, SchemaPlace>();
  const resources = new Map<string, Resource>();
  const walker: Walker = { dialect, places, resources, isDynamic: false };
  const top = isJsonObject(root) ? root : {};
  const main = newResource(walker, DEFAULT_BASE, top);
  visit(walker, top, { resource: main, pointer: "" });
  const documentOf = (uri: string): Resource | undefined => {
    const known = resources.get(uri);
    if (known !== undefined) return known;
    const found = find(uri);
    if (found === undefined) return undefined;
    const resource = newResource(walker, uri, found);
    visit(walker, found, { resource, pointer: uri });
    return resource;
  };
  const placeOf = (schema: JsonObject): SchemaPlace =>
    places.get(schema) ?? { resource: main, pointer: "" };
  return {
    dialect,
    get isDynamic() {
      return walker.isDynamic;
    },
    placeOf,
    adopt: (made, from) => adopt(places, made, placeOf(from)),
    resolve: (from, reference) => {
      const target = resolveUri(placeOf(from).resource.uri, reference);
      const resource = documentOf(target.uri);
      return resource === undefined ? undefined : within(walker, resource, target.fragment);
    },
  };
}

function adopt(places: Map<JsonObject, SchemaPlace>, made: JsonObject, place: SchemaPlace): void {
  if (places.has(made)) return;
  places.set(made, place);
  for (const sub of subschemasOf(made)) {
    if (typeof sub.schema !== "boolean") adopt(places, sub.schema, place);
  }
}

type Walker = {
  readonly dialect: Dialect;
  readonly places: Map<JsonObject, SchemaPlace>;
  readonly resources: Map<string, Resource>;
  isDynamic: boolean;
};

function newResource(walker: Walker, uri: string, root: JsonObject): Resource {
  const known = walker.resources.get(uri);
  if (known?.root === root) return known;
  const resource = { uri, root, anchors: new Map(), dynamicAnchors: new Map() };
  if (!walker.resources.has(uri)) walker.resources.set(uri, resource);
  return resource;
}

function visit(walker: Walker, schema: JsonObject, at: SchemaPlace): void {
  if (walker.places.has(schema)) return;
  const place = enterResource(walker, schema, at);
  walker.places.set(schema, place);
  noteAnchors(walker, schema, place.resource);
  for (const sub of subschemasOf(schema)) {
    if (typeof sub.schema === "boolean") continue;
    visit(walker, sub.schema, { ...place, pointer: pointer(place.pointer, ...sub.tokens) });
  }
}

function enterResource(walker: Walker, schema: JsonObject, at: SchemaPlace): SchemaPlace {
  const id = textOf(schema, walker.dialect.idKeyword);
  if (id === undefined) return at;
  const { uri, fragment } = resolveUri(at.resource.uri, id);
  if (fragment !== "") {
    at.resource.anchors.set(fragment, schema);
    if (id.startsWith("#")) return at;
  }
  return { ...at, resource: newResource(walker, uri, schema) };
}

function noteAnchors(walker: Walker, schema: JsonObject, resource: Resource): void {
  const anchor = textOf(schema, "$anchor");
  if (anchor !== undefined) resource.anchors.set(anchor, schema);
  const dynamic = textOf(schema, "$dynamicAnchor");
  if (dynamic !== undefined) {
    resource.anchors.set(dynamic, schema);
    resource.dynamicAnchors.set(dynamic, schema);
  }
  if (keyword(schema, "$recursiveAnchor") === true) resource.dynamicAnchors.set("", schema);
  if (
    keyword(schema, "$dynamicRef") !== undefined ||
    keyword(schema, "$recursiveRef") !== undefined
  ) {
    walker.isDynamic = true;
  }
}

function within(walker: Walker, resource: Resource, fragment: string): Schema | undefined {
  if (fragment === "") return resource.root;
  if (!fragment.startsWith("/")) return resource.anchors.get(fragment);
  let at: JsonValue = resource.root;
  let place = walker.places.get(resource.root) ?? { resource, pointer: "" };
  for (const key of tokensOf(fragment)) {
    const next: JsonValue | undefined = Array.isArray(at)
      ? at[Number(key)]
      : isJsonObject(at)
        ? keyword(at, key)
        : undefined;
    if (next === undefined) return undefined;
    place = { ...place, pointer: pointer(place.pointer, key) };
    at = next;
  }
  if (!isSchema(at)) return undefined;
  if (typeof at !== "boolean") visit(walker, at, place);
  return at;
}

/** The base URI of a schema without one. */
const DEFAULT_BASE = "schema://local/";

/** An absolute reference, split at its fragment; the fragment is decoded. */
type Target = { readonly uri: string; readonly fragment: string };

/**
 * Resolves a reference against a base according to RFC 3986; keeps a reference that can't be
 * resolved unchanged.
 */
function resolveUri(base: string, reference: string): Target {
  const hash = reference.indexOf("#");
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  return { uri: path === "" ? base : absolute(base, path), fragment: decode(fragment) };
}

function absolute(base: string, path: string): string {
  try {
    return new URL(path, base).href;
  } catch {
    return path;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A reference without a target. */
export type Unresolved = {
  readonly keyword: string;
  readonly reference: string;
  readonly pointer: string;
};

/** The first reference without a target among the schemas that can apply to a value. */
export function findUnresolved(root: Schema, registry: Registry): Unresolved | undefined {
  const pending: Schema[] = [root];
  const seen = new Set<JsonObject>();
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    for (const name of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = textOf(schema, name);
      if (reference === undefined) continue;
      const target = registry.resolve(schema, reference);
      const { pointer } = registry.placeOf(schema);
      if (target === undefined) return { keyword: name, reference, pointer: `${pointer}/${name}` };
      pending.push(target);
    }
    pending.push(...applicatorsOf(schema).map((sub) => sub.schema));
  }
  return undefined;
}
