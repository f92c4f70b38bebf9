import type { ErrorObject } from "ajv";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Unresolved } from "../source/registry.ts";
import { findPointer, valueAt } from "../source/schema.ts";

const SHOWN_CHARACTERS = 80;

/** Keywords whose errors only summarize more detailed ones. */
const SUMMARIES: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "$ref"]);

/** Explains a metaschema's errors; the deepest location is where the mistake is. */
export function complainOfSchema(schema: JsonObject, errors: readonly ErrorObject[]): string {
  const details = errors.filter((error) => !SUMMARIES.has(error.keyword));
  const path = details.reduce(
    (deepest, { instancePath }) => (depth(instancePath) > depth(deepest) ? instancePath : deepest),
    "",
  );
  const wanted = details.filter((error) => error.instancePath === path).map(describe);
  const place = path === "" ? "the schema" : `\`${path}\` of the schema`;
  const found = show(valueAt(schema, path));
  return `Expected ${place} to be ${[...new Set(wanted)].join(" or ")}, got \`${found}\`.`;
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

/** Explains why a pattern can't be used. */
export function complainOfPattern(schema: JsonObject, pattern: string, problem: string): string {
  const isIt = (key: string, value: JsonValue): boolean =>
    (key === "pattern" && value === pattern) ||
    (key === "patternProperties" && isJsonObject(value) && Object.hasOwn(value, pattern));
  return `Expected \`${findPointer(schema, isIt) ?? ""}\` of the schema to be ${problem}.`;
}

/** Explains why a reference has no target. */
export function complainOfReference({ reference, pointer }: Unresolved): string {
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(reference);
  const advice = isElsewhere
    ? "other documents are never fetched; put it in `$defs`"
    : "the reference has no target";
  return `Expected \`${pointer}\` of the schema to refer to a part of the schema itself, got \`${show(reference)}\`: ${advice}.`;
}
