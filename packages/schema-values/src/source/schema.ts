import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** A JSON Schema: an object of keywords, `true` (anything), or `false` (nothing). */
export type Schema = JsonObject | boolean;

/** Whether a value is an object or a boolean, as a schema must be. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isJsonObject(value);
}

/** The keyword's value if the schema itself has the keyword, regardless of Object.prototype. */
export function keyword(schema: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

/** The keyword's value if it is a finite number. */
export function numberOf(schema: JsonObject, name: string): number | undefined {
  const value = keyword(schema, name);
  return typeof value === "number" ? value : undefined;
}

/** The keyword's value if it is a string. */
export function textOf(schema: JsonObject, name: string): string | undefined {
  const value = keyword(schema, name);
  return typeof value === "string" ? value : undefined;
}

/** The keyword's value if it is a schema. */
export function schemaOf(schema: JsonObject, name: string): Schema | undefined {
  const value = keyword(schema, name);
  return isSchema(value) ? value : undefined;
}

/** The schemas of a keyword whose value is a list of schemas. */
export function listOf(schema: JsonObject, name: string): readonly Schema[] | undefined {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value.filter(isSchema) : undefined;
}

/** The schemas by name of a keyword whose value is a map of schemas. */
export function mapOf(schema: JsonObject, name: string): readonly (readonly [string, Schema])[] {
  const value = keyword(schema, name);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
}

/** The strings of a keyword whose value is a list of strings. */
export function stringsOf(schema: JsonObject, name: string): readonly string[] {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Appends tokens to a JSON Pointer, escaped according to RFC 6901. */
export function pointer(base: string, ...tokens: readonly (string | number)[]): string {
  const escaped = (token: string | number): string =>
    String(token).replaceAll("~", "~0").replaceAll("/", "~1");
  return base + tokens.map((token) => `/${escaped(token)}`).join("");
}

/**
 * The longest prefix of a JSON Pointer that exists in the document; derived schemas have no place
 * of their own.
 */
export function nearestPointer(root: Schema, path: string): string {
  if (!path.startsWith("/")) return path;
  let at: JsonValue = root;
  let known = "";
  for (const token of path.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) break;
    at = (at as { readonly [key: string]: JsonValue })[key] ?? null;
    known += `/${token}`;
  }
  return known;
}
