import { isJsonObject, type JsonObject, type JsonValue, mapJson } from "../../core/json.ts";
import {
  asObject,
  DATA_KEYWORDS,
  type PlacedOperation,
  resolveRef,
} from "../../spec/document-place.ts";
import { parametersOf } from "../../spec/request-place.ts";
import type { ValidatorError } from "./problem-message.ts";

/**
 * The part of the document that validates an operation's requests: a copy with references resolved,
 * and without responses, because the validator would compile them at every start. It has no servers
 * either, because the validator would look for their base paths.
 */
export function requestDocument({ document, path, method, item, operation }: PlacedOperation) {
  const { openapi, info, components } = document;
  const { operationId, parameters, requestBody } = operation;
  const own = {
    parameters: item["parameters"],
    [method]: { operationId, parameters, requestBody },
  };
  const paths = { [path]: inlined(document, own as JsonObject, []) };
  // A recursive schema keeps its reference, and a reference with sibling keywords is also kept.
  const isSelfContained = !JSON.stringify(paths).includes('"$ref":');
  const { schemas } = asObject(components);
  const kept = { openapi, info, paths, ...(isSelfContained ? {} : { components: { schemas } }) };
  return JSON.parse(JSON.stringify(kept)) as JsonObject;
}

function inlined(document: JsonObject, value: JsonValue, within: readonly string[]): JsonValue {
  return mapJson(value, (part) => {
    const { $ref: ref, ...others } = asObject(part);
    if (typeof ref !== "string" || Object.keys(others).length > 0) return undefined;
    const target = within.includes(ref) ? undefined : resolveRef(document, part);
    return target === undefined ? part : inlined(document, target, [...within, ref]);
  });
}

/**
 * Whether every request is valid: no body, and no parameters except unrestricted strings in the
 * path.
 */
export function isOpen(served: PlacedOperation): boolean {
  if (served.operation["requestBody"] !== undefined) return false;
  return parametersOf(served).every(
    (parameter) =>
      parameter["in"] === "path" && JSON.stringify(parameter["schema"]) === '{"type":"string"}',
  );
}

type Formats = Record<string, { readonly type: "string"; validate: (text: string) => boolean }>;

const PREFIX = "pattern:";

/**
 * Replaces each `pattern` of a document with a format, which runs in linear time:
 * express-openapi-validator accepts custom formats, but not a custom pattern engine.
 */
export async function withSafePatterns(document: JsonObject) {
  const patterns = new Set<string>();
  const safe = withoutPatterns(document, patterns) as JsonObject;
  const formats: Formats = {};
  if (patterns.size === 0) return { document: safe, formats };
  const { linearTest } = await import("schema-values");
  for (const pattern of patterns)
    formats[PREFIX + pattern] = { type: "string", validate: linearTest(pattern) };
  return { document: safe, formats };
}

/** Adds each pattern that it replaces to `patterns`. */
function withoutPatterns(value: JsonValue, patterns: Set<string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withoutPatterns(item, patterns));
  if (!isJsonObject(value)) return value;
  const { pattern } = value;
  const entries = Object.entries(value)
    .filter(([key]) => key !== "pattern" || typeof pattern !== "string")
    .map(
      ([key, child]) =>
        [key, DATA_KEYWORDS.has(key) ? child : withoutPatterns(child, patterns)] as const,
    );
  const rest = Object.fromEntries(entries);
  if (typeof pattern !== "string") return rest;
  patterns.add(pattern);
  const allOf = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return { ...rest, allOf: [...allOf, { format: PREFIX + pattern }] };
}

export function asPatternError(error: ValidatorError): ValidatorError {
  const found = `must match format "${PREFIX}`;
  if (!error.message.startsWith(found)) return error;
  const message = `must match pattern "${error.message.slice(found.length)}`;
  return { ...error, message, errorCode: "pattern.openapi.requestValidation" };
}
