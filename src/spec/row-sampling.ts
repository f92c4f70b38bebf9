import type { JsonObject, JsonValue } from "../core/json.ts";
import { listed } from "../core/nearest.ts";
import { once } from "../core/once-per.ts";
import type { RowSampling } from "../core/rows/row.ts";
import type { RowProblem } from "../core/service-rules.ts";
import { compileChecked } from "./check/schema-checker.ts";
import { asObject, resolveRef } from "./document-place.ts";
import { type BodyOwner, bodySchema } from "./request-place.ts";

/** Keywords that all validators treat alike; `format` and `default` are not among them. */
const PLAIN: ReadonlySet<string> = new Set([
  ...["type", "properties", "required", "additionalProperties", "items", "enum", "const"],
  ...["pattern", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"],
  ...["title", "description", "example", "examples"],
]);

/** Maximum `minItems` for sampling: a sample must not have fewer rows than `minItems`. */
const MOST_REQUIRED_ROWS = 1000;

/** Returns a function that says how to sample rows for validation. `keys` locates the rows. */
export function rowSamplingOf(
  owner: BodyOwner,
  keys: readonly string[] | undefined,
): () => RowSampling | Promise<RowSampling> {
  if (keys === undefined) return () => "all";
  const { document } = owner;
  const levels = schemasAlong(owner, keys);
  const { minItems = 0, maxItems, ...list } = levels.at(-1) ?? {};
  const items = resolved(document, list["items"]);
  const { description: _, ...itemRules } = items;
  if (JSON.stringify(itemRules) === '{"type":"string"}') return () => "strings";
  const isPlain = levels.every(hasPlainKeywords) && isPlainSchema(items);
  if (!isPlain || Number(minItems) > MOST_REQUIRED_ROWS) return () => "all";
  const mostRows = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
  return once(async () => {
    const validate = await compileChecked(document, items);
    return { isValid: (row) => validate(row), mostRows };
  });
}

function schemasAlong(owner: BodyOwner, keys: readonly string[]): readonly JsonObject[] {
  let schema = bodySchema(owner);
  const levels = [schema];
  for (const key of keys) {
    schema = resolved(owner.document, asObject(schema["properties"])[key]);
    levels.push(schema);
  }
  return levels;
}

/** Resolves a reference, unless it has sibling keywords. */
function resolved(document: JsonObject, value: JsonValue | undefined): JsonObject {
  const schema = asObject(value);
  return Object.keys(schema).length > 1 ? schema : asObject(resolveRef(document, schema));
}

function hasPlainKeywords(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => PLAIN.has(keyword));
}

function isPlainSchema(schema: JsonValue | undefined): boolean {
  if (schema === undefined || typeof schema === "boolean") return true;
  const { properties, items, additionalProperties } = asObject(schema);
  const parts = [...Object.values(asObject(properties)), items, additionalProperties];
  return hasPlainKeywords(asObject(schema)) && parts.every(isPlainSchema);
}

export async function createRowProblem(
  document: JsonObject,
  schema: JsonObject,
): Promise<RowProblem> {
  const validate = await compileChecked(document, schema);
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    if (error === undefined) return undefined;
    const { instancePath, params, message = "is invalid" } = error;
    const place = instancePath === "" ? "" : `${instancePath.slice(1).replaceAll("/", ".")}: `;
    const allowed = [params["allowedValues"] ?? params["allowedValue"] ?? []].flat().map(String);
    return place + (allowed.length > 0 ? `must be ${listed(allowed, " or ")}` : message);
  };
}
