import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { childPointer } from "../core/json-pointer.ts";
import { errorsOf } from "./derive-responses.ts";
import { asObject } from "./document-place.ts";
import type { Operation } from "./operation.ts";
import type { Spec } from "./spec.ts";

/** A named value that a template inserted into a response body. */
export type ReadValue = {
  /** The name in the template, such as `state` or `job.numRows`. */
  readonly name: string;
  /** JSON Pointer to the value in the body. */
  readonly pointer: string;
  readonly value: JsonValue;
};

/** The named values in a body, and in each item of its lists. */
type Reading = { readonly values: ReadValue[]; readonly items: ReadValue[][] };
type Place = { readonly value: JsonValue; readonly pointer: string };

const NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
const INTERPOLATED = /^([^$]*)\$\{([A-Za-z_][\w.]*)\}([^$]*)$/;

/**
 * Recovers the values that a template inserted into a response body. For an `$if`, it reads the
 * values of both branches, if their places exist in the body.
 */
export function readResponse(template: JsonValue, body: JsonValue): Reading {
  const reading: Reading = { values: [], items: [] };
  collect(template, { value: body, pointer: "" }, reading);
  return reading;
}

/** Codes of an operation's errors with this status, or else of common errors with this status. */
export function errorCodesOf(
  { document }: Spec,
  { served }: Operation,
  status: number,
): readonly string[] {
  const codes = served.binding["errors"];
  if (!Array.isArray(codes)) return [];
  const catalog = errorsOf(document);
  const hasStatus = (code: string): boolean => asObject(catalog[code])["status"] === status;
  const own = codes.map(String).filter(hasStatus);
  return own.length > 0 ? own : COMMON.filter(hasStatus);
}

/** Errors with which every operation can respond. */
const COMMON = ["rate-limited", "overloaded"];

function collect(template: JsonValue, place: Place, reading: Reading): void {
  const { value, pointer } = place;
  if (typeof template === "string") {
    if (typeof value === "string") noteText(template, value, pointer, reading);
  } else if (Array.isArray(template)) {
    if (Array.isArray(value))
      for (const [index, each] of template.entries()) collect(each, at(place, index), reading);
  } else if (isJsonObject(template)) {
    if (!collectOperator(template, place, reading)) collectMembers(template, place, reading);
  }
}

function noteText(template: string, text: string, pointer: string, reading: Reading): void {
  const [, before = "", name, after = ""] = INTERPOLATED.exec(template) ?? [];
  if (name === undefined || !text.startsWith(before) || !text.endsWith(after)) return;
  const value = text.slice(before.length, text.length - after.length);
  if (value !== "") reading.values.push({ name, pointer, value });
}

/** Collects an operator's values; returns whether the template is an operator. */
function collectOperator(template: JsonObject, place: Place, reading: Reading): boolean {
  const { $eval: path, $merge: sources, $map: list } = template;
  if (typeof path === "string" && NAME.test(path)) {
    if (place.value !== null) reading.values.push({ name: path, ...place });
  } else if (Array.isArray(sources)) {
    for (const source of sources) collect(source, place, reading);
  } else if (template["$if"] !== undefined) {
    for (const branch of ["then", "else"]) collect(template[branch] ?? null, place, reading);
  } else if (list !== undefined) {
    collectItems(template, place, reading);
  }
  return Object.keys(template).some((key) => /^\$[a-z]/i.test(key));
}

function collectItems(template: JsonObject, place: Place, reading: Reading): void {
  const [key, each] = Object.entries(template).find(([name]) => name.startsWith("each(")) ?? [];
  if (key === undefined || each === undefined || !Array.isArray(place.value)) return;
  for (const index of place.value.keys()) {
    const item: Reading = { values: [], items: [] };
    collect(each, at(place, index), item);
    reading.items.push(item.values);
  }
}

function collectMembers(template: JsonObject, place: Place, reading: Reading): void {
  if (!isJsonObject(place.value)) return;
  const others = Object.keys(place.value).filter((key) => !(key in template));
  for (const [key, each] of Object.entries(template)) {
    if (!key.includes("${")) {
      if (key in place.value) collect(each, at(place, key), reading);
      continue;
    }
    for (const other of others) {
      noteText(key, other, place.pointer, reading);
      collect(each, at(place, other), reading);
    }
  }
}

function at({ value, pointer }: Place, key: string | number): Place {
  const child = (value as Readonly<Record<string | number, JsonValue>>)[key] ?? null;
  return { value: child, pointer: childPointer(pointer, key) };
}
