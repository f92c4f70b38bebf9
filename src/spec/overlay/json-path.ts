import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { type DataPath, formatPath, valueAt } from "../../yaml/data-path.ts";

/** Finds the values that a JSONPath expression (RFC 9535) selects in a document; throws if the expression is invalid. */
export type Select = (document: JsonValue, expression: string) => readonly DataPath[];

/** Loads the JSONPath library on first use. */
export async function loadSelect(): Promise<Select> {
  const { exec } = await import("jsonpath-rfc9535");
  return (document, expression) => {
    const found: DataPath[] = [];
    exec(document as Parameters<typeof exec>[0], expression, (_, path) => {
      found.push([...path]);
    });
    return found;
  };
}

/** Why an expression is invalid, as a sentence; undefined if it is valid. */
export function expressionProblem(select: Select, expression: string): string | undefined {
  try {
    select(null, expression);
    return undefined;
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return `Expected a JSONPath expression (RFC 9535), got \`${expression}\`: ${found.replace(/\.$/, "")}${placeOf(error)}.`;
  }
}

function placeOf(error: unknown): string {
  const start = isJsonObject(error) && isJsonObject(error["location"]) ? error["location"] : {};
  const { offset } = isJsonObject(start["start"]) ? start["start"] : {};
  return typeof offset === "number" ? ` (character ${offset + 1})` : "";
}

/** A step by name in an expression: `.name`, `['name']`, or `["name"]`; any other step ends the hint. */
const STEP = /^(?:\.([A-Za-z_][\w]*)|\['([^']*)'\]|\["([^"]*)"\])/;

/** A hint for an expression that selects nothing: the last place that exists, and the keys there. */
export function hintFor(select: Select, document: JsonValue, expression: string): string {
  let known = "$";
  for (;;) {
    const step = STEP.exec(expression.slice(known.length));
    const name = step?.[1] ?? step?.[2] ?? step?.[3];
    const [place] = select(document, known);
    if (step === null || name === undefined || place === undefined) return "";
    const value = valueAt(document, place);
    if (!isJsonObject(value)) return ` \`${known}\` is not an object.`;
    if (!Object.hasOwn(value, name)) return missing(known, name, Object.keys(value));
    known += step[0];
  }
}

function missing(known: string, name: string, keys: readonly string[]): string {
  const near = nearest(name, keys);
  if (near !== undefined) return ` Did you mean \`${near}\` instead of \`${name}\`?`;
  if (keys.length > 20) return ` \`${known}\` has no \`${name}\`.`;
  return ` \`${known}\` has no \`${name}\`, but ${keys.map((key) => `\`${key}\``).join(", ")}.`;
}

/** A place in a document for people: `paths["/list-jobs"].get`. */
export function showPlace(path: DataPath): string {
  return path.length === 0 ? "the document" : `\`${formatPath(path)}\``;
}
