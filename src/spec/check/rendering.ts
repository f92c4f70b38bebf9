import { messageOf } from "../../core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import { type DataPath, formatPath, within } from "../../yaml/data-path.ts";
import { asObject, type PlacedOperation } from "../document-place.ts";
import { compileTemplate } from "../template/template.ts";
import {
  type Capabilities,
  type DocumentProblem,
  distinct,
  expected,
  resolvedPath,
} from "./found.ts";
import { inertParts, namesUnder } from "./inert-parts.ts";
import { type SchemaChecker, withoutEchoes } from "./schema-checker.ts";

export type ResponseCheck = Capabilities & {
  readonly document: JsonObject;
  /** The document before overlays. */
  readonly base: JsonObject;
  readonly checker: SchemaChecker;
};

/** An operation, the use case that serves it, and samples of the views that its templates get. */
export type BoundOperation = PlacedOperation &
  ResponseCheck & {
    readonly need: UseCaseNeeds;
    readonly samples: readonly JsonObject[];
    /** The location of the success response's content in the document. */
    readonly contentPath: DataPath;
  };

export type DeclaredSchema = { readonly schema: JsonObject; readonly place: DataPath };

export function declaredAt(document: JsonObject, path: DataPath): DeclaredSchema | undefined {
  const schema = valueAtPath(document, path);
  return isJsonObject(schema) ? { schema, place: resolvedPath(document, path) } : undefined;
}

export function mediaTypeSchema(
  { document, contentPath }: BoundOperation,
  contentType: string,
): DeclaredSchema | undefined {
  return declaredAt(document, [...contentPath, contentType, "schema"]);
}

export function undeclaredType(
  { document, contentPath }: BoundOperation,
  contentType: JsonValue | undefined,
): DocumentProblem[] {
  const content = asObject(valueAtPath(document, contentPath));
  if (typeof contentType === "string" && !contentType.includes("/"))
    return expected("a content type such as `text/plain`", contentType);
  if (typeof contentType === "string" && content[contentType] !== undefined) return [];
  const declared = listed(Object.keys(content)) || "it declares none";
  return expected(`a content type that the success response declares (${declared})`, contentType);
}

export function renderProblems(
  bound: BoundOperation,
  template: JsonValue,
  declared?: DeclaredSchema,
): DocumentProblem[] {
  const names = Object.keys(bound.need.values);
  return templateProblems(template, bound.samples, names, conformsTo(bound, declared));
}

type ValueCheck = (value: JsonValue) => readonly DocumentProblem[];

/** Problems with a template's parts or, if there are none, with the values that it renders. */
export function templateProblems(
  template: JsonValue,
  contexts: readonly JsonObject[],
  names: readonly string[],
  check: ValueCheck,
): DocumentProblem[] {
  const inert = inertParts(template, names);
  if (inert.length > 0) return inert;
  const found = contexts.flatMap((context) => {
    const render = (part: JsonValue): Attempt<JsonValue> =>
      attempt(() => compileTemplate(part)(context));
    const whole = render(template);
    return "value" in whole ? check(whole.value) : faultsIn(template, whole, { render, names });
  });
  return distinct(found);
}

type Scope = {
  readonly render: (part: JsonValue) => Attempt<unknown>;
  readonly names: readonly string[];
};

/** Problems with the smallest parts of a template that fail to render. */
export function faultsIn(template: JsonValue, failure: Failure, scope: Scope): DocumentProblem[] {
  const parts = typeof template === "object" && template !== null ? template : {};
  const isOperator = Object.keys(parts).some((key) => key.startsWith("$"));
  const inner = Object.entries(parts).flatMap(([key, part]: [string, JsonValue]) => {
    const own = scopeOf(template, key, scope);
    const rendered = own.render(part);
    // An operator may not use every part: `$if` uses only one of its branches.
    if ("value" in rendered || (isOperator && rendered.problem !== failure.problem)) return [];
    const step = Array.isArray(parts) ? Number(key) : key;
    return within([step], faultsIn(part, rendered, own));
  });
  return inner.length > 0 ? inner : [problemOf(failure, scope.names)];
}

/** A list's item template is rendered once per item, with the item as its variable. */
function scopeOf(template: JsonValue, key: string, scope: Scope): Scope {
  if (!key.startsWith("each(") || !isJsonObject(template)) return scope;
  const names = namesUnder(template, key, scope.names);
  return { names, render: (part) => scope.render({ ...template, [key]: part }) };
}

/** Describes a failure, and suggests values that the template could use instead. */
export function problemOf(
  { problem, isSyntax }: Failure,
  names: readonly string[],
): DocumentProblem {
  // The names of values don't help with a template that can't be parsed.
  const hint = isSyntax || names.length === 0 ? "" : hintFor(problem, names);
  return { path: [], message: problem, hint };
}

type Failure = { readonly problem: string; readonly isSyntax: boolean };

export type Attempt<Value> = { readonly value: Value } | Failure;

export function attempt<Value>(make: () => Value): Attempt<Value> {
  try {
    return { value: make() };
  } catch (error) {
    // The library fails on an expression that ends too early.
    const reason = error instanceof TypeError ? "an expression is incomplete" : messageOf(error);
    const problem = `Failed to render the template: ${reason.replace(/\.?$/, "")}.`;
    return { problem, isSyntax: error instanceof Error && /^(Syntax|Type)Error$/.test(error.name) };
  }
}

/** Suggests the value whose name is closest to the missing name, or lists all values. */
function hintFor(message: string, names: readonly string[]): string {
  const [, missing = ""] = /the template's `([\w.]+)` to have a value/.exec(message) ?? [];
  const longer = names.filter(
    (name) => name.startsWith(missing) && !/[.[]/.test(name.slice(missing.length)),
  );
  if (/\w{3}$/.test(missing) && longer.length > 0 && longer.length <= 5)
    return ` Did you mean ${longer.length > 1 ? "one of " : ""}${listed(longer)}?`;
  return suggestion(missing, names, `The template can use ${listed(names)}.`);
}

export function conformsTo(
  check: Pick<ResponseCheck, "checker" | "document">,
  declared: DeclaredSchema | undefined,
): ValueCheck {
  if (declared === undefined) return () => [];
  const { schema, place } = declared;
  const toProblem = (breach: string): DocumentProblem => ({
    path: [],
    message: `Expected the template's value to conform to the schema at \`${formatPath(place)}\`: ${breach}. Change the template, or replace the schema.`,
  });
  return (value) => distinct(breachesOf(check, schema, value).map(toProblem));
}

export function breachesOf(
  { checker, document }: Pick<ResponseCheck, "checker" | "document">,
  schema: JsonObject,
  value: unknown,
): string[] {
  const errors = checker.valueErrors(document, schema, value);
  const told = errors.length === 1 ? errors : withoutEchoes(errors);
  return told.map(({ instancePath, message = "", params }) => {
    const key: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
    const what = typeof key === "string" ? `${message} (\`${key}\`)` : message;
    const where = instancePath === "" ? "it" : `\`${instancePath.slice(1)}\``;
    return `${where} ${what}`;
  });
}
