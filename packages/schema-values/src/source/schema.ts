import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** A JSON Schema: an object of keywords, `true` (anything), or `false` (nothing). */
export type Schema = JsonObject | boolean;

/** Whether a value is an object or a boolean, as a schema must be. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isJsonObject(value);
}

/** The value of a schema's own keyword, regardless of Object.prototype. A boolean has none. */
export function keyword(schema: Schema, name: string): JsonValue | undefined {
  const keywords = schema as JsonObject;
  return Object.hasOwn(keywords, name) ? keywords[name] : undefined;
}

export function numberOf(schema: Schema, name: string): number | undefined {
  const value = keyword(schema, name);
  return typeof value === "number" ? value : undefined;
}

export function textOf(schema: Schema, name: string): string | undefined {
  const value = keyword(schema, name);
  return typeof value === "string" ? value : undefined;
}

export function schemaOf(schema: Schema, name: string): Schema | undefined {
  const value = keyword(schema, name);
  return isSchema(value) ? value : undefined;
}

export function listOf(schema: Schema, name: string): readonly Schema[] {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The names and schemas of a keyword that maps names to schemas; empty for other values. */
export function mapOf(schema: Schema, name: string): readonly (readonly [string, Schema])[] {
  const value = keyword(schema, name);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
}

export function stringsOf(schema: Schema, name: string): readonly string[] {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Appends tokens to a JSON Pointer, escaped according to RFC 6901. */
export function pointer(base: string, ...tokens: readonly (string | number)[]): string {
  const escaped = (token: string | number): string =>
    String(token).replaceAll("~", "~0").replaceAll("/", "~1");
  return base + tokens.map((token) => `/${escaped(token)}`).join("");
}

export function tokensOf(path: string): string[] {
  const tokens = path.split("/").slice(1);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(root: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = root;
  for (const key of tokensOf(path)) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.hasOwn(found, key) ? (found as JsonObject)[key] : undefined;
  }
  return found;
}

/** The longest prefix of a JSON Pointer that is in the document. Derived schemas aren't in it. */
export function nearestPointer(root: Schema, path: string): string {
  let known = path;
  while (known.startsWith("/") && valueAt(root, known) === undefined)
    known = known.slice(0, known.lastIndexOf("/"));
  return known;
}

export type Bound = {
  /** The keyword that sets the bound. */
  readonly name: string;
  readonly value: number;
  readonly isLower: boolean;
  readonly isExclusive: boolean;
};

/** The bounds that a schema sets for numbers. In draft 04, booleans mark exclusive bounds. */
export function boundsOf(schema: Schema): Bound[] {
  return ["minimum", "maximum"].flatMap((name) => {
    const isLower = name === "minimum";
    const other = isLower ? "exclusiveMinimum" : "exclusiveMaximum";
    const bound = (key: string, isExclusive: boolean): Bound[] => {
      const value = numberOf(schema, key);
      return value === undefined ? [] : [{ name: key, value, isLower, isExclusive }];
    };
    return [...bound(name, keyword(schema, other) === true), ...bound(other, true)];
  });
}

/** Types of values as bits; `fraction` is for numbers that aren't integers. */
export const TYPES = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  string: 16,
  integer: 32,
  fraction: 64,
} as const;

export const ANY_TYPE = 127;

export const NUMBER: number = TYPES.integer | TYPES.fraction;

const BITS = new Map<string, number>(Object.entries({ ...TYPES, number: NUMBER, fraction: 0 }));

/** The types that the schema's `type` allows; all types if `type` is missing. */
export function typesOf(schema: Schema): number {
  const type = keyword(schema, "type");
  if (type === undefined) return ANY_TYPE;
  const names = Array.isArray(type) ? type : [type];
  return names.reduce<number>((sum, name) => sum | (BITS.get(String(name)) ?? 0), 0);
}

/** The type of a value, as a bit of `TYPES`. */
export function typeOfValue(value: JsonValue): number {
  if (value === null) return TYPES.null;
  if (typeof value === "boolean") return TYPES.boolean;
  if (typeof value === "string") return TYPES.string;
  if (typeof value === "number") return Number.isInteger(value) ? TYPES.integer : TYPES.fraction;
  return Array.isArray(value) ? TYPES.array : TYPES.object;
}

/** The names of types, for messages. */
export function typeNames(bits: number): string {
  if (bits === ANY_TYPE) return "anything";
  const [names, others] = [namesOf(bits), namesOf(ANY_TYPE & ~bits)];
  return others.length < names.length ? `anything but ${others.join(" and ")}` : names.join(" or ");
}

function namesOf(bits: number): string[] {
  const { integer, fraction, ...others } = TYPES;
  const isNumber = (bits & NUMBER) === NUMBER;
  const numbers = isNumber ? { number: NUMBER } : { integer, "a non-integer number": fraction };
  const all = Object.entries({ ...others, ...numbers });
  return all.filter(([, bit]) => (bits & bit) !== 0).map(([name]) => name);
}
