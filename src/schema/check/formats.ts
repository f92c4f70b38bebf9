import { fullFormats } from "ajv-formats/dist/formats.js";
import type { JsonValue } from "../../core/json.ts";
import { NUMBER, TYPES } from "../source/json-type.ts";

/**
 * What texts in some formats usually look like. The full tests of these formats take more time than all
 * the rest of a row, so they are left to the texts that look otherwise.
 */
export const USUAL_LOOKS: { readonly [format: string]: RegExp } = {
  date: /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time":
    /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^[a-z]+(?:\.[a-z]+)?@[a-z]+\.[a-z]+$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/** Whether a value is in a format: true too for values and formats that the format says nothing of. */
export function isInFormat(value: JsonValue, name: string): boolean {
  if (!Object.hasOwn(fullFormats, name)) return true;
  const format: unknown = fullFormats[name as keyof typeof fullFormats];
  if (typeof value === "string")
    return USUAL_LOOKS[name]?.test(value) === true || isTextInFormat(value, format);
  const isNumeric = typeof format === "object" && format !== null && "type" in format;
  if (!isNumeric || typeof value !== "number") return true;
  return runs(format, value);
}

/** Whether a format is one that a validator checks. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(fullFormats, name);
}

/** Formats that a validator knows and that any value is in. */
const LAX: ReadonlySet<string> = new Set(["binary", "double", "float", "password"]);
const WHOLE: ReadonlySet<string> = new Set(["int32", "int64"]);

/** The kinds of values that may not be in a format; none where nobody checks it. */
export function typesCheckedBy(name: unknown): number {
  if (typeof name !== "string" || !isKnownFormat(name) || LAX.has(name)) return 0;
  return WHOLE.has(name) ? NUMBER : TYPES.string;
}

/** Whether a format has no numbers but integers. */
export function isWholeFormat(name: unknown): boolean {
  return typeof name === "string" && WHOLE.has(name);
}

function isTextInFormat(text: string, format: unknown): boolean {
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === "function") return Boolean(format(text));
  if (typeof format !== "object" || format === null || "type" in format) return true;
  return runs(format, text);
}

function runs(format: object, value: string | number): boolean {
  const validate: unknown = "validate" in format ? format.validate : undefined;
  if (validate instanceof RegExp) return validate.test(String(value));
  return typeof validate !== "function" || Boolean(validate(value));
}
