import { fullFormats } from "ajv-formats/dist/formats.js";
import { cached } from "../cached.ts";
import type { JsonValue } from "../json.ts";
import { NUMBER, TYPES } from "../source/schema.ts";

/** Patterns that accept common strings. They are much faster than the complete tests. */
export const USUAL_LOOKS: { readonly [format: string]: RegExp } = {
  date: /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time":
    /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^[a-z]+(?:\.[a-z]+)?@[a-z]+\.[a-z]+$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/** Whether a value conforms to a format; true for types that the format doesn't apply to. */
type FormatTest = (value: JsonValue) => boolean;

const tests = new Map<string, FormatTest>();

/** The test for a format; accepts everything if the format is unknown. */
export function formatTest(name: string): FormatTest {
  if (!isKnownFormat(name)) return () => true;
  return cached(tests, name, () => compile(name, fullFormats[name as keyof typeof fullFormats]));
}

function compile(name: string, format: unknown): FormatTest {
  const isObject = typeof format === "object" && format !== null;
  const validate: unknown = isObject && "validate" in format ? format.validate : format;
  const runs = (value: string | number): boolean => {
    if (validate instanceof RegExp) return validate.test(String(value));
    return typeof validate !== "function" || Boolean(validate(value));
  };
  if (isObject && "type" in format) return (value) => typeof value !== "number" || runs(value);
  const looks = USUAL_LOOKS[name];
  if (looks === undefined) return (value) => typeof value !== "string" || runs(value);
  return (value) => typeof value !== "string" || looks.test(value) || runs(value);
}

/** Whether validators such as Ajv check a format. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(fullFormats, name);
}

/** Known formats that accept any value. */
const LAX: ReadonlySet<string> = new Set(["binary", "double", "float", "password"]);
const WHOLE: ReadonlySet<string> = new Set(["int32", "int64"]);

/** The types of values that a format can reject, as bits; 0 if validators ignore the format. */
export function typesCheckedBy(name: unknown): number {
  if (typeof name !== "string" || !isKnownFormat(name) || LAX.has(name)) return 0;
  return WHOLE.has(name) ? NUMBER : TYPES.string;
}

/** Whether a format rejects numbers that are not integers. */
export function isWholeFormat(name: unknown): boolean {
  return typeof name === "string" && WHOLE.has(name);
}
