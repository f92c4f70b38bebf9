import {
  BINDING_KEYWORDS,
  isJsonObject,
  type JsonObject,
  KEYWORDS,
  type OpenedSchema,
  pointer,
  type SchemaVerdict,
  subschemasOf,
  unwrapped,
} from "schema-values";
import { nearest } from "../../core/nearest.ts";

/** A schema's verdict, and warnings about it if it is accepted. */
export type Inspection = { readonly verdict: SchemaVerdict; readonly doubts: readonly string[] };

export function inspectionOf(
  { verdict }: OpenedSchema,
  schema: JsonObject,
  path: string,
): Inspection {
  return { verdict, doubts: verdict.kind === "refused" ? [] : schemaDoubts(schema, path) };
}

/** Names that are not misspellings: keywords of older drafts, and of OpenAPI. */
const ELSEWHERE: readonly string[] = [
  ...["disallow", "divisibleBy", "extends", "optional", "requires"],
  ...["discriminator", "example", "externalDocs", "nullable", "xml"],
];

/** Maximum share of letters that may differ. Low, because annotations can resemble keywords. */
const MISSPELLED_PART = 1 / 5;

/** Minimum length of a name; shorter names resemble too many unrelated words. */
const NEAR_LENGTH = 4;

const NEAR: readonly string[] = BINDING_KEYWORDS.filter((name) => name.length >= NEAR_LENGTH);

/** The validating keyword that an unknown name most likely misspells; undefined if none. */
function meantBy(name: string): string | undefined {
  if (KEYWORDS.has(name) || ELSEWHERE.includes(name) || /^x-/i.test(name)) return undefined;
  return nearest(name, NEAR, MISSPELLED_PART);
}

/** Maximum number of keywords listed for one schema. */
const MAX_NAMED = 50;

/**
 * Warns that an accepted schema is the wrapper that other services expect, or that it has unknown
 * keywords that resemble known ones. `path` is the schema's location.
 */
function schemaDoubts(schema: JsonObject, path: string): readonly string[] {
  const inner = unwrapped(schema);
  if (inner !== schema) {
    return [
      `\`${path}\` is a wrapper of the form \`{ name, strict, schema }\`, not a JSON Schema. The generated values conform to the wrapper's \`schema\`. Send only that part: the wrapper itself, used as a JSON Schema, accepts every value.`,
      ...schemaDoubts(inner, pointer(path, "schema")),
    ];
  }
  const found = misspellings(schema, path);
  if (found.length === 0) return [];
  const more = found.length - MAX_NAMED;
  const list = [...found.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  const [noun, verb] = found.length === 1 ? ["a keyword", "has"] : ["keywords", "have"];
  return [
    `\`${path}\` has ${noun} that JSON Schema doesn't define and that ${verb} no effect: ${list.join(", ")}.`,
  ];
}

function misspellings(root: JsonObject, path: string): readonly string[] {
  const found: string[] = [];
  // Uses a list instead of recursion, because schemas may be nested too deeply for the call stack.
  const waiting = [{ schema: root, at: path }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, at } = next;
    for (const name of Object.keys(schema)) {
      const near = meantBy(name);
      if (near !== undefined) found.push(`\`${pointer(at, name)}\` (did you mean \`${near}\`?)`);
    }
    for (const sub of subschemasOf(schema).reverse()) {
      if (isJsonObject(sub.schema))
        waiting.push({ schema: sub.schema, at: pointer(at, ...sub.tokens) });
    }
  }
  return found;
}
