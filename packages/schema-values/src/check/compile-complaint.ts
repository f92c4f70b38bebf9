import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { patternProblem } from "../regex/linear-test.ts";
import { isUnicodePattern } from "../regex/parse-regex.ts";
import { findPointer } from "../source/walk.ts";
import { type Complaint, show } from "./complaint.ts";

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
