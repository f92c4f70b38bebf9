import type { ErrorObject } from "ajv";
import type { JsonObject } from "../json.ts";
import { schemaPartAt } from "../source/walk.ts";

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
