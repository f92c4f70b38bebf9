import type { JsonObject, JsonValue } from "../json.ts";
import { keyword } from "./schema.ts";

/** Types of values as bits; FRACTION is for numbers that aren't integers. */
export const TYPES = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  string: 16,
  integer: 32,
  fraction: 64,
} as const;

/** Every type. */
export const ANY_TYPE = 127;

/** Both types of numbers. */
export const NUMBER: number = TYPES.integer | TYPES.fraction;

const BITS: { readonly [name: string]: number } = { ...TYPES, number: NUMBER, fraction: 0 };

/** The types that the schema's `type` and `nullable` allow. */
export function typesOf(schema: JsonObject): number {
  const type = keyword(schema, "type");
  if (type === undefined) return ANY_TYPE;
  const names = Array.isArray(type) ? type : [type];
  const bits = names.reduce<number>((sum, name) => sum | bitOf(name), 0);
  return keyword(schema, "nullable") === true ? bits | TYPES.null : bits;
}

function bitOf(name: JsonValue): number {
  return typeof name === "string" && Object.hasOwn(BITS, name) ? (BITS[name] ?? 0) : 0;
}

/** The type of a value. */
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
  const left = ANY_TYPE & ~bits;
  const names = namesOf(bits);
  const others = namesOf(left);
  return others.length < names.length ? `anything but ${others.join(" and ")}` : names.join(" or ");
}

function namesOf(bits: number): string[] {
  const isNumber = (bits & NUMBER) === NUMBER;
  return Object.entries(TYPES)
    .filter(([, bit]) => (bits & bit) !== 0 && !(isNumber && (bit & NUMBER) !== 0))
    .map(([name]) => (name === "fraction" ? "a non-integer number" : name))
    .concat(isNumber ? ["number"] : []);
}
