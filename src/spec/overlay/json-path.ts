import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { listed, nearest } from "../../core/nearest.ts";
import type { DataPath } from "../../yaml/data-path.ts";

/** Finds the values that a JSONPath expression (RFC 9535) selects; throws if it is invalid. */
export type Select = (document: JsonValue, expression: string) => readonly DataPath[];

/** Loads the JSONPath library on first use. */
export async function loadSelect(): Promise<Select> {
  const { exec } = await import("jsonpath-rfc9535");
  return (document, expression) => {
    const found: DataPath[] = [];
    exec(document as Parameters<typeof exec>[0], expression, (_, path) => {
      found.push(path.map((step) => (typeof step === "string" ? unescaped(step) : step)));
    });
    return found;
  };
}

/** Unescapes a key: the library's paths contain escaped keys (RFC 9535, 2.7). */
function unescaped(step: string): string {
  // Except for the quotes, the escape sequences are those of JSON.
  return JSON.parse(`"${step.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`);
}

/** The reason that an expression is invalid, as a sentence; undefined if it is valid. */
export function expressionProblem(select: Select, expression: string): string | undefined {
  const found = parseProblem(select, expression);
  if (found === undefined) return undefined;
  const quoted = expression.replace(/\.([A-Za-z_]\w*-[\w-]*)/g, "['$1']");
  const isQuoted = quoted !== expression && parseProblem(select, quoted) === undefined;
  const reason = isQuoted ? `names with \`-\` must be in quotes. Write \`${quoted}\`` : found;
  return `Expected a JSONPath expression (RFC 9535), got \`${expression}\`: ${reason}.`;
}

function parseProblem(select: Select, expression: string): string | undefined {
  try {
    select(null, expression);
    return undefined;
  } catch (error) {
    const { found, message, location } = error as Partial<Unexpected> & Error;
    if (location === undefined) return message.replace(/\.$/, "");
    const place = `(character ${location.start.offset + 1})`;
    return found === null ? `it ends too early ${place}` : `\`${found}\` is unexpected ${place}`;
  }
}

/** The parser's error. `found` is the unexpected character, or null at the expression's end. */
type Unexpected = {
  readonly found: string | null;
  readonly location: { readonly start: { readonly offset: number } };
};

/** A step by name: `.name`, `['name']`, or `["name"]`; any other step ends the search. */
const STEP = /^(?:\.([A-Za-z_][\w]*)|\['([^']*)'\]|\["([^"]*)"\])/;

/**
 * The first missing step of an expression, if that step and all steps before it are by name.
 * Returns the expression before the step, the path and value there, and the step's name.
 */
function missingStep(document: JsonValue, expression: string) {
  let known = "$";
  const path: string[] = [];
  let value = document;
  for (;;) {
    const step = STEP.exec(expression.slice(known.length));
    const name = step?.[1] ?? step?.[2] ?? step?.[3];
    if (step === null || name === undefined) return undefined;
    const next = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (next === undefined)
      return { known, path, value, name, isLast: known + step[0] === expression };
    known += step[0];
    path.push(name);
    value = next;
  }
}

/** The place of an expression's last key if only that key is missing; otherwise undefined. */
export function newPlace(document: JsonValue, expression: string): DataPath | undefined {
  const { path, value, name, isLast } = missingStep(document, expression) ?? {};
  return isLast && isJsonObject(value) ? [...(path ?? []), name ?? ""] : undefined;
}

/** A hint for an expression that selects nothing: the last existing place, and its keys. */
export function hintFor(document: JsonValue, expression: string): string {
  const step = missingStep(document, expression);
  if (step === undefined) return "";
  const { known, value, name } = step;
  if (!isJsonObject(value)) return ` \`${known}\` is not an object.`;
  const keys = Object.keys(value);
  const near = nearest(name, keys);
  if (near !== undefined) return ` Did you mean \`${near}\` instead of \`${name}\`?`;
  if (keys.length > 20) return ` \`${known}\` has no \`${name}\`.`;
  return ` \`${known}\` has no \`${name}\`, only ${listed(keys)}.`;
}
