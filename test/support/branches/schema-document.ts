import { Ajv, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/core/json.ts";

/** A place in a schema document: a JSON pointer, and the schema there. */
export type SchemaNode = { readonly pointer: string; readonly schema: JsonValue };

type Validate = (value: JsonValue) => boolean;

/** Keywords whose value is a schema for the value or for its contents. */
const WITH_SCHEMA = ["items", "additionalItems", "additionalProperties", "then", "else"];
/** Keywords with an array or object of such schemas. */
const WITH_SCHEMAS = [
  ...["items", "prefixItems", "anyOf", "oneOf", "allOf"],
  ...["properties", "patternProperties", "dependentSchemas", "dependencies"],
];

/** A JSON Schema whose places can be looked up by JSON pointer. */
export class SchemaDocument {
  readonly #root: JsonValue;
  readonly #compile: (schema: JsonObject) => Validate;
  readonly #validators = new Map<string, Validate>();
  /** Whether a `$ref` replaces the keywords next to it. */
  readonly #isRefAlone: boolean;
  readonly #targets = new Map<string, ReadonlySet<string>>();

  constructor(root: JsonValue) {
    const dialect = isJsonObject(root) ? String(root["$schema"] ?? "") : "";
    this.#root = root;
    this.#isRefAlone = /draft-0[4-7]/.test(dialect);
    this.#compile = compilerOf(root, dialect);
  }

  get root(): SchemaNode {
    return { pointer: "#", schema: this.#root };
  }

  /** Whether a value conforms to the schema at a place. */
  accepts(node: SchemaNode, value: JsonValue): boolean {
    if (typeof node.schema === "boolean") return node.schema;
    let validate = this.#validators.get(node.pointer);
    if (validate === undefined) {
      validate = this.#compile({ $ref: `root${node.pointer}` });
      this.#validators.set(node.pointer, validate);
    }
    return validate(value);
  }

  /** The schema below a place; undefined if there is none. */
  child(node: SchemaNode, ...keys: readonly (string | number)[]): SchemaNode | undefined {
    let { pointer, schema } = node;
    for (const key of keys) {
      if (typeof schema !== "object" || schema === null) return undefined;
      if (!Object.hasOwn(schema, key)) return undefined;
      schema = (schema as Record<string | number, JsonValue>)[key] ?? null;
      pointer += `/${encodeURIComponent(String(key).replaceAll("~", "~0").replaceAll("/", "~1"))}`;
    }
    return typeof schema === "boolean" || isJsonObject(schema) || Array.isArray(schema)
      ? { pointer, schema }
      : undefined;
  }

  /** The schemas in an array or object below a place. */
  children(node: SchemaNode, keyword: string): readonly SchemaNode[] {
    const parent = this.child(node, keyword);
    if (parent === undefined || typeof parent.schema === "boolean") return [];
    return Object.keys(parent.schema as object).flatMap((key) => this.child(parent, key) ?? []);
  }

  /** The schemas that apply to each value of a place: its own, and those that `$ref` and `allOf` add. */
  partsOf(nodes: readonly SchemaNode[]): readonly SchemaNode[] {
    const parts = new Map<string, SchemaNode>();
    const add = (node: SchemaNode): void => {
      if (parts.has(node.pointer)) return;
      const target = this.#targetOf(node);
      if (target === undefined || !this.#isRefAlone) parts.set(node.pointer, node);
      if (target !== undefined) add(target);
      if (target === undefined || !this.#isRefAlone) this.children(node, "allOf").forEach(add);
    };
    nodes.forEach(add);
    return [...parts.values()];
  }

  /** Whether values of a place can contain values of the same place. */
  isRecursive(node: SchemaNode): boolean {
    return this.#targetsBelow(node).has(node.pointer);
  }

  #targetOf({ schema }: SchemaNode): SchemaNode | undefined {
    const ref = isJsonObject(schema) ? schema["$ref"] : undefined;
    if (typeof ref !== "string" || !/^#($|\/)/.test(ref)) return undefined;
    const keys = ref.slice(2).split("/").map(decodeKey);
    return ref === "#" ? this.root : this.child(this.root, ...keys);
  }

  /** Pointers of all references' targets that a place reaches. */
  #targetsBelow(start: SchemaNode): ReadonlySet<string> {
    const known = this.#targets.get(start.pointer);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const walk = (node: SchemaNode): void => {
      const target = this.#targetOf(node);
      if (target !== undefined && !found.has(target.pointer)) {
        found.add(target.pointer);
        walk(target);
      }
      for (const keyword of WITH_SCHEMA) {
        const below = this.child(node, keyword);
        if (below !== undefined && !Array.isArray(below.schema)) walk(below);
      }
      for (const keyword of WITH_SCHEMAS)
        if (isList(node.schema, keyword)) this.children(node, keyword).forEach(walk);
    };
    walk(start);
    this.#targets.set(start.pointer, found);
    return found;
  }
}

function decodeKey(key: string): string {
  return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** In old drafts, `items` is a schema or an array of schemas. */
function isList(schema: JsonValue, keyword: string): boolean {
  return keyword !== "items" || (isJsonObject(schema) && Array.isArray(schema["items"]));
}

/** Compiles places of a schema document, either strictly or as tolerantly as real-world schemas need. */
function compilerOf(root: JsonValue, dialect: string): (schema: JsonObject) => Validate {
  try {
    const checker = checkers.get(dialect) ?? createAjv(dialect);
    checkers.set(dialect, checker);
    if (checker.validateSchema(withoutDialect(root)) !== true)
      throw new Error("Expected a schema.");
    return compilerWith(createAjv(dialect, NO_CHECK), root);
  } catch {
    // Patterns that Unicode mode rejects, duplicates in enums, and IDs that clash or that the dialect doesn't know.
    const tolerant = createAjv(dialect, { ...NO_CHECK, unicodeRegExp: false });
    return compilerWith(tolerant, withoutIds(root));
  }
}

/** Check schemas of each dialect: compiling a metaschema takes longer than most schemas. */
const checkers = new Map<string, Ajv>();
const NO_CHECK: Options = { validateSchema: false };

function compilerWith(ajv: Ajv, root: JsonValue): (schema: JsonObject) => Validate {
  ajv.addSchema(withoutDialect(root), "root");
  const compile = (schema: JsonObject): Validate => ajv.compile(schema) as Validate;
  compile({ $ref: "root#" });
  return compile;
}

function withoutIds(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(/^(\$id|id)$/.test(key) && typeof value === "string"),
  );
  const isData = /^(enum|const)$/;
  return Object.fromEntries(
    kept.map(([key, value]) => [key, isData.test(key) ? value : withoutIds(value)]),
  );
}

/** The dialect is already known, and Ajv may lack its metaschema. */
function withoutDialect(root: JsonValue): JsonObject | boolean {
  if (!isJsonObject(root)) return root === true;
  const { $schema: _, ...schema } = root;
  return schema;
}

function createAjv(dialect: string, more: Options = {}): Ajv {
  const options = { strict: false, logger: false, ownProperties: true, ...more } as const;
  // The types of these packages describe their CommonJS form.
  const Draft04 = ajvDraft04 as unknown as typeof Ajv;
  const addFormats = ajvFormats as unknown as (ajv: Ajv) => void;
  const ajv = /draft-04/.test(dialect)
    ? new Draft04(options)
    : /draft-0[67]/.test(dialect)
      ? new Ajv(options)
      : /2019-09/.test(dialect)
        ? new Ajv2019(options)
        : new Ajv2020(options);
  addFormats(ajv as Ajv);
  return ajv as Ajv;
}
