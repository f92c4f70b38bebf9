import { cached } from "../cached.ts";
import { REFERENCES, type Registry, type Resource } from "./registry.ts";
import { keyword, listOf, mapOf, pointer, type Schema, schemaOf, textOf } from "./schema.ts";

/** A schema in its dynamic scope. The same schema in the same scope is always the same object. */
export type SubSchema = {
  readonly id: number;
  readonly schema: Schema;
  /** JSON Pointer of the schema in the document. */
  readonly pointer: string;
  /** The resources on the path to the schema, outermost first; empty without dynamic references. */
  readonly scope: readonly Resource[];
};

export class SubSchemas {
  readonly registry: Registry;
  readonly root: SubSchema;
  readonly #parts = new Map<string, SubSchema>();
  readonly #ids = new Map<Schema, number>();

  constructor(root: Schema, registry: Registry) {
    this.registry = registry;
    this.root = this.#intern(root, "", []);
  }

  /** Returns the subschema at `tokens` or, without tokens, a schema derived from `part`. */
  sub(part: SubSchema, schema: Schema, ...tokens: readonly (string | number)[]): SubSchema {
    return this.#intern(schema, pointer(part.pointer, ...tokens), part.scope);
  }

  /** The subschema of a keyword; undefined if the keyword is missing. */
  one(part: SubSchema, name: string): SubSchema | undefined {
    const schema = schemaOf(part.schema, name);
    return schema === undefined ? undefined : this.sub(part, schema, name);
  }

  all(part: SubSchema, name: string): readonly SubSchema[] {
    return listOf(part.schema, name).map((schema, index) => this.sub(part, schema, name, index));
  }

  map(part: SubSchema, name: string): readonly (readonly [string, SubSchema])[] {
    const all = mapOf(part.schema, name);
    return all.map(([key, schema]) => [key, this.sub(part, schema, name, key)]);
  }

  /** The schemas for the first items of an array, and for the rest. */
  items(part: SubSchema): { prefix: readonly SubSchema[]; rest: SubSchema | undefined } {
    // Before draft 2020-12, a list in `items` had the role of `prefixItems`.
    const isOld = Array.isArray(keyword(part.schema, "items"));
    return {
      prefix: this.all(part, isOld ? "items" : "prefixItems"),
      rest: this.one(part, isOld ? "additionalItems" : "items"),
    };
  }

  /** The schemas that apply if a property is present. */
  dependents(part: SubSchema): readonly (readonly [string, SubSchema])[] {
    return [...this.map(part, "dependentSchemas"), ...this.map(part, "dependencies")];
  }

  /** The targets of a schema's `$ref`, `$dynamicRef`, and `$recursiveRef`. */
  referred(part: SubSchema): readonly SubSchema[] {
    const { schema, scope } = part;
    return REFERENCES.flatMap((name) => {
      const reference = textOf(schema, name);
      const target = reference === undefined ? undefined : this.registry.resolve(schema, reference);
      if (reference === undefined || target === undefined) return [];
      const final = name === "$ref" ? target : outermost(target, reference, scope);
      return [this.#intern(final, part.pointer, scope)];
    });
  }

  #intern(schema: Schema, at: string, from: readonly Resource[]): SubSchema {
    const place = this.registry.placeOf(schema);
    const isInside =
      place === undefined || !this.registry.isDynamic || from.includes(place.resource);
    const scope = isInside ? from : [...from, place.resource];
    const path = place?.pointer ?? at;
    // Each `false` schema has its own ID, because messages need its path.
    const id = schema === false ? `false ${path}` : cached(this.#ids, schema, () => this.#ids.size);
    const key = `${id} ${scope.map((resource) => resource.uri).join(" ")}`;
    return cached(this.#parts, key, () => ({ id: this.#parts.size, schema, pointer: path, scope }));
  }
}

/** A reference's final target; if the anchor is dynamic, the outermost schema with that anchor. */
function outermost(target: Schema, reference: string, scope: readonly Resource[]): Schema {
  const anchor = reference.slice(reference.indexOf("#") + 1);
  const isDynamic =
    anchor === ""
      ? keyword(target, "$recursiveAnchor") === true
      : textOf(target, "$dynamicAnchor") === anchor;
  const resource = scope.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor));
  return (isDynamic ? resource?.dynamicAnchors.get(anchor) : undefined) ?? target;
}
