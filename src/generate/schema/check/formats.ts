import { fullFormats } from "ajv-formats/dist/formats.js";
import type { JsonValue } from "../../../core/json.ts";

/** Whether a value is in a format: true too for values and formats that the format says nothing of. */
export function isInFormat(value: JsonValue, name: string): boolean {
  if (!Object.hasOwn(fullFormats, name)) return true;
  const format: unknown = fullFormats[name as keyof typeof fullFormats];
  if (typeof value === "string") return isTextInFormat(value, format);
  const isNumeric = typeof format === "object" && format !== null && "type" in format;
  if (!isNumeric || typeof value !== "number") return true;
  return runs(format, value);
}

/** Whether a format is one that a validator checks. */
export function isKnownFormat(name: string): boolean {
  return Object.hasOwn(fullFormats, name);
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
