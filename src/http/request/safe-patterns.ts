import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { ValidatorError } from "./problem-message.ts";

/** A document whose patterns run in linear time: as formats, with their definitions. */
export type SafeDocument = {
  readonly document: JsonObject;
  readonly formats: { readonly [name: string]: PatternFormat };
};

type PatternFormat = { readonly type: "string"; readonly validate: (text: string) => boolean };

const PREFIX = "pattern:";
/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/**
 * Replaces each `pattern` of a document by a format, because express-openapi-validator accepts
 * definitions of formats, but no engine for patterns.
 */
export async function withSafePatterns(document: JsonObject): Promise<SafeDocument> {
  const patterns = new Set<string>();
  const safe = withoutPatterns(document, patterns) as JsonObject;
  return { document: safe, formats: patterns.size === 0 ? {} : await formatsOf(patterns) };
}

async function formatsOf(patterns: ReadonlySet<string>): Promise<SafeDocument["formats"]> {
  const { linearTest } = await import("schema-values");
  const formats = [...patterns].map((pattern): readonly [string, PatternFormat] => [
    formatOf(pattern),
    { type: "string", validate: linearTest(pattern) },
  ]);
  return Object.fromEntries(formats);
}

function formatOf(pattern: string): string {
  return `${PREFIX}${pattern}`;
}

/** Adds what it replaces to `patterns`. */
function withoutPatterns(value: JsonValue, patterns: Set<string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withoutPatterns(item, patterns));
  if (!isJsonObject(value)) return value;
  const { pattern } = value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== "pattern" || typeof pattern !== "string")
    .map(
      ([key, child]) => [key, DATA.has(key) ? child : withoutPatterns(child, patterns)] as const,
    );
  const rest = Object.fromEntries(entries);
  if (typeof pattern !== "string") return rest;
  patterns.add(pattern);
  const { allOf } = rest;
  return {
    ...rest,
    allOf: [...(Array.isArray(allOf) ? allOf : []), { format: formatOf(pattern) }],
  };
}

/** A problem with such a format is a problem with the pattern. */
export function asPatternError(error: ValidatorError): ValidatorError {
  const found = `must match format "${PREFIX}`;
  if (!error.message.startsWith(found)) return error;
  const message = `must match pattern "${error.message.slice(found.length)}`;
  return { ...error, message, errorCode: "pattern.openapi.requestValidation" };
}
