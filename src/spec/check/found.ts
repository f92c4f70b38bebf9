import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { keysOf, valueAtPath } from "../../core/json-pointer.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import type { LayoutPart } from "../../core/rows/file-layout.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import { type DataPath, type DataProblem, describeValue } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";

/** A problem in a document, and other places that may have caused it. */
export type DocumentProblem = DataProblem & {
  /** A suggestion to append to the message; problems that differ only in hints are merged. */
  readonly hint?: string;
  readonly causes?: readonly DataPath[];
};

/** A problem with a value; `form` completes "Expected …". */
export function expected(
  form: string,
  value: unknown,
  path: DataPath = [],
  hint = "",
): DocumentProblem[] {
  return [{ path, message: `Expected ${form}, got ${describeValue(value)}.${hint}` }];
}

export function problemIf(isWrong: boolean, path: DataPath, message: string): DocumentProblem[] {
  return isWrong ? [{ path, message }] : [];
}

/** Keeps one problem per place and message; list indexes in a message are ignored. */
export function distinct(problems: readonly DocumentProblem[]): DocumentProblem[] {
  const byForm = new Map<string, DocumentProblem>();
  for (const problem of problems) {
    const form = JSON.stringify([problem.path, problem.message.replace(/\/\d+/g, "/*")]);
    if (!byForm.has(form)) byForm.set(form, problem);
  }
  return [...byForm.values()];
}

export function unknownKeys(object: JsonObject, allowed: readonly string[]): DocumentProblem[] {
  const unknown = Object.keys(object).filter((key) => !allowed.includes(key));
  return unknown.map((key) => {
    const hint = suggestion(key, allowed, `Expected ${listed(allowed)}.`);
    return { path: [key], message: `Unknown key \`${key}\`.${hint}`, at: "key" };
  });
}

/** The use cases and codecs that the simulator supports, by their names in documents. */
export type Capabilities = { readonly useCases: UseCases; readonly codecs: Codecs };

export type UseCases = Readonly<Record<string, UseCaseNeeds>>;

/** The parts of a file's layout that each codec requires. */
type Codecs = Readonly<Record<string, { readonly needs: readonly LayoutPart[] }>>;

/** The keys of a JSON Pointer or of its URI fragment, with list indexes as numbers. */
export function pointerPath(root: JsonValue | undefined, pointer: string): DataPath {
  const path: (string | number)[] = [];
  for (const key of keysOf(pointer))
    path.push(Array.isArray(valueAtPath(root, path)) ? Number(key) : key);
  return path;
}

/** A place in a document or, if it has a `$ref`, the place to which it refers. */
export function resolvedPath(document: JsonObject, place: DataPath): DataPath {
  const { $ref: ref } = asObject(valueAtPath(document, place));
  return typeof ref === "string" ? resolvedPath(document, pointerPath(document, ref)) : place;
}

/** A place and every place that it refers to, directly or indirectly. */
export function withReferences(document: JsonObject, place: DataPath): readonly DataPath[] {
  const found = new Map<string, DataPath>();
  const visit = (value: JsonValue | undefined): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    const { $ref: ref } = value;
    if (typeof ref === "string" && !found.has(ref)) {
      found.set(ref, pointerPath(document, ref));
      visit(valueAtPath(document, pointerPath(document, ref)));
    }
    for (const item of Object.values(value)) visit(item);
  };
  visit(valueAtPath(document, place));
  return [place, ...found.values()];
}
