import { fullFormats } from "ajv-formats/dist/formats.js";
import type { JsonValue } from "../json.ts";
import { NUMBER, TYPES } from "../source/json-type.ts";

/**
 * The usual appearance of strings in some formats. The full tests of these formats take longer than
 * the rest of a row, so they run only on strings that look different.
 */
export const USUAL_LOOKS: { readonly [format: string]: RegExp } = {
  date: /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/,
  "date-time":
    /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  email: /^[a-z]+(?:\.[a-z]+)?@[a-z]+\.[a-z]+$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/** The same as `isInFormat` for strings in one format. */
export function formatTest(name: string): (text: string) => boolean {
  if (name === "uuid") return (text) => isUsualUuid(text) || isInFormat(text, name);
  const looks = USUAL_LOOKS[name];
  return (text) => looks?.test(text) === true || isInFormat(text, name);
}

/** For each code unit of ASCII, the character for its kind in `UUID_KINDS`; 0 if UUIDs never contain it. */
const KINDS = new Uint8Array(0x80);
const UUID_KINDS = Buffer.from("00000000-0000-0000-0000-000000000000", "latin1");
for (const unit of Buffer.from("0123456789abcdef", "latin1")) KINDS[unit] = 0x30;
KINDS[0x2d] = 0x2d;

/** The same as the usual look of a UUID, in half the time. */
function isUsualUuid(text: string): boolean {
  if (text.length !== UUID_KINDS.length) return false;
  for (let i = 0; i < UUID_KINDS.length; i++)
    if (KINDS[text.charCodeAt(i)] !== UUID_KINDS[i]) return false;
  return true;
}

/**
 * Whether a value conforms to a format; also true if the format doesn't apply to it or is unknown.
 */
export function isInFormat(value: JsonValue, name: string): boolean {
  if (!Object.hasOwn(fullFormats, name)) return true;
  const format: unknown = fullFormats[name as keyof typeof fullFormats];
  if (typeof value === "string")
    return USUAL_LOOKS[name]?.test(value) === true || isTextInFormat(value, format);
  const isNumeric = typeof format === "object" && format !== null && "type" in format;
  if (!isNumeric || typeof value !== "number") return true;
  return runs(format, value);
}

/** Whether validators check a format. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(fullFormats, name);
}

/** Known formats that accept any value. */
const LAX: ReadonlySet<string> = new Set(["binary", "double", "float", "password"]);
const WHOLE: ReadonlySet<string> = new Set(["int32", "int64"]);

/** The types of values that a format can reject; none if no validator checks it. */
export function typesCheckedBy(name: unknown): number {
  if (typeof name !== "string" || !isKnownFormat(name) || LAX.has(name)) return 0;
  return WHOLE.has(name) ? NUMBER : TYPES.string;
}

/** Whether a format allows only integers among numbers. */
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
