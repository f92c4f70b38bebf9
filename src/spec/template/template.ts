import jsone from "json-e";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { LazyList, LONG_LIST } from "../../core/lazy-list.ts";

type Context = Readonly<Record<string, unknown>>;

/** A compiled json-e template. Throws if the template reads a name that the context lacks. */
export type Template = (context: Context) => JsonValue;

const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
const EACH = /^each\(([A-Za-z_]\w*)\)$/;
const INTERPOLATION = /\$\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\}/;

/**
 * Compiles a json-e template once. json-e parses expressions at every rendering, which takes longer
 * than the rest of a status request. Therefore, the most common forms in response shapes (values by
 * path, strings with paths in them, and `$if`, `$map`, and `$merge` over these) become closures,
 * and json-e itself renders every other node.
 */
export function compileTemplate(template: JsonValue): Template {
  if (typeof template === "string") return compileText(template);
  if (Array.isArray(template)) {
    if (template.some(canVanish)) return renderedByJsonE(template);
    const items = template.map(compileTemplate);
    return (context) => items.map((item) => item(context));
  }
  if (!isJsonObject(template)) return () => template;
  return compileOperator(template) ?? compileObject(template);
}

function renderedByJsonE(template: JsonValue): Template {
  return (context) => jsone(template as object, context as object) as JsonValue;
}

function compileText(text: string): Template {
  if (!text.includes("${")) return () => text;
  const parts = text.split(INTERPOLATION);
  const literals = parts.filter((_, index) => index % 2 === 0);
  if (literals.some((literal) => literal.includes("$"))) return renderedByJsonE(text);
  const readers = parts.map((part, index) => (index % 2 === 0 ? () => part : readerOf(part)));
  return (context) => readers.map((read) => String(read(context) ?? "")).join("");
}

function readerOf(path: string): (context: Context) => unknown {
  const keys = path.split(".");
  return (context) => {
    let value: unknown = context;
    for (const key of keys) {
      if (!isJsonObject(value) || !(key in value))
        throw new Error(
          `Expected the template's \`${path}\` to have a value, got none at \`${key}\`.`,
        );
      value = value[key];
    }
    return value;
  };
}

function compileOperator(template: JsonObject): Template | undefined {
  const operator = Object.keys(template).find((key) => /^\$[a-z]/i.test(key));
  if (operator === undefined) return undefined;
  return (
    compilePath(template) ??
    compileIf(template) ??
    compileMap(template) ??
    compileMerge(template) ??
    renderedByJsonE(template)
  );
}

function compilePath(template: JsonObject): Template | undefined {
  const path = template["$eval"];
  if (typeof path !== "string" || !PATH.test(path) || Object.keys(template).length !== 1)
    return undefined;
  if (["true", "false", "null", "now"].includes(path)) return undefined;
  return readerOf(path) as Template;
}

function compileIf(template: JsonObject): Template | undefined {
  const { $if: condition, then: yes, else: no } = template;
  if (typeof condition !== "string" || !PATH.test(condition)) return undefined;
  if (yes === undefined || no === undefined) return undefined;
  const [read, onTrue, onFalse] = [readerOf(condition), compileTemplate(yes), compileTemplate(no)];
  return (context) => (isTruthy(read(context)) ? onTrue(context) : onFalse(context));
}

/** Whether json-e treats a value as true: null, false, 0, "", [], and {} are false. */
function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function compileMap(template: JsonObject): Template | undefined {
  const [key = "", each] = Object.entries(template).find(([key]) => EACH.test(key)) ?? [];
  const [, name] = EACH.exec(key) ?? [];
  const { $map: source } = template;
  const list = isJsonObject(source) ? compilePath(source) : undefined;
  if (name === undefined || list === undefined || each === undefined || canVanish(each))
    return undefined;
  const item = compileTemplate(each);
  return (context) => {
    const values = list(context);
    if (!Array.isArray(values)) throw new Error("Expected `$map` to be given a list.");
    const render = (value: unknown): JsonValue => item({ ...context, [name]: value });
    if (values.length < LONG_LIST) return values.map(render);
    const items = new LazyList(values.length, function* () {
      for (const value of values) yield render(value);
    });
    return items as unknown as JsonValue;
  };
}

function compileMerge(template: JsonObject): Template | undefined {
  const sources = template["$merge"];
  if (!Array.isArray(sources) || sources.some(canVanish)) return undefined;
  const items = sources.map(compileTemplate);
  return (context) => Object.assign({}, ...items.map((item) => item(context))) as JsonObject;
}

/**
 * Whether a value may remove itself from its parent, which only json-e supports: a `$switch` may,
 * and so may an `$if` that lacks a branch, even inside another `$if`.
 */
function canVanish(template: JsonValue): boolean {
  if (!isJsonObject(template)) return false;
  const { $if: condition, then: yes, else: no } = template;
  if (condition === undefined) return "$switch" in template;
  return yes === undefined || no === undefined || canVanish(yes) || canVanish(no);
}

function compileObject(template: JsonObject): Template {
  const entries = Object.entries(template);
  if (entries.some(([key, value]) => key.startsWith("$$") || canVanish(value)))
    return renderedByJsonE(template);
  const compiled = entries.map(
    ([key, value]) => [compileText(key), compileTemplate(value)] as const,
  );
  return (context) => {
    const object: { [key: string]: JsonValue } = {};
    for (const [key, value] of compiled) object[String(key(context))] = value(context);
    return object;
  };
}

/** Returns a test for names that a template reads; always true if it inserts a whole record. */
export function namesIn(template: JsonValue): (name: string) => boolean {
  const expressions = [...expressionsIn(template)];
  const variables = [...JSON.stringify(template).matchAll(/"each\(([A-Za-z_]\w*)\)"/g)];
  const records = ["job", ...variables.map(([, name]) => name)];
  if (expressions.some((expression) => records.includes(expression.trim()))) return () => true;
  const names = new Set(expressions.flatMap((each) => each.match(/[A-Za-z_]\w*/g) ?? []));
  return (name) => names.has(name);
}

/** A template's expressions: operators' values, `$switch` keys, and interpolations in strings. */
function* expressionsIn(value: JsonValue, isOperand = false): Generator<string> {
  if (typeof value === "string") {
    if (isOperand) yield value;
    for (const rest of value.split("${").slice(1)) yield rest.split("}", 1)[0] ?? "";
  } else if (Array.isArray(value)) {
    for (const item of value) yield* expressionsIn(item);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* expressionsIn(key);
      if (key === "$switch" && isJsonObject(item)) yield* Object.keys(item);
      yield* expressionsIn(item, key.startsWith("$"));
    }
  }
}
