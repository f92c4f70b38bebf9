import { linearTest } from "schema-values";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { ValidatorError } from "./problem-message.ts";

/** A document whose patterns run in linear time: as formats, with their definitions. */
export type SafeDocument = {
  readonly document: JsonObject;
  readonly formats: { readonly [name: string]: PatternFormat };
};

type PatternFormat = { readonly type: "string"; readonly validate: (text: string) => boolean };
type Formats = { [name: string]: PatternFormat };

const PREFIX = "pattern:";
/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/**
 * Replaces each `pattern` of a document by a format, because express-openapi-validator accepts
 * definitions of formats, but no engine for patterns.
 */
export function withSafePatterns(document: JsonObject): SafeDocument {
  const formats: Formats = {};
  return { document: safe(document, formats) as JsonObject, formats };
}

function safe(value: JsonValue, formats: Formats): JsonValue {
  if (Array.isArray(value)) return value.map((item) => safe(item, formats));
  if (!isJsonObject(value)) return value;
  const { pattern } = value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== "pattern" || typeof pattern !== "string")
    .map(([key, child]) => [key, DATA.has(key) ? child : safe(child, formats)] as const);
  const rest = Object.fromEntries(entries);
  if (typeof pattern !== "string") return rest;
  const name = `${PREFIX}${pattern}`;
  formats[name] = { type: "string", validate: linearTest(pattern) };
  const { allOf } = rest;
  return { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), { format: name }] };
}

/** A problem with such a format is a problem with the pattern. */
export function asPatternError(error: ValidatorError): ValidatorError {
  const found = `must match format "${PREFIX}`;
  if (!error.message.startsWith(found)) return error;
  const message = `must match pattern "${error.message.slice(found.length)}`;
  return { ...error, message, errorCode: "pattern.openapi.requestValidation" };
}
