import { isJsonObject, type JsonObject } from "../json.ts";
import { subschemasOf } from "./keywords.ts";
import { isSchema, keyword, pointer, type Schema, textOf, valueAt } from "./schema.ts";

/** A schema with its own URI. */
export type Resource = {
  readonly uri: string;
  readonly root: JsonObject;
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
};

export type SchemaPlace = { readonly resource: Resource; readonly pointer: string };

/** Finds a built-in document, such as a metaschema, without fetching it. */
export type FindDocument = (uri: string) => JsonObject | undefined;

/** The base URI for schemas without their own URI. */
const DEFAULT_BASE = "schema://local/";

/** A schema document's resources and the location of each schema object. */
export class Registry {
  /** Whether `$dynamicRef` or `$recursiveRef` occurs, so that the path to a schema matters. */
  isDynamic = false;
  readonly #find: FindDocument;
  readonly #places = new Map<Schema, SchemaPlace>();
  readonly #resources = new Map<string, Resource>();

  constructor(root: Schema, find: FindDocument = () => undefined) {
    this.#find = find;
    this.#addDocument(DEFAULT_BASE, isJsonObject(root) ? root : {}, "");
  }

  /** The location of a schema; undefined if it was derived from other schemas. */
  placeOf(schema: Schema): SchemaPlace | undefined {
    return this.#places.get(schema);
  }

  /** The target of a reference in a schema; undefined if no known document has it. */
  resolve(from: Schema, reference: string): Schema | undefined {
    const base = this.#places.get(from)?.resource.uri ?? DEFAULT_BASE;
    const { uri, fragment } = resolveUri(base, reference);
    const found = this.#resources.has(uri) ? undefined : this.#find(uri);
    if (found !== undefined) this.#addDocument(uri, found, uri);
    const resource = this.#resources.get(uri);
    if (resource === undefined || fragment === "") return resource?.root;
    return fragment.startsWith("/") ? this.#at(resource, fragment) : resource.anchors.get(fragment);
  }

  #addDocument(uri: string, root: JsonObject, path: string): void {
    this.#visit(root, { resource: this.#resourceAt(uri, root), pointer: path });
  }

  #resourceAt(uri: string, root: JsonObject): Resource {
    const known = this.#resources.get(uri);
    if (known?.root === root) return known;
    const resource = { uri, root, anchors: new Map(), dynamicAnchors: new Map() };
    // If several schemas have the same URI, the first one is used.
    if (known === undefined) this.#resources.set(uri, resource);
    return resource;
  }

  #visit(schema: JsonObject, at: SchemaPlace): void {
    if (this.#places.has(schema)) return;
    const place = this.#enter(schema, at);
    this.#places.set(schema, place);
    this.#noteAnchors(schema, place.resource);
    for (const sub of subschemasOf(schema)) {
      if (typeof sub.schema === "boolean") continue;
      this.#visit(sub.schema, { ...place, pointer: pointer(place.pointer, ...sub.tokens) });
    }
  }

  #enter(schema: JsonObject, at: SchemaPlace): SchemaPlace {
    const id = textOf(schema, "$id");
    if (id === undefined) return at;
    const { uri, fragment } = resolveUri(at.resource.uri, id);
    if (fragment !== "") at.resource.anchors.set(fragment, schema);
    return id.startsWith("#") && fragment !== ""
      ? at
      : { ...at, resource: this.#resourceAt(uri, schema) };
  }

  #noteAnchors(schema: JsonObject, { anchors, dynamicAnchors }: Resource): void {
    const [anchor, dynamic] = [textOf(schema, "$anchor"), textOf(schema, "$dynamicAnchor")];
    if (anchor !== undefined) anchors.set(anchor, schema);
    if (dynamic !== undefined) {
      anchors.set(dynamic, schema);
      dynamicAnchors.set(dynamic, schema);
    }
    if (keyword(schema, "$recursiveAnchor") === true) dynamicAnchors.set("", schema);
    this.isDynamic ||=
      Object.hasOwn(schema, "$dynamicRef") || Object.hasOwn(schema, "$recursiveRef");
  }

  /** The schema at a JSON Pointer, even inside unknown keywords; undefined if there is none. */
  #at(resource: Resource, path: string): Schema | undefined {
    const found = valueAt(resource.root, path);
    if (!isSchema(found)) return undefined;
    const base = this.#places.get(resource.root)?.pointer ?? "";
    if (typeof found !== "boolean") this.#visit(found, { resource, pointer: base + path });
    return found;
  }
}

/** Resolves a reference against a base (RFC 3986); returns an unresolvable reference unchanged. */
function resolveUri(base: string, reference: string): { uri: string; fragment: string } {
  const [path = "", ...rest] = reference.split("#");
  const fragment = decode(rest.join("#"));
  if (path === "") return { uri: base, fragment };
  return { uri: URL.canParse(path, base) ? new URL(path, base).href : path, fragment };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"] as const;
