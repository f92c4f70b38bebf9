import type { ErrorObject } from "ajv";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { patternProblem } from "../regex/linear-test.ts";
import { isUnicodePattern } from "../regex/parse-regex.ts";
import { findPointer, schemaPartAt } from "../source/schema.ts";

/** Why a schema is rejected: the location of the problem (a JSON Pointer) and one sentence. */
export type Complaint = { readonly path: string; readonly reason: string };

const SHOWN_CHARACTERS = 80;

/** Keywords whose errors only summarize more detailed ones. */
const SUMMARIES: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "$ref"]);

/** Explains a metaschema's errors; the deepest location is where the mistake is. */
export function complainOfSchema(schema: JsonObject, errors: readonly ErrorObject[]): Complaint {
  const details = errors.filter((error) => !SUMMARIES.has(error.keyword));
  const path = details.reduce(
    (deepest, { instancePath }) => (depth(instancePath) > depth(deepest) ? instancePath : deepest),
    "",
  );
  const wanted = details.filter((error) => error.instancePath === path).map(describe);
  const place = path === "" ? "the schema" : `\`${path}\` of the schema`;
  const found = show(schemaPartAt(schema, path));
  return {
    path,
    reason: `Expected ${place} to be ${[...new Set(wanted)].join(" or ")}, got \`${found}\`.`,
  };
}

/** JSON text of a value, shortened for a message. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function depth(pointer: string): number {
  return pointer.split("/").length;
}

function describe({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case "enum":
      return `one of ${(params["allowedValues"] as unknown[]).map((value) => `\`${value}\``).join(", ")}`;
    case "type": {
      const types = [params["type"] as string | string[]].flat();
      return types.map((type) => `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`).join(" or ");
    }
    case "minimum":
      return `at least ${params["limit"]}`;
    case "exclusiveMinimum":
      return `more than ${params["limit"]}`;
    case "minItems":
      return `an array of at least ${params["limit"]} items`;
    case "uniqueItems":
      return "an array of unique items";
    case "format":
      return `a ${params["format"]}`;
    case "pattern":
      return `a string that matches ${params["pattern"]}`;
    default:
      return `valid (it ${message ?? keyword})`;
  }
}

/** Thrown while Ajv compiles a pattern that can't be matched in linear time; the message says why. */
export class UnsafePattern extends Error {}

/** Explains why Ajv can't compile a schema that its metaschema accepts. */
export function complainOfCompilation(schema: JsonObject, error: unknown): Complaint {
  const missing = missingRef(error);
  if (missing !== undefined) return complainOfRef(schema, missing, missingRemote(error));
  const path = findPointer(schema, hasBadPattern);
  const cause = error instanceof Error ? error.message : `${error}`;
  if (path === undefined) return { path: "", reason: `Failed to compile the schema: ${cause}.` };
  if (error instanceof UnsafePattern) {
    const reason = `Expected \`${path}\` of the schema to be a regular expression that can be matched in linear time: ${cause}.`;
    return { path, reason };
  }
  return {
    path,
    reason: `Expected \`${path}\` of the schema to be a valid regular expression, got an invalid one: ${cause}.`,
  };
}

/**
 * The address that a failed compilation tried to fetch; undefined if it failed for another reason.
 */
export function missingRemote(error: unknown): string | undefined {
  const missing = missingRef(error);
  return missing !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(missing) ? missing : undefined;
}

function missingRef(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("missingRef" in error)) return undefined;
  return typeof error.missingRef === "string" ? error.missingRef : undefined;
}

function complainOfRef(schema: JsonObject, missing: string, remote: string | undefined): Complaint {
  const isMissing = (keyword: string, value: JsonValue): boolean =>
    /^\$(ref|dynamicRef|recursiveRef)$/.test(keyword) &&
    typeof value === "string" &&
    missing.endsWith(value);
  const path = findPointer(schema, isMissing) ?? "";
  const place = path === "" ? "each reference" : `\`${path}\``;
  const advice =
    remote === undefined
      ? "the reference has no target"
      : "other documents are never fetched; put it in `$defs`";
  return {
    path,
    reason: `Expected ${place} of the schema to refer to a part of the schema itself, got \`${show(missing)}\`: ${advice}.`,
  };
}

function hasBadPattern(keyword: string, value: JsonValue): boolean {
  if (keyword === "pattern") return typeof value === "string" && !isSafe(value);
  return (
    keyword === "patternProperties" && isJsonObject(value) && !Object.keys(value).every(isSafe)
  );
}

function isSafe(pattern: string): boolean {
  return isUnicodePattern(pattern) && patternProblem(pattern) === undefined;
}
