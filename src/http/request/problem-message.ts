import type { Request } from "express";
import type { Problem } from "../../core/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { childPointer, keysOf, valueAtPath } from "../../core/json-pointer.ts";
import { listed } from "../../core/nearest.ts";
import type { Fields } from "../../core/use-case-needs.ts";

export type ValidatorError = {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
};

/** For each JSON Schema keyword, rewords the validator's message to follow "Expected … to". */
const EXPECTATIONS: Readonly<Record<string, (message: string) => string>> = {
  type: (message) => `be of type ${namesIn(message.replace(/^must be /, "")).join(" or ")}`,
  enum: (message) => `be ${oneOf(message.replace(/^.*allowed values: /, ""))}`,
  required: () => "be present: it is required",
  additionalProperties: () => "be omitted: this object has no such field",
  minimum: (message) => message.replace(/^must be >=/, "be at least"),
  exclusiveMinimum: (message) => message.replace(/^must be >/, "be more than"),
  maximum: (message) => message.replace(/^must be <=/, "be at most"),
  exclusiveMaximum: (message) => message.replace(/^must be </, "be less than"),
  format: (message) => message.replace(/^must match format/, "match the format"),
  pattern: (message) => message.replace(/^must match pattern/, "match the pattern"),
  anyOf: () => "be in one of the allowed forms",
  oneOf: () => "be in exactly one of the allowed forms",
};

/** Keywords whose problems only repeat those of other keywords. */
const ECHOES: ReadonlySet<string> = new Set(["if", "allOf", "propertyNames"]);

/** Rewords problems: *Expected `path` to be <constraint>, got `value` (<type>).* */
export function problemsOf(
  errors: readonly ValidatorError[],
  { body, query, params, headers }: Pick<Request, "body" | "query" | "params" | "headers">,
): readonly Problem[] {
  // Copied, because a request may inherit these properties, and pointers find only own properties.
  const parts = { body, query, params, headers } as JsonObject;
  return errors
    .map((error) => ({
      ...error,
      path: error.path === "" ? placeOfEmptyKey(body) : error.path,
      keyword: (error.errorCode ?? "").split(".")[0] ?? "",
    }))
    .filter(({ keyword }) => !ECHOES.has(keyword))
    .filter(
      ({ path, keyword }, _, all) =>
        // A value with the wrong type can't be one of the allowed values.
        keyword !== "enum" || !all.some((other) => other.path === path && other.keyword === "type"),
    )
    .map(({ path, message, keyword }) => {
      const expectation =
        EXPECTATIONS[keyword]?.(message) ??
        sizeIn(message) ??
        `be ${message.replace(/^(Parameter '.*' )?must (be )?/, "").replace(/\. .*/, "")}`;
      const value = valueAtPath(parts, keysOf(path));
      const found = keyword === "required" ? "" : `, got ${describe(value)}`;
      // If the value is an object, a rule for strings applies to its keys (`propertyNames`).
      const owner = /Length$|^pattern$/.test(keyword) && isJsonObject(value) ? "the keys of " : "";
      return {
        path: placeOf(path),
        message: `Expected ${owner}${nameOf(path)} to ${expectation}${found}.`,
        type: keyword,
      };
    });
}

function sizeIn(message: string): string | undefined {
  const [, word, size = ""] = /^must NOT have (fewer|more) than (\d+ \w+)$/.exec(message) ?? [];
  const fixed = size.replace(/^(1 \w+?)(ies|s)$/, (_, one, end) => one + (end === "s" ? "" : "y"));
  return word && `have at ${word === "fewer" ? "least" : "most"} ${fixed}`;
}

/** Problems that the request's schema may not catch, because an overlay can relax the schema. */
export function fieldProblems(
  declared: Fields,
  fields: Readonly<Record<string, unknown>>,
  wireName: (field: string) => string,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [field, { type, isRequired }] of Object.entries(declared)) {
    const value = fields[field];
    if (value === undefined ? !isRequired : isOfType(value, type)) continue;
    const name = wireName(field);
    const [keyword, wanted] =
      value === undefined
        ? ["required", "present: it is required"]
        : ["type", `of type ${type}, got ${describe(value)}`];
    const message = `Expected \`${name}\` to be ${wanted}.`;
    problems.push({ path: `/${name.replaceAll(".", "/")}`, message, type: keyword });
  }
  return problems;
}

function isOfType(value: unknown, type: Fields[string]["type"]): boolean {
  if (type === "any") return true;
  if (type === "object") return isJsonObject(value);
  if (type === "string or strings" && Array.isArray(value))
    return value.every((each) => typeof each === "string");
  return typeof value === (type === "string or strings" ? "string" : type);
}

/** Describes a value for a message: shortens the value, and adds its type. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "`null`";
  // JSON can't express infinity, but a number such as 1e999 is parsed as infinite.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return "a number beyond the range of a double";
  const text = JSON.stringify(value) ?? String(value);
  const shown = text.length > 80 ? `${text.slice(0, 77)}…` : text;
  return `\`${shown}\` (${typeOf(value)})`;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** `/body/a/b` becomes a pointer into the body, and `/query/a` becomes `query.a`. */
function placeOf(path: string): string {
  const [, part = "", ...keys] = path.split("/");
  if (part === "body") return keys.length === 0 ? "" : `/${keys.join("/")}`;
  return [part === "params" ? "path" : part, ...keys].join(".");
}

function nameOf(path: string): string {
  const [, part = "", ...keys] = path.split("/");
  if (keys.at(-1) === "") return `the key \`""\``;
  return keys.length === 0 ? `the request ${part}` : `\`${keys.join(".")}\``;
}

/** The path of a body's first empty key (`""`), for which the validator gives no path. */
function placeOfEmptyKey(body: unknown): string {
  const open: [string, unknown][] = [["/body", body]];
  for (const [path, value] of open) {
    if (!isJsonObject(value) && !Array.isArray(value)) continue;
    if (Object.hasOwn(value, "")) return `${path}/`;
    for (const [key, item] of Object.entries(value)) open.push([childPointer(path, key), item]);
  }
  return "/body";
}

/** Type names except null, because null only means that the field is optional. */
function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return names.filter((name) => (name !== "null" || names.length === 1) && name !== "");
}

function oneOf(values: string): string {
  const names = namesIn(values);
  return names.length === 1 ? listed(names) : `one of ${listed(names)}`;
}

/** Maximum number of values in a body for reporting all of its problems, not only the first. */
const MOST_VALUES = 2000;

/** Whether a body has too many values to find all problems without delaying other requests. */
export function hasManyValues(body: unknown): boolean {
  const open = [body];
  for (let count = 1, value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const items: readonly unknown[] = Object.values(value);
    count += items.length;
    if (count > MOST_VALUES) return true;
    for (const item of items) open.push(item);
  }
  return false;
}
