import { isJsonObject, type JsonObject } from "../json.ts";
import { KEYWORDS, meantBy } from "./known-keywords.ts";
import { pointer } from "./schema.ts";
import { subschemasOf } from "./subschemas.ts";

/** Maximum number of keywords listed for one schema. */
const MAX_NAMED = 50;

/**
 * Warnings about an accepted schema, one sentence each: it looks like the wrapper that other
 * services expect, or it has unknown keywords that have no effect but resemble known ones. `path`
 * is the schema's location.
 */
export function schemaDoubts(schema: JsonObject, path: string): readonly string[] {
  if (isWrapper(schema)) {
    return [
      `\`${path}\` looks like a wrapper: its \`schema\` is not a keyword of JSON Schema, so any value conforms. Send the value of \`schema\` instead.`,
    ];
  }
  const found = misspellings(schema, path);
  if (found.length === 0) return [];
  const more = found.length - MAX_NAMED;
  const list = [...found.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  const [noun, verb] = found.length === 1 ? ["a keyword", "limits"] : ["keywords", "limit"];
  return [
    `\`${path}\` has ${noun} that JSON Schema doesn't know and that ${verb} nothing: ${list.join(", ")}.`,
  ];
}

/**
 * Whether it has the form `{ name, schema, strict }`: as a JSON Schema, that has no keyword except
 * its description.
 */
function isWrapper(schema: JsonObject): boolean {
  const { name, schema: inner, description: _, ...others } = schema;
  if (typeof name !== "string" || !isJsonObject(inner)) return false;
  return !Object.keys(others).some((key) => KEYWORDS.has(key));
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
